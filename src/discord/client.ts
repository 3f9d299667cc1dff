import {
  Client,
  GatewayIntentBits,
  Options,
  type CacheWithLimitsOptions,
  type RESTOptions,
} from 'discord.js';

/** Server Members and Message Content are privileged: the application's owner has to switch them on. */
const INTENTS = [
  GatewayIntentBits.Guilds,
  GatewayIntentBits.GuildMembers,
  GatewayIntentBits.GuildModeration,
  GatewayIntentBits.GuildMessages,
  GatewayIntentBits.MessageContent,
  GatewayIntentBits.DirectMessages,
];

/** Longer than this no notice waits for its turn to open a conversation. */
const LONGEST_DM_WAIT_MS = 5_000;

/** Recent members of a guild, to spare a request before most actions. About 1 KB each. */
const MEMBERS_PER_GUILD = 50;
const USERS = 2_000;

/**
 * A discord.js client whose memory does not grow with what is written: of guilds it keeps channels, active
 * threads and roles, of people a few recent ones, of the rest nothing. No structures are partial; messages
 * are read from the payloads.
 */
export function createClient(apiUrl: string, makeRequest: RESTOptions['makeRequest']): Client {
  const isSelf = (id: string): boolean => id === client.user?.id;
  const limits: CacheWithLimitsOptions = {
    ApplicationCommandManager: 0,
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
    // The bot's own membership tells whether it has joined a thread.
    ThreadMemberManager: { maxSize: 0, keepOverLimit: ({ id }) => isSelf(id) },
    UserManager: { maxSize: USERS, keepOverLimit: ({ id }) => isSelf(id) },
    VoiceStateManager: 0,
  };
  const client = new Client({
    intents: INTENTS,
    shards: 'auto',
    makeCache: Options.cacheWithLimits(limits),
    allowedMentions: { parse: [], repliedUser: false },
    rest: {
      api: apiUrl,
      makeRequest,
      rejectOnRateLimit: ({ route, retryAfter }) =>
        route === '/users/@me/channels' && retryAfter > LONGEST_DM_WAIT_MS,
    },
  });
  return client;
}
