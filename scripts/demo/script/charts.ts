import { mkdirSync, writeFileSync } from 'node:fs';
import type { APIMessage } from 'discord-api-types/v10';
import { sleep, systemClock } from '../../../src/shared/clock.ts';
import { embeddedServiceUrl } from '../../../src/shared/state-url.ts';
import type { OptionValues } from '../../../src/sandbox/person-interactions.ts';
import { finalResponse } from './responses.ts';
import { seedChatHistory } from './chat-history.ts';
import type { Step } from './scene.ts';
import type { Harness } from '../harness.ts';

/** Git ignores this folder. */
const FOLDER = 'demo-output';

/** Runs every command that replies with charts. The files are saved in `demo-output/`. */
export function chartSteps(harness: Harness): Step[] {
  const { general } = harness.sandbox.channels;
  const owner = harness.person('owner');

  async function use(path: string, options: OptionValues = {}): Promise<APIMessage> {
    return finalResponse(await owner.slash(general, path, options));
  }

  return [
    {
      title: 'the service gets an hour of made-up chat history',
      expected: '420 messages',
      async run() {
        await harness.stopBot();
        try {
          return `${await seedChatHistory(embeddedServiceUrl(harness.config.secrets.stateUrl))} messages`;
        } finally {
          await harness.startBot();
        }
      },
    },
    {
      title: 'owner uses /insights query metric:sentiment from:1 hour ago',
      expected: 'insights.png, insights.csv',
      async run() {
        // The service commits samples within about a second.
        await sleep(systemClock, 1500);
        return filesOf(await use('insights query', { metric: 'sentiment', from: '1 hour ago' }));
      },
    },
    {
      title: 'owner uses /insights status and /insights results for that query',
      expected: 'finished; insights.png, insights.csv',
      async run() {
        const [choice] = await owner.autocomplete(general, 'insights results', { job: '' }, 'job');
        const options = { job: choice?.value ?? '' };
        const { content } = await use('insights status', options);
        const status = content.includes('The query is finished') ? 'finished' : content;
        return `${status}; ${await filesOf(await use('insights results', options))}`;
      },
    },
    {
      title: 'owner uses /stats lifetime',
      expected: 'messages in total',
      async run() {
        const { embeds } = await use('stats lifetime');
        return (embeds[0]?.description ?? '').replace(/^\*\*[\d,]+\*\* /, '');
      },
    },
    {
      title: 'owner uses /stats history from:2 hours ago',
      expected: 'history.png, history.csv',
      run: async () => filesOf(await use('stats history', { from: '2 hours ago' })),
    },
  ];
}

/** Saves the attachments and resolves to their names, or to the text of the reply if there are none. */
async function filesOf({ content, attachments }: APIMessage): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  for (const { filename, url } of attachments) {
    const file = await fetch(url);
    writeFileSync(`${FOLDER}/${filename}`, Buffer.from(await file.arrayBuffer()));
  }
  return attachments.map(({ filename }) => filename).join(', ') || content;
}
