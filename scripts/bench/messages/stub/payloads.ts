import { comment } from '../../default/comments.ts';
import type { Texts } from './protocol.ts';

/* Gateway payloads in Discord's format, with little variety. */

export const BOT_ID = '200000000000000001';
const EPOCH_MS = 1_420_070_400_000;
const AUTHORS = 5000;
const MEMBER_ROLES = 13;
const USER_DEFAULTS = { accent_color: null, avatar: null, banner: null, discriminator: '0' };

let sequence = 0n;

/** Ids that grow with time, like snowflakes. */
export function nextId(): string {
  sequence += 1n;
  return ((BigInt(Date.now() - EPOCH_MS) << 22n) | (sequence & 0xfffffn)).toString();
}

/**
 * Servers with consecutive numbers are on consecutive shards, for any number of shards up to 64; the first server is on shard 0.
 */
const FIRST_GUILD_TIME = 71_525_574_656n;

export function guildId(guild: number): string {
  return ((FIRST_GUILD_TIME + BigInt(guild)) << 22n).toString();
}

function channelId(guild: number, channel: number): string {
  return (400_000_000_000_000_000n + BigInt(guild) * 1000n + BigInt(channel)).toString();
}

function roleId(guild: number, role: number): string {
  return (500_000_000_000_000_000n + BigInt(guild) * 100n + BigInt(role)).toString();
}

function role(id: string, name: string, position: number, permissions: string): object {
  return {
    id,
    name,
    permissions,
    position,
    color: 0,
    flags: 0,
    hoist: false,
    managed: name === 'Portcullis',
    mentionable: false,
  };
}

/** The id of a member's direct message channel. */
export function dmChannelId(userId: string): string {
  return `7${userId.slice(1)}`;
}

export const botUser = {
  ...USER_DEFAULTS,
  id: BOT_ID,
  username: 'portcullis',
  global_name: null,
  bot: true,
};

export function guildCreate(guild: number, channels: number): object {
  const id = guildId(guild);
  return {
    id,
    name: `Guild ${guild}`,
    icon: null,
    owner_id: '200000000000000002',
    member_count: AUTHORS,
    large: false,
    joined_at: '2026-01-01T00:00:00.000Z',
    verification_level: 1,
    default_message_notifications: 0,
    explicit_content_filter: 0,
    features: [],
    mfa_level: 0,
    nsfw_level: 0,
    premium_tier: 0,
    preferred_locale: 'en-US',
    system_channel_flags: 0,
    roles: [
      role(id, '@everyone', 0, '1071698660929'),
      ...Array.from({ length: MEMBER_ROLES }, (_, index) =>
        role(roleId(guild, index + 1), `Role ${index + 1}`, index + 1, '0'),
      ),
      role(roleId(guild, 0), 'Portcullis', MEMBER_ROLES + 1, '8'),
    ],
    members: [
      {
        user: botUser,
        roles: [roleId(guild, 0)],
        joined_at: '2026-01-01T00:00:00.000Z',
        deaf: false,
        mute: false,
        flags: 0,
      },
    ],
    channels: Array.from({ length: channels }, (_, channel) => ({
      id: channelId(guild, channel),
      type: 0,
      name: channel === 0 ? 'mod-alerts' : `channel-${channel}`,
      position: channel,
      permission_overwrites: [],
      topic: null,
      nsfw: false,
      parent_id: null,
      last_message_id: null,
      rate_limit_per_user: 0,
    })),
    threads: [],
    emojis: [],
    stickers: [],
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

const SENTENCES = [
  'did anyone manage to get the build running after the last update?',
  'lol that was the best round we had all evening, same time tomorrow',
  'I pushed the fix, can someone have a look before I merge it please',
  'who wants to join voice, we need two more for the raid tonight',
];

const WORDS =
  'amber basin cedar delta ember fable gusto hazel inlet jolly kayak lemon mango noble oasis pearl quilt river sable tulip ' +
  'umber vivid waltz xenon yodel zesty anvil brisk cloud dwarf eagle frost grape haste ivory jewel knack lunar maple nerve';
const BAD_WORDS = WORDS.split(' ');
const WORDS_PER_BAD_TEXT = 12;
const INSULT = 'you stupid fucking bitch';

/** Texts that differ enough for the bot not to see an incident in them. */
function badWords(index: number): string {
  const words: (string | undefined)[] = [];
  let state = (index + 1) * 2_654_435_761;
  for (let word = 0; word < WORDS_PER_BAD_TEXT; word += 1) {
    state = (Math.imul(state | 0, 1_664_525) + 1_013_904_223) >>> 0;
    words.push(BAD_WORDS[(state >>> 16) % BAD_WORDS.length]);
  }
  return words.join(' ');
}

/** The stub service deletes texts that begin with BAD; the embedded service and a word list have to recognise the insult. */
function textOf(index: number, bad: boolean, texts: Texts): string {
  switch (texts) {
    case 'plain':
      if (bad) return `BAD ${badWords(index)}`;
      return `${SENTENCES[index % SENTENCES.length] ?? ''} (${index})`;
    case 'comments':
      return bad ? `BAD ${INSULT}, ${INSULT} ${badWords(index)}` : comment(index);
  }
}

/** Message number `index` of a run, from one of 5,000 members in one of the server's channels. */
export function messageCreate(
  index: number,
  guild: number,
  channels: number,
  bad: boolean,
  texts: Texts = 'plain',
): { id: string; data: object } {
  const author = index % AUTHORS;
  const id = nextId();
  return {
    id,
    data: {
      id,
      type: 0,
      channel_id: channelId(guild, 1 + (index % Math.max(1, channels - 1))),
      guild_id: guildId(guild),
      content: textOf(index, bad, texts),
      author: {
        ...USER_DEFAULTS,
        id: (600_000_000_000_000_000n + BigInt(author)).toString(),
        username: `member-${author}`,
        global_name: `Member ${author}`,
        public_flags: 0,
      },
      member: {
        roles: [],
        joined_at: '2026-01-01T00:00:00.000Z',
        deaf: false,
        mute: false,
        flags: 0,
        nick: null,
        avatar: null,
      },
      timestamp: new Date().toISOString(),
      edited_timestamp: null,
      tts: false,
      mention_everyone: false,
      mentions: [],
      mention_roles: [],
      attachments: [],
      embeds: [],
      components: [],
      pinned: false,
      flags: 0,
      nonce: String(index),
    },
  };
}

/** A complete response of the service with this action. */
export function moderationResponse(action: 'pass' | 'flag' | 'delete' | 'ban'): string {
  return JSON.stringify({
    api: 'service-lang-text',
    success: true,
    response: {
      engine1: { baseline: 0.0123, raceInvocation: 0.0011, politicalLanguage: 0.0456 },
      engine2: {
        raceInvocation: 0.0021,
        defensive: 0.0312,
        baseline: 0.0223,
        aggressive: 0.0109,
        vulgar: 0.0087,
      },
      engine3: { invoked: false },
      suggestedAction: [action, 0.98],
      patches: {
        extremistFormattingPatch: false,
        miscWordChoicePath: false,
        shortVulgarityCommentLeniency: false,
        modelTrainingWordPatch: [false, false],
        curseWordOverride: false,
        sentimentScore: 0.31,
      },
      insights: { dialectPrediction: ['English', 0.97] },
      metadata: {
        modelTrainingWords: [],
        computeTime: 0.41,
        times: [0.1, 0.2, 0.11],
        uuid: 'c9d6f1f0-3c3c-4f5e-9a7c-0d4f6b1d2e3f',
        warningIssued: false,
        endpoint: 'text',
        alloc: 'a1',
        latencyAlert: false,
      },
      operator: {},
    },
    TOS: 'https://example.invalid/terms',
    version: '1.0.0',
  });
}
