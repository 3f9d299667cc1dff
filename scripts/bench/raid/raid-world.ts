import { setTimeout as wait } from 'node:timers/promises';
import {
  ChannelType,
  GatewayDispatchEvents,
  OverwriteType,
  PermissionFlagsBits as Permission,
} from 'discord-api-types/v10';
import { INVITED_PERMISSION_BITS } from '../../../src/bot/access/permissions.ts';
import { DAY_MS } from '../../../src/shared/clock.ts';
import type { ApiRequest } from '../../../src/sandbox/edge/observe-requests.ts';
import { startServiceStub } from './service-stub.ts';
import type { DraftFile } from '../../../src/sandbox/world/messages/draft.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';

export interface RaidServer {
  readonly guildId: string;
  readonly chatIds: readonly string[];
  readonly moderatorChannelId: string;
}

export interface RaidMessage {
  readonly channelId: string;
  /** A member, or a webhook that posts. */
  readonly authorId: string;
  readonly text: string;
  readonly isWebhook?: boolean;
  readonly files?: readonly DraftFile[];
}

export interface BotMessage {
  readonly channelId: string;
  readonly atMs: number;
  /** The message as JSON. */
  readonly text: string;
}

/**
 * A sandbox Discord with real rate limits, and a moderation service. Measures what a bot does there. Times are from
 * `performance.now()`.
 */
export interface RaidWorld {
  readonly sandbox: Sandbox;
  /** The moderation service's URL. */
  readonly serviceUrl: string;
  addServer(name: string, chats: number): RaidServer;
  /** Adds members and returns their ids. New ones join now, others joined a year ago. */
  addMembers(server: RaidServer, members: { count: number; isNew: boolean }): string[];
  /** Posts a message and returns its id. */
  post(message: RaidMessage): string;
  /** Starts a thread, which Discord announces in the channel, and returns its id. */
  startThread(thread: { channelId: string; authorId: string; title: string }): string;
  /** When the message was posted and deleted; null: not deleted. A thread also counts as deleted when its announcement is. */
  timesOf(messageId: string): { postedMs: number; deletedMs: number | null };
  /** The bot's posts since the last `reset`, oldest first. Does not include edits. */
  posts(): readonly BotMessage[];
  /** Recipients of the bot's direct messages since the last `reset`. */
  notices(): readonly string[];
  /** The bot's requests since the last `reset`. */
  requests(): readonly ApiRequest[];
  reset(): void;
  /** Resolves once the bot has sent nothing for this long. */
  quiet(ms: number): Promise<void>;
  stop(): Promise<void>;
}

export interface RaidWorldOptions {
  /** Default: Discord's own. */
  rateLimits?: 'off';
}

const YEAR_MS = 365 * DAY_MS;
const POLL_MS = 10;

export async function createRaidWorld(options: RaidWorldOptions): Promise<RaidWorld> {
  let requests: ApiRequest[] = [];
  let posts: BotMessage[] = [];
  let notices: string[] = [];
  let lastRequestMs = performance.now();
  const posted = new Map<string, number>();
  const deleted = new Map<string, number>();
  const announcements = new Map<string, string>();

  const sandbox = await createSandbox({
    rateLimits: options.rateLimits ?? 1,
    identifyLimits: 'off',
    observe(request) {
      if (request.isPerson) return;
      requests.push(request);
      lastRequestMs = performance.now();
    },
  });
  const service = await startServiceStub();
  const { world, botId } = sandbox;

  world.subscribe(({ type, data }) => {
    const atMs = performance.now();
    if (
      type === GatewayDispatchEvents.MessageDelete ||
      type === GatewayDispatchEvents.ThreadDelete
    ) {
      deleted.set(data.id, atMs);
    }
    if (type === GatewayDispatchEvents.MessageDeleteBulk) {
      for (const id of data.ids) deleted.set(id, atMs);
    } else if (type === GatewayDispatchEvents.MessageCreate && data.author.id === botId) {
      const channel = world.state.channels.get(data.channel_id);
      if (channel?.guildId === null) {
        notices.push(...channel.recipientIds.filter((id) => id !== botId));
      } else posts.push({ channelId: data.channel_id, atMs, text: JSON.stringify(data) });
    }
  });

  return {
    sandbox,
    serviceUrl: service.url,
    addServer: (name, chats) => addServer(sandbox, name, chats),
    addMembers({ guildId }, { count, isNew }) {
      return Array.from({ length: count }, (_, index) => {
        const username = `${isNew ? 'new' : 'old'}-${guildId.slice(-4)}-${index}`;
        const { id: userId } = world.users.create({ username });
        const joinedAt = Date.now() - (isNew ? 0 : YEAR_MS);
        world.members.add({ guildId, userId }, { joinedAt });
        return userId;
      });
    },
    post({ channelId, authorId, text, isWebhook = false, files }) {
      const postedMs = performance.now();
      const webhook = isWebhook ? { id: authorId, username: `hook ${authorId}` } : undefined;
      const draft = { authorId, content: text, webhook, files };
      const { id } = world.messages.create(channelId, draft);
      posted.set(id, postedMs);
      return id;
    },
    startThread({ channelId, authorId, title }) {
      const postedMs = performance.now();
      const thread = { name: title, type: ChannelType.PublicThread } as const;
      const { id } = world.threads.start(channelId, thread, { byUserId: authorId, reason: null });
      const announcement = [...(world.state.channels.get(channelId)?.messages.values() ?? [])].find(
        ({ message_reference: reference }) => reference?.channel_id === id,
      );
      posted.set(id, postedMs);
      announcements.set(id, announcement?.id ?? '');
      return id;
    },
    timesOf(messageId) {
      const postedMs = posted.get(messageId);
      if (postedMs === undefined) throw new Error('This message was not posted here.');
      const ids = [messageId, announcements.get(messageId) ?? messageId];
      const times = ids.flatMap((id) => deleted.get(id) ?? []);
      return { postedMs, deletedMs: times.length === ids.length ? Math.max(...times) : null };
    },
    posts: () => posts,
    notices: () => notices,
    requests: () => requests,
    reset() {
      requests = [];
      posts = [];
      notices = [];
    },
    async quiet(ms) {
      while (performance.now() - lastRequestMs < ms) await wait(POLL_MS);
    },
    async stop() {
      await sandbox.stop();
      service.stop();
    },
  };
}

function addServer({ world, botId, members }: Sandbox, name: string, chats: number): RaidServer {
  const asOwner = { byUserId: members.owner.id, reason: null };
  const { id: guildId } = world.guilds.create({ name, ownerId: members.owner.id });
  const permissions = INVITED_PERMISSION_BITS;
  const role = world.roles.create(
    guildId,
    { name: 'Portcullis', position: 1, permissions },
    asOwner,
  );
  const type = ChannelType.GuildText;
  const permission_overwrites = [
    {
      id: guildId,
      type: OverwriteType.Role,
      allow: '0',
      deny: Permission.ViewChannel.toString(),
    },
    {
      id: role.id,
      type: OverwriteType.Role,
      allow: Permission.ViewChannel.toString(),
      deny: '0',
    },
  ];
  const moderatorChannel = world.channels.create(
    guildId,
    { name: 'mod-alerts', type, permission_overwrites },
    asOwner,
  );
  const chatIds = Array.from(
    { length: chats },
    (_, index) => world.channels.create(guildId, { name: `chat-${index + 1}`, type }, asOwner).id,
  );
  world.members.add({ guildId, userId: botId }, { roles: [role.id] });
  return { guildId, chatIds, moderatorChannelId: moderatorChannel.id };
}
