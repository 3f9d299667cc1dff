import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createPerson, type Person } from '../../src/sandbox/person.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { startChild, type Child } from '../helpers/child.ts';
import { startModerationStub, type ModerationStub } from '../helpers/moderation-stub.ts';
import { tempDir } from '../helpers/temp-dir.ts';

/** What a bot that runs as a process of its own needs round it. */
export interface Surroundings {
  readonly sandbox: Sandbox;
  readonly service: ModerationStub;
  /** Where the bot's process runs, and keeps its state. */
  readonly dir: string;
  /** The environment of a bot that finds all this. */
  readonly env: NodeJS.ProcessEnv;
  /** Starts `dist/src/main.js`; the environment is changed by `changes`. */
  start(changes?: NodeJS.ProcessEnv): Child;
  /** The same; resolves when it is connected to Discord. */
  startConnected(changes?: NodeJS.ProcessEnv): Promise<Child>;
  person(name: 'alice' | 'bob'): Person;
  stands(message: { id: string; channel_id: string }): boolean;
  /** By the id of the message that alerts tell of: the numbers of their cases, one an alert. */
  alerts(): Map<string, string[]>;
  /** The numbers of the cases a member was told of, one a notice. */
  noticesTo(userId: string): string[];
}

/** All of it is gone with the test that called this. */
export async function surroundings(): Promise<Surroundings> {
  const dir = tempDir();
  const service = await startModerationStub();
  onTestFinished(() => service.down());
  const sandbox = await createSandbox({ rateLimits: 'off' });
  onTestFinished(() => sandbox.stop());
  const { world, channels, members, botId } = sandbox;
  const { config } = service;
  const env: NodeJS.ProcessEnv = {
    DISCORD_TOKEN: sandbox.botToken,
    DISCORD_API_URL: sandbox.apiUrl,
    HTTP_PORT: '0',
    STATE_URL: `sqlite:${join(dir, 'state.sqlite')}`,
    ...(config.kind === 'remote'
      ? { MODERATION_URL: config.url, MODERATION_API_KEY: config.apiKey }
      : {}),
  };

  /** What the bot has posted there in embeds, as text. */
  function embedsIn(channelId: string): string[] {
    const messages = [...(world.state.channels.get(channelId)?.messages.values() ?? [])];
    return messages
      .filter(({ author, embeds }) => author.id === botId && embeds.length > 0)
      .map(({ embeds }) => JSON.stringify(embeds));
  }

  const start = (changes: NodeJS.ProcessEnv = {}): Child =>
    startChild('src/main.js', { env: { ...env, ...changes }, cwd: dir });

  return {
    sandbox,
    service,
    dir,
    env,
    start,
    async startConnected(changes) {
      const child = start(changes);
      await child.says('connected to Discord');
      return child;
    },
    person: (name) => createPerson(sandbox.apiUrl, members[name]),
    stands: ({ id, channel_id: channelId }) =>
      world.state.channels.get(channelId)?.messages.get(id) !== undefined,
    alerts() {
      const found = new Map<string, string[]>();
      for (const text of embedsIn(channels['mod-alerts'])) {
        const messageId = /\/channels\/\d+\/\d+\/(\d+)\)/.exec(text)?.[1] ?? '';
        found.set(messageId, [...(found.get(messageId) ?? []), caseNumberIn(text)]);
      }
      return found;
    },
    noticesTo: (userId) => embedsIn(world.users.openDm(botId, userId).id).map(caseNumberIn),
  };
}

function caseNumberIn(text: string): string {
  return /Case #(\d+) ·/.exec(text)?.[1] ?? '';
}
