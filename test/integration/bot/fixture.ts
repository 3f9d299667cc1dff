import type { MailHandlers } from '../../../src/bot/gateway/handlers.ts';
import { ChannelType, OverwriteType } from 'discord.js';
import { expect, vi } from 'vitest';
import { systemClock } from '../../../src/shared/clock.ts';
import type { AppError } from '../../../src/shared/errors.ts';
import { createGateway, type Gateway } from '../../../src/bot/gateway/gateway.ts';
import type { WatchedChannel } from '../../../src/bot/gateway/watched-channels.ts';
import type { Case } from '../../../src/bot/domain/case.ts';
import type { Action } from '../../../src/bot/domain/effects.ts';
import { defaultPolicy } from '../../../src/bot/domain/policy/policy.ts';
import type { DeletedMessages } from '../../../src/bot/domain/message-log.ts';
import type { EffectContext } from '../../../src/bot/domain/ports.ts';
import type { MissedMessage, Snapshot } from '../../../src/bot/domain/snapshot.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import { caseDraft, memberAuthor } from '../../helpers/cases.ts';
import { createLogSink } from '../../helpers/log-sink.ts';

/** For tests about other things. */
export const NO_MAIL: MailHandlers = {
  isThread: () => false,
  onWritten: () => undefined,
  onDeleted: () => undefined,
};

/** The bot's Discord layer, connected to a sandbox, and the events it has reported. */
export interface Connected {
  readonly sandbox: Sandbox;
  readonly gateway: Gateway;
  readonly snapshots: Snapshot[];
  readonly deleted: DeletedMessages[];
  readonly available: { guildId: string; channels: WatchedChannel[]; joinedAt: number | null }[];
  readonly opened: { guildId: string; channels: WatchedChannel[] }[];
  readonly missed: MissedMessage[];
  readonly removed: string[];
  readonly ended: AppError[];
  readonly logLines: string[];
  /** Adds a new member. */
  join(username: string, roleIds?: readonly string[]): string;
  /** A text channel in which the bot is denied some permissions. */
  addTextChannel(name: string, denied?: bigint): Promise<string>;
  /** Posts a message, by default in #general. */
  post(content: string, where?: { authorId?: string; channelId?: string }): string;
  /** A case about a message, as the pipeline would pass it on. */
  context(overrides?: ContextOverrides): EffectContext;
  stop(): Promise<void>;
}

export interface ContextOverrides extends Partial<Omit<EffectContext, 'record'>> {
  readonly record?: Partial<Case>;
}

export async function connectToSandbox(options: SandboxOptions = {}): Promise<Connected> {
  const sandbox = await createSandbox({ rateLimits: 'off', identifyLimits: 'off', ...options });
  const { logger, lines } = createLogSink('warn');
  const gateway = createGateway({
    shards: 'auto',
    identify: null,
    beforeRequest: async () => undefined,
    token: sandbox.botToken,
    apiUrl: sandbox.apiUrl,
    clock: systemClock,
    logger,
  });
  const snapshots: Snapshot[] = [];
  const deleted: DeletedMessages[] = [];
  const available: Connected['available'] = [];
  const opened: Connected['opened'] = [];
  const missed: MissedMessage[] = [];
  const removed: string[] = [];
  const ended: AppError[] = [];
  await gateway.connect({
    onDeleted: (messages) => deleted.push(messages),
    onMessage: (snapshot) => snapshots.push(snapshot),
    onText: () => undefined,
    mail: NO_MAIL,
    onGuildAvailable: (guildId, channels, joinedAt) =>
      available.push({ guildId, channels, joinedAt }),
    onMissed: (message) => missed.push(message),
    onThreadsOpened: (guildId, threads) => opened.push({ guildId, channels: threads }),
    onGuildJoined: () => undefined,
    onGuildRemoved: (guildId) => removed.push(guildId),
    onEnded: (error) => ended.push(error),
  });
  let cases = 0;

  return {
    sandbox,
    gateway,
    snapshots,
    deleted,
    available,
    opened,
    missed,
    removed,
    ended,
    logLines: lines,
    join(username, roles = []) {
      const { id } = sandbox.world.users.create({ username });
      sandbox.world.members.add({ guildId: sandbox.guildId, userId: id }, { roles });
      return id;
    },
    async addTextChannel(name, denied = 0n) {
      const { world, guildId, roles, members } = sandbox;
      const overwrite = { id: roles.Portcullis, type: OverwriteType.Role, allow: '0' };
      const { id } = world.channels.create(
        guildId,
        {
          name,
          type: ChannelType.GuildText,
          permission_overwrites: [{ ...overwrite, deny: denied.toString() }],
        },
        { byUserId: members.owner.id, reason: null },
      );
      await vi.waitFor(() => expect(gateway.client.channels.cache.has(id)).toBe(true));
      return id;
    },
    post(
      content,
      { authorId = sandbox.members.alice.id, channelId = sandbox.channels.general } = {},
    ) {
      return sandbox.world.messages.create(channelId, { authorId, content }).id;
    },
    context({
      record = {},
      policy = defaultPolicy,
      text = 'you are all idiots',
      resumed = false,
    } = {}) {
      cases += 1;
      const draft = caseDraft({
        guildId: sandbox.guildId,
        channelId: sandbox.channels.general,
        author: memberAuthor(sandbox.members.alice.id, 'Alice'),
        openedAt: Date.now(),
      });
      return { record: { ...draft, number: cases, ...record }, policy, text, resumed };
    },
    async stop() {
      await gateway.close();
      await sandbox.stop();
    },
  };
}

/** The steps of a new case. */
export function stepsOf(...effects: Action[]): Case['steps'] {
  return effects.map((effect) => ({ effect, outcome: null }));
}
