import {
  Client,
  GatewayIntentBits,
  Options,
  type CacheWithLimitsOptions,
  type ClientOptions,
  type RESTOptions,
} from 'discord.js';
import type { Shards } from '../../shared/shards.ts';
import { encodeForm } from '../../shared/form-bytes.ts';

export type MakeRequest = RESTOptions['makeRequest'];

/** Server Members and Message Content are privileged: the application's owner must turn them on. */
const INTENTS = [
  GatewayIntentBits.Guilds,
  GatewayIntentBits.GuildMembers,
  GatewayIntentBits.GuildModeration,
  GatewayIntentBits.GuildMessages,
  GatewayIntentBits.GuildScheduledEvents,
  GatewayIntentBits.MessageContent,
  GatewayIntentBits.DirectMessages,
];

/** The longest wait before a notice may open a direct message channel. */
const LONGEST_DM_WAIT_MS = 5_000;

/** How many members of a guild are cached, about 1 KB each. They save a request before most actions. */
const MEMBERS_PER_GUILD = 50;
const USERS = 2_000;

/**
 * A discord.js client whose memory does not grow with traffic. It caches channels, active threads, roles, the ids of
 * commands and a few recent members, and no messages: those are read from the payloads.
 */
export function createDiscordClient({
  apiUrl,
  shards,
  makeRequest,
  ws = {},
}: {
  readonly apiUrl: string;
  /** `auto`: all shards, as many as Discord recommends. */
  readonly shards: Shards | 'auto';
  readonly makeRequest: MakeRequest;
  readonly ws?: NonNullable<ClientOptions['ws']>;
}): Client {
  const isSelf = (id: string): boolean => id === client.user?.id;
  const limits: CacheWithLimitsOptions = {
    AutoModerationRuleManager: 0,
    BaseGuildEmojiManager: 0,
    EntitlementManager: 0,
    GuildBanManager: 0,
    GuildEmojiManager: 0,
    GuildInviteManager: 0,
    GuildMemberManager: { maxSize: MEMBERS_PER_GUILD, keepOverLimit: ({ id }) => isSelf(id) },
    GuildScheduledEventManager: 0,
    GuildStickerManager: 0,
    MessageManager: 0,
    PresenceManager: 0,
    ReactionManager: 0,
    ReactionUserManager: 0,
    StageInstanceManager: 0,
    // The bot's own thread membership shows whether it has joined the thread.
    ThreadMemberManager: { maxSize: 0, keepOverLimit: ({ id }) => isSelf(id) },
    UserManager: { maxSize: USERS, keepOverLimit: ({ id }) => isSelf(id) },
    VoiceStateManager: 0,
  };
  const client = new Client({
    intents: INTENTS,
    ...(shards === 'auto' ? { shards } : { shards: [...shards.ids], shardCount: shards.count }),
    ws,
    makeCache: Options.cacheWithLimits(limits),
    allowedMentions: { parse: [], repliedUser: false },
    rest: {
      api: apiUrl,
      makeRequest: withFormsAsBytes(makeRequest),
      rejectOnRateLimit: ({ route, retryAfter }) =>
        route === '/users/@me/channels' && retryAfter > LONGEST_DM_WAIT_MS,
    },
  });
  return client;
}

/**
 * Sends forms, which carry files, as bytes. All copies of undici in a process share one global dispatcher, owned by the
 * copy that loaded first. If that isn't discord.js's copy, it can't encode Node's own FormData: the upload fails with
 * "action is not a function", or hangs.
 */
export function withFormsAsBytes(makeRequest: MakeRequest): MakeRequest {
  return async (url, init) => {
    const { body } = init;
    if (!(body instanceof FormData)) return makeRequest(url, init);
    const { contentType, bytes } = await encodeForm(body);
    const headers = new Headers(init.headers);
    headers.set('content-type', contentType);
    return makeRequest(url, { ...init, headers: Object.fromEntries(headers), body: bytes });
  };
}
