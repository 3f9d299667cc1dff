import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REST } from 'discord.js';
import { commands } from '../../commands/index.ts';
import { createApp, type App, type AppDeps, type Running } from '../../src/app.ts';
import type { AudioConfig } from '../../src/config/audio.ts';
import type { Config, ServiceConfig } from '../../src/config/config.ts';
import { deployCommands } from '../../src/discord/registration/deploy.ts';
import { silentLogger } from '../../src/lib/logger.ts';
import type { MessageEvent, MessageOutcome } from '../../src/pipeline/outcome.ts';
import { createPerson, type Person } from '../../src/sandbox/person.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts';

export type Name = keyof Sandbox['members'];

export interface StageOptions {
  readonly sandbox?: SandboxOptions;
  /** Default: the embedded one. */
  readonly service?: ServiceConfig;
  /** Of the embedded service. Default: it hears nothing. */
  readonly audio?: AudioConfig;
  /** Name or id. Default: mod-alerts. */
  readonly moderatorChannel?: string;
  /** Keys that events must be signed with. Default: none, and signatures are not asked for. */
  readonly webhookSecrets?: readonly string[];
  /** For events that belong to no guild. Default: none. */
  readonly fallbackChannel?: keyof Sandbox['channels'];
  readonly deps?: Partial<AppDeps>;
}

/** The whole bot on a sandbox Discord, and people who talk there. Everything over real sockets. */
export interface Stage {
  readonly sandbox: Sandbox;
  /** Where the bot keeps its state. */
  readonly stateFile: string;
  /** What the running bot can be asked. */
  bot(): Running;
  person(name: Name): Person;
  /**
   * What became of a message: the next outcome nobody has asked for yet, so an edited message has one more.
   * Resolves when its effects are done.
   */
  outcomeOf(messageId: string): Promise<MessageOutcome>;
  /** Every outcome, as it comes. */
  onOutcome(listener: (event: MessageEvent) => void): void;
  stopBot(): Promise<void>;
  /** On the same state. */
  startBot(): Promise<void>;
  close(): Promise<void>;
}

/** Starts everything on free loopback ports, with the state in a folder that is gone afterwards. */
export async function createStage(options: StageOptions = {}): Promise<Stage> {
  const state = mkdtempSync(join(tmpdir(), 'portcullis-stage-'));
  const stateFile = join(state, 'state.sqlite');
  const sandbox = await createSandbox(options.sandbox);
  const deployed = await deployCommands({
    rest: new REST({ api: sandbox.apiUrl }).setToken(sandbox.botToken),
    applicationId: sandbox.applicationId,
    commands: commands.map(({ data }) => data),
    guildId: null,
    dryRun: false,
  });
  if (deployed.kind === 'invalid') throw new Error(deployed.problems.join('\n'));
  const config: Config = {
    discord: { token: sandbox.botToken, apiUrl: sandbox.apiUrl },
    service: options.service ?? { kind: 'embedded' },
    moderatorChannel: options.moderatorChannel ?? 'mod-alerts',
    fallbackChannelId:
      options.fallbackChannel === undefined ? null : sandbox.channels[options.fallbackChannel],
    audio: options.audio ?? { transcriber: null, privateNetworks: [] },
    listener: {
      host: '127.0.0.1',
      port: 0,
      metrics: null,
      publicUrl: null,
      secrets: options.webhookSecrets ?? [],
    },
    stateUrl: `sqlite:${stateFile}`,
    logLevel: 'info',
  };

  const unread = new Map<string, MessageOutcome[]>();
  const readers = new Map<string, ((outcome: MessageOutcome) => void)[]>();
  const listeners: ((event: MessageEvent) => void)[] = [];
  function observe(event: MessageEvent): void {
    for (const listener of listeners) listener(event);
    const reader = readers.get(event.messageId)?.shift();
    if (reader !== undefined) reader(event.outcome);
    else unread.set(event.messageId, [...(unread.get(event.messageId) ?? []), event.outcome]);
  }

  let app: App;
  let running: Running;
  async function startBot(): Promise<void> {
    app = createApp(config, { logger: silentLogger, ...options.deps, observe });
    running = await app.start();
  }
  await startBot();

  return {
    sandbox,
    stateFile,
    bot: () => running,
    person(name) {
      const { id, token } = sandbox.members[name];
      const isBot = sandbox.world.actorOf(token)?.kind === 'bot';
      return createPerson(sandbox.apiUrl, { id, token: isBot ? `Bot ${token}` : token });
    },
    outcomeOf(messageId) {
      const known = unread.get(messageId)?.shift();
      if (known !== undefined) return Promise.resolve(known);
      return new Promise((resolve) => {
        readers.set(messageId, [...(readers.get(messageId) ?? []), resolve]);
      });
    },
    onOutcome: (listener) => listeners.push(listener),
    stopBot: () => app.stop(),
    startBot,
    async close() {
      await app.stop();
      await sandbox.stop();
      rmSync(state, { recursive: true, force: true });
    },
  };
}
