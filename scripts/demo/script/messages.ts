import { RESTJSONErrorCodes, type APIEmbed, type APIMessage } from 'discord-api-types/v10';
import type { Effect } from '../../../src/bot/domain/effects.ts';
import { defaultPolicy, type Policy } from '../../../src/bot/domain/policy/policy.ts';
import type { Rule } from '../../../src/bot/domain/policy/rules.ts';
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

const INSULT = 'you are such an idiot';
const ABUSE = 'fuck you, you stupid bitch';

const KEPT = 'kept';
const FLAGGED = 'kept, moderators alerted';
const DELETED = 'deleted, author notified, moderators alerted';

/** Messages of all kinds, and the bot's reactions. */
export function messageSteps(harness: Harness): Step[] {
  const { sandbox } = harness;
  const { general, random, 'help-forum': forum, 'mod-alerts': modAlerts } = sandbox.channels;
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

  /** The result for the members. */
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

  const timeoutRule: Effect[] = [
    { kind: 'delete' },
    { kind: 'timeout', seconds: 60 },
    { kind: 'alert' },
  ];
  const timeoutRules: Rule[] = [
    { id: 'timeout', name: 'Time out', when: { actions: ['delete'] }, effects: timeoutRule },
  ];

  return [
    says('alice', 'good morning everyone, who is up for a game tonight?', KEPT),
    says(
      'alice',
      'I grew up in Scunthorpe, do not kill the process, it is just a class assassin',
      KEPT,
    ),
    says('bob', INSULT, FLAGGED),
    says('bob', ABUSE, DELETED),
    says('bob', 'y0u are a st.u.p.i.d  b 1 t c h', DELETED),
    says('bob', 'fu\u200bck y\u200bou, stu\u200bpid bi\u200btch', DELETED),
    says('bob', 'you 𝓯𝓾𝓬𝓴𝓲𝓷𝓰 r3t@rd', DELETED),
    says('bob', 'yоu аre a fuсking bitсh', DELETED, ', with Cyrillic letters,'),
    {
      title: `carol writes “what a nice day” and edits it into “${ABUSE}”`,
      expected: `first ${KEPT}, after the edit ${DELETED}`,
      async run() {
        const carol = harness.person('carol');
        const message = await carol.say(general, 'what a nice day');
        const first = await after('carol', message);
        await carol.edit(general, message.id, ABUSE);
        return `first ${first}, after the edit ${await after('carol', message)}`;
      },
    },
    sends('carol', `hides “${ABUSE}” in a poll`, {
      poll: {
        question: { text: 'What do you think of me?' },
        answers: [{ poll_media: { text: 'nice' } }, { poll_media: { text: ABUSE } }],
        duration: 1,
      },
    }),
    {
      title: `carol hides “${ABUSE}” in the alt text of a picture`,
      expected: DELETED,
      async run() {
        const files = [{ name: 'cat.png', content: 'not really a cat', description: ABUSE }];
        return after('carol', await harness.person('carol').upload(random, '', files));
      },
    },
    {
      title: `carol hides “${ABUSE}” in the title of a forum post`,
      expected: 'the post with its title deleted, author notified, moderators alerted',
      async run() {
        const { id } = await harness.person('carol').openThread(forum, ABUSE, 'please help');
        // A post's first message has the id of the post.
        await harness.outcomeOf(id);
        const parts = [
          (await isGone(id)) ? 'the post with its title deleted' : 'the post kept',
          ...((await isNotified('carol')) ? ['author notified'] : []),
          ...((await alertAbout(id)) === null ? [] : ['moderators alerted']),
        ];
        return parts.join(', ');
      },
    },
    withheld('moderator', 'The author is a moderator'),
    withheld('owner', 'The author owns this server'),
    skips('trusted', 'exempt role'),
    skips('helper-bot', 'bot'),
    {
      title: `dave, whose direct messages are closed, writes “${ABUSE}”`,
      expected: 'deleted, moderators alerted; the alert says “DM not possible”',
      async run() {
        const message = await harness.person('dave').say(general, ABUSE);
        await harness.outcomeOf(message.id);
        const isKept = (await moderator.find(general, message.id)) !== null;
        const alert = await alertAbout(message.id);
        const alerted = alert === null ? 'nobody alerted' : 'moderators alerted';
        return `${isKept ? KEPT : 'deleted'}, ${alerted}; ${quoted(alert, 'DM not possible')}`;
      },
    },
    {
      title: `overlord, whose role is above the bot’s, writes “${ABUSE}” where the rule is a timeout`,
      expected: 'deleted, moderators alerted; the alert says “Move “Portcullis” above “Above””',
      run: () =>
        withPolicy({ rules: timeoutRules }, async () => {
          const message = await harness.person('overlord').say(general, ABUSE);
          const result = await after('overlord', message);
          return `${result}; ${quoted(await alertAbout(message.id), 'Move “Portcullis” above “Above”')}`;
        }),
    },
    {
      title: `alice writes “${ABUSE}” where the rule is a timeout, and then another message`,
      expected: 'deleted, moderators alerted; Discord rejects the second message',
      run: () =>
        withPolicy({ rules: timeoutRules }, async () => {
          const alice = harness.person('alice');
          const result = await after('alice', await alice.say(general, ABUSE));
          try {
            await alice.say(general, 'and another thing');
          } catch (error) {
            if (error instanceof DiscordRequestError) {
              return `${result}; Discord rejects the second message`;
            }
            throw error;
          }
          return `${result}; the second message is kept`;
        }),
    },
    {
      title: `bob writes “${ABUSE}” when only watching`,
      expected: `${FLAGGED}; the alert says “Watch only, would be: deleted”`,
      run: () =>
        withPolicy({ mode: 'watch' }, async () => {
          const message = await harness.person('bob').say(general, ABUSE);
          const result = await after('bob', message);
          return `${result}; ${quoted(await alertAbout(message.id), 'Watch only, would be: deleted')}`;
        }),
    },
    {
      title: `bob writes “${ABUSE}” while the gateway is disconnected`,
      expected: DELETED,
      async run() {
        sandbox.faults.dropGateway();
        return after('bob', await harness.person('bob').say(general, ABUSE));
      },
    },
    {
      title: `bob writes “${ABUSE}” while the bot is stopped`,
      expected: DELETED,
      async run() {
        await harness.stopBot();
        const message = await harness.person('bob').say(general, ABUSE);
        await harness.startBot();
        return after('bob', message);
      },
    },
  ];
}

/** The default policy with the role Trusted exempt. */
export function demoPolicy(harness: Harness): Policy {
  return {
    ...defaultPolicy,
    exemptRoleIds: [harness.sandbox.roles.Trusted],
    // The script's members repeat texts, which would be an incident.
    incidents: { ...defaultPolicy.incidents, enabled: false },
  };
}

function skipped(outcome: MessageOutcome): string {
  return outcome.kind === 'skipped' ? `skipped: ${outcome.reason}` : outcome.kind;
}

function quoted(alert: APIEmbed | null, words: string): string {
  const isQuoted = alert !== null && JSON.stringify(alert).includes(words);
  return `the alert ${isQuoted ? 'says' : 'does not say'} “${words}”`;
}

/** Shows invisible characters as dots. */
function visible(text: string): string {
  return text.replaceAll('\u200b', '·');
}
