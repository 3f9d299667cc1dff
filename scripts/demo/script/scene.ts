import { RESTJSONErrorCodes, type APIEmbed, type APIMessage } from 'discord-api-types/v10';
import type { Policy } from '../../../src/bot/domain/policy/policy.ts';
import type { MessageOutcome } from '../../../src/bot/judging/outcome.ts';
import { DiscordRequestError } from '../../../src/sandbox/person.ts';
import type { MemberName, Harness } from '../harness.ts';

export interface Step {
  readonly title: string;
  readonly expected: string;
  /** Resolves to the actual result, which equals `expected` if the step passes. */
  readonly run: () => Promise<string>;
}

type PostedMessage = Pick<APIMessage, 'id' | 'channel_id'>;

const UNKNOWN_CHANNEL: number = RESTJSONErrorCodes.UnknownChannel;

export const INSULT = 'you are such an idiot';
export const ABUSE = 'fuck you, you stupid bitch';

export const KEPT = 'kept';
export const FLAGGED = 'kept, moderators alerted';
export const DELETED = 'deleted, author notified, moderators alerted';

/** Lets members write, and returns the results that members and moderators see. */
export function createScene(harness: Harness) {
  const { sandbox } = harness;
  const { general, random, 'mod-alerts': modAlerts } = sandbox.channels;
  const moderator = harness.person('moderator');

  async function alertAbout(messageId: string): Promise<APIEmbed | null> {
    const posts = await moderator.read(modAlerts);
    return posts.find((post) => harness.isAlertAbout(messageId, post))?.embeds[0] ?? null;
  }

  async function isNotified(name: MemberName): Promise<boolean> {
    const [latest] = await harness.person(name).readDms(sandbox.botId);
    return (
      latest !== undefined && !seenNotices.has(latest.id) && Boolean(seenNotices.add(latest.id))
    );
  }
  const seenNotices = new Set<string>();

  /** The result that the members see. */
  async function resultOf(name: MemberName, message: PostedMessage): Promise<string> {
    const isKept = (await moderator.find(message.channel_id, message.id)) !== null;
    const alert = await alertAbout(message.id);
    const parts = [
      isKept ? KEPT : 'deleted',
      ...(name !== 'helper-bot' && (await isNotified(name)) ? ['author notified'] : []),
      ...(alert === null ? [] : ['moderators alerted']),
    ];
    return parts.join(', ');
  }

  /** True when the channel or thread no longer exists. */
  async function isGone(channelId: string): Promise<boolean> {
    try {
      await moderator.read(channelId);
      return false;
    } catch (error) {
      if (!(error instanceof DiscordRequestError) || error.discordCode !== UNKNOWN_CHANNEL) {
        throw error;
      }
      return true;
    }
  }

  async function after(name: MemberName, message: PostedMessage): Promise<string> {
    await harness.outcomeOf(message.id);
    return resultOf(name, message);
  }

  function says(name: MemberName, text: string, expected: string, note = ''): Step {
    return {
      title: `${name}${note} writes “${visible(text)}”`,
      expected,
      run: async () => after(name, await harness.person(name).say(general, text)),
    };
  }

  function sends(name: MemberName, action: string, message: object): Step {
    return {
      title: `${name} ${action}`,
      expected: DELETED,
      run: async () => after(name, await harness.person(name).send(random, message)),
    };
  }

  function skips(name: MemberName, reason: string): Step {
    return {
      title: `${name} writes “${ABUSE}”`,
      expected: `${KEPT}, skipped: ${reason}`,
      async run() {
        const message = await harness.person(name).say(general, ABUSE);
        const outcome = await harness.outcomeOf(message.id);
        return `${await resultOf(name, message)}, ${skipped(outcome)}`;
      },
    };
  }

  async function withPolicy(changes: Partial<Policy>, run: () => Promise<string>): Promise<string> {
    const { policies } = harness.bot();
    const before = await policies.get(sandbox.guildId);
    await policies.set(sandbox.guildId, { ...before, ...changes });
    try {
      return await run();
    } finally {
      await policies.set(sandbox.guildId, before);
    }
  }

  /** The bot never acts on these members: the message stays, and the alert gives the reason. */
  function withheld(name: MemberName, words: string): Step {
    return {
      title: `${name} writes “${ABUSE}”`,
      expected: `${FLAGGED}; the alert says “${words}”`,
      async run() {
        const message = await harness.person(name).say(general, ABUSE);
        const result = await after(name, message);
        return `${result}; ${quoted(await alertAbout(message.id), words)}`;
      },
    };
  }

  return {
    after,
    alertAbout,
    isGone,
    isNotified,
    moderator,
    says,
    sends,
    skips,
    withheld,
    withPolicy,
  };
}

export type Scene = ReturnType<typeof createScene>;

function skipped(outcome: MessageOutcome): string {
  return outcome.kind === 'skipped' ? `skipped: ${outcome.reason}` : outcome.kind;
}

export function quoted(alert: APIEmbed | null, words: string): string {
  const isQuoted = alert !== null && JSON.stringify(alert).includes(words);
  return `the alert ${isQuoted ? 'says' : 'does not say'} “${words}”`;
}

/** Shows invisible characters as dots. */
function visible(text: string): string {
  return text.replaceAll('\u200b', '·');
}
