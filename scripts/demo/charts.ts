import { mkdirSync, writeFileSync } from 'node:fs';
import type { APIMessage } from 'discord-api-types/v10';
import { sleep, systemClock } from '../../src/lib/clock.ts';
import { pathBeside } from '../../src/lib/sqlite-url.ts';
import type { OptionValues } from '../../src/sandbox/person-interactions.ts';
import { settled } from './answers.ts';
import { chatEarlier } from './earlier-chat.ts';
import type { Step } from './scenario.ts';
import type { Stage } from './stage.ts';

/** Ignored by git. */
const FOLDER = 'demo-output';

/** The commands that answer with charts, once each; the pictures are written to `demo-output/`. */
export function chartSteps(stage: Stage): Step[] {
  const { general } = stage.sandbox.channels;
  const owner = stage.person('owner');

  async function use(path: string, options: OptionValues = {}): Promise<APIMessage> {
    return settled(await owner.slash(general, path, options));
  }

  return [
    {
      title: 'the service looks back on an hour of chat before the demo, made up for the charts',
      expected: '420 messages',
      async play() {
        await stage.stopBot();
        try {
          return `${await chatEarlier(pathBeside(stage.stateFile, 'service'))} messages`;
        } finally {
          await stage.startBot();
        }
      },
    },
    {
      title: 'olivia uses /insights query metric:sentiment from:1 hour ago',
      expected: 'insights.png, insights.csv',
      async play() {
        // Samples are committed within a second or so.
        await sleep(systemClock, 1500);
        return told(await use('insights query', { metric: 'sentiment', from: '1 hour ago' }));
      },
    },
    {
      title: 'olivia looks at the same query’s status and results',
      expected: 'It is finished; insights.png, insights.csv',
      async play() {
        const [choice] = await owner.autocomplete(general, 'insights results', { job: '' }, 'job');
        const options = { job: choice?.value ?? '' };
        const { content } = await use('insights status', options);
        const status = /It is \w+/.exec(content)?.[0] ?? content;
        return `${status}; ${await told(await use('insights results', options))}`;
      },
    },
    {
      title: 'olivia uses /stats lifetime',
      expected: 'lifetime.png',
      play: async () => told(await use('stats lifetime')),
    },
    {
      title: 'olivia uses /stats history from:2 hours ago',
      expected: 'history.png, history.csv',
      play: async () => told(await use('stats history', { from: '2 hours ago' })),
    },
  ];
}

/** The names of the files that came, written to the folder; what was said where there are none. */
async function told({ content, attachments }: APIMessage): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  for (const { filename, url } of attachments) {
    const file = await fetch(url);
    writeFileSync(`${FOLDER}/${filename}`, Buffer.from(await file.arrayBuffer()));
  }
  return attachments.map(({ filename }) => filename).join(', ') || content;
}
