import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { APIMessage } from 'discord-api-types/v10';
import { REST } from 'discord.js';
import { onTestFinished } from 'vitest';
import { ordinaryCommands } from '../../../commands/index.ts';
import { deployCommands } from '../../../src/bot/interactions/registration/deploy.ts';
import { createPerson, type Person } from '../../../src/sandbox/person.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import { startChild, type Child } from '../../helpers/processes/child.ts';
import { startModerationStub, type ModerationStub } from '../../helpers/servers/moderation-stub.ts';
import { BOTS_USE_POSTGRES, createPostgresDatabase } from '../../helpers/state-url.ts';
import { tempDir } from '../../helpers/temp-dir.ts';

/** The servers and state that a bot process uses. */
export interface ProcessFixture {
  readonly sandbox: Sandbox;
  readonly service: ModerationStub;
  /** The working directory of the bot's process, with its state. */
  readonly dir: string;
  /** The environment that points a bot at this fixture. */
  readonly env: NodeJS.ProcessEnv;
  /** Starts `src/main.ts` with `changes` to the environment. */
  start(changes?: NodeJS.ProcessEnv): Child;
  /** Like `start`; resolves when the bot is connected to Discord. */
  startConnected(changes?: NodeJS.ProcessEnv): Promise<Child>;
  /** Registers the commands. */
  deploy(): Promise<void>;
  person(name: 'alice' | 'bob' | 'owner'): Person;
  exists(message: { id: string; channel_id: string }): boolean;
  /** The bot's posts in #mod-alerts, oldest first. */
  posts(): APIMessage[];
  /** Case numbers by message id, one per alert. */
  alerts(): Map<string, string[]>;
  /** Case numbers in a member's notices, one per notice. */
  noticesTo(userId: string): string[];
}

/** Everything stops when the calling test ends. `rateLimits`: off by default. */
export async function createProcessFixture({
  rateLimits = 'off',
}: Pick<SandboxOptions, 'rateLimits'> = {}): Promise<ProcessFixture> {
  const dir = tempDir();
  const service = await startModerationStub();
  onTestFinished(() => service.down());
  const sandbox = await createSandbox({ rateLimits, identifyLimits: 'off' });
  onTestFinished(() => sandbox.stop());
  const { world, channels, members, botId } = sandbox;
  const { config } = service;
  const postgres = BOTS_USE_POSTGRES ? await createPostgresDatabase() : null;
  if (postgres !== null) onTestFinished(postgres.drop);
  const env: NodeJS.ProcessEnv = {
    DISCORD_TOKEN: sandbox.botToken,
    DISCORD_API_URL: sandbox.apiUrl,
    HTTP_PORT: '0',
    STATE_URL: postgres?.url ?? `sqlite:${join(dir, 'state.sqlite')}`,
    STATE_KEY: randomBytes(32).toString('base64'),
    ...(config.kind === 'remote'
      ? { MODERATION_URL: config.url, MODERATION_API_KEY: config.apiKey }
      : {}),
  };

  function postsIn(channelId: string): APIMessage[] {
    const messages = [...(world.state.channels.get(channelId)?.messages.values() ?? [])];
    return messages.filter(({ author }) => author.id === botId);
  }

  /** The embeds of the bot's posts in a channel, as text. */
  function embedsIn(channelId: string): string[] {
    return postsIn(channelId)
      .filter(({ embeds }) => embeds.length > 0)
      .map(({ embeds }) => JSON.stringify(embeds));
  }

  const start = (changes: NodeJS.ProcessEnv = {}): Child =>
    startChild('src/main.ts', { env: { ...env, ...changes }, cwd: dir });

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
    async deploy() {
      const rest = new REST({ api: sandbox.apiUrl }).setToken(sandbox.botToken);
      const { applicationId } = sandbox;
      const data = ordinaryCommands.map((command) => command.data);
      await deployCommands({ rest, applicationId, commands: data, guildId: null, dryRun: false });
    },
    person: (name) => createPerson(sandbox.apiUrl, members[name]),
    exists: ({ id, channel_id: channelId }) =>
      world.state.channels.get(channelId)?.messages.get(id) !== undefined,
    posts: () => postsIn(channels['mod-alerts']),
    alerts() {
      const alerts = new Map<string, string[]>();
      for (const text of embedsIn(channels['mod-alerts'])) {
        const messageId = /\/channels\/\d+\/\d+\/(\d+)\)/.exec(text)?.[1] ?? '';
        alerts.set(messageId, [...(alerts.get(messageId) ?? []), caseNumberIn(text)]);
      }
      return alerts;
    },
    noticesTo: (userId) => embedsIn(world.users.openDm(botId, userId).id).map(caseNumberIn),
  };
}

function caseNumberIn(text: string): string {
  return /Case #(\d+) ·/.exec(text)?.[1] ?? '';
}
