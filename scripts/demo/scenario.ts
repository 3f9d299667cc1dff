import { RESTJSONErrorCodes, type APIEmbed, type APIMessage } from 'discord-api-types/v10';
import type { Effect } from '../../src/moderation/effects.ts';
import { defaultPolicy, type Policy } from '../../src/moderation/policy.ts';
import type { MessageOutcome } from '../../src/pipeline/outcome.ts';
import { DiscordRefusal } from '../../src/sandbox/person.ts';
import type { Name, Stage } from './stage.ts';

/** One thing that happens, what should come of it, and how to find out what did. */
export interface Step {
  readonly title: string;
  readonly expected: string;
  /** Resolves to what happened, in the words of `expected` where all went well. */
  readonly play: () => Promise<string>;
}

type Written = Pick<APIMessage, 'id' | 'channel_id'>;

const UNKNOWN_CHANNEL: number = RESTJSONErrorCodes.UnknownChannel;

const INSULT = 'you are such an idiot';
const ABUSE = 'fuck you, you stupid bitch';

const STANDS = 'it stands';
const LOOK = 'it stands, the moderators are asked to look';
const REMOVED = 'it is deleted, its author told why, the moderators alerted';

/** The scripted scenario, in the order it is played. */
export function scenario(stage: Stage): Step[] {
  const { sandbox } = stage;
  const { general, random, 'help-forum': forum, 'mod-alerts': modAlerts } = sandbox.channels;
  const moderator = stage.person('moderator');

  async function alertAbout(messageId: string): Promise<APIEmbed | null> {
    const posts = await moderator.read(modAlerts);
    const embeds = posts.flatMap(({ embeds }) => embeds);
    return embeds.find((embed) => JSON.stringify(embed).includes(`/${messageId})`)) ?? null;
  }

  async function isTold(name: Name): Promise<boolean> {
    const [latest] = await stage.person(name).readDirect(sandbox.botId);
    return latest !== undefined && !told.has(latest.id) && Boolean(told.add(latest.id));
  }
  const told = new Set<string>();

  /** Looks at Discord as its people see it. */
  async function seen(name: Name, message: Written): Promise<string> {
    const stands = (await moderator.find(message.channel_id, message.id)) !== null;
    const alert = await alertAbout(message.id);
    const parts = [
      stands ? STANDS : 'it is deleted',
      ...(name !== 'helper-bot' && (await isTold(name)) ? ['its author told why'] : []),
      ...(alert === null
        ? []
        : [stands ? 'the moderators are asked to look' : 'the moderators alerted']),
    ];
    return parts.join(', ');
  }

  /** Whether nobody can open a channel or thread any more. */
  async function isGone(channelId: string): Promise<boolean> {
    try {
      await moderator.read(channelId);
      return false;
    } catch (error) {
      if (error instanceof DiscordRefusal && error.discordCode === UNKNOWN_CHANNEL) return true;
      throw error;
    }
  }

  async function after(name: Name, message: Written): Promise<string> {
    await stage.outcomeOf(message.id);
    return seen(name, message);
  }

  function says(name: Name, text: string, expected: string, note = ''): Step {
    return {
      title: `${name}${note} writes “${visible(text)}”`,
      expected,
      play: async () => after(name, await stage.person(name).say(general, text)),
    };
  }

  function sends(name: Name, what: string, message: object): Step {
    return {
      title: `${name} ${what}`,
      expected: REMOVED,
      play: async () => after(name, await stage.person(name).send(random, message)),
    };
  }

  function skips(name: Name, reason: string): Step {
    return {
      title: `${name} writes “${ABUSE}”`,
      expected: `${STANDS}, skipped: ${reason}`,
      async play() {
        const message = await stage.person(name).say(general, ABUSE);
        const outcome = await stage.outcomeOf(message.id);
        return `${await seen(name, message)}, ${skipped(outcome)}`;
      },
    };
  }

  async function withPolicy(
    changes: Partial<Policy>,
    play: () => Promise<string>,
  ): Promise<string> {
    const { policies } = stage.bot();
    const before = await policies.get(sandbox.guildId);
    await policies.set(sandbox.guildId, { ...before, ...changes });
    try {
      return await play();
    } finally {
      await policies.set(sandbox.guildId, before);
    }
  }

  /** Decided by a person: the message stands, and the alert says why the bot did nothing. */
  function withheld(name: Name, words: string): Step {
    return {
      title: `${name}, who is trusted, writes “${ABUSE}”`,
      expected: `${LOOK}; the alert says “${words}”`,
      async play() {
        const message = await stage.person(name).say(general, ABUSE);
        const happened = await after(name, message);
        return `${happened}; ${quoted(await alertAbout(message.id), words)}`;
      },
    };
  }

  const timeoutRule: Effect[] = [
    { kind: 'delete' },
    { kind: 'timeout', seconds: 60 },
    { kind: 'alert' },
  ];
  const timeoutRules = { ...defaultPolicy.rules, delete: timeoutRule };

  return [
    says('alice', 'good morning everyone, who is up for a game tonight?', STANDS),
    says(
      'alice',
      'I grew up in Scunthorpe, do not kill the process, it is just a class assassin',
      STANDS,
    ),
    says('bob', INSULT, LOOK),
    says('bob', ABUSE, REMOVED),
    says('bob', 'y0u are a st.u.p.i.d  b 1 t c h', REMOVED),
    says('bob', 'fu\u200bck y\u200bou, stu\u200bpid bi\u200btch', REMOVED),
    says('bob', 'you 𝓯𝓾𝓬𝓴𝓲𝓷𝓰 r3t@rd', REMOVED),
    says('bob', 'yоu аre a fuсking bitсh', REMOVED, ', with Cyrillic letters,'),
    {
      title: `carol writes “what a nice day” and edits it into “${ABUSE}”`,
      expected: `first ${STANDS}, after the edit ${REMOVED}`,
      async play() {
        const carol = stage.person('carol');
        const message = await carol.say(general, 'what a nice day');
        const first = await after('carol', message);
        await carol.edit(general, message.id, ABUSE);
        return `first ${first}, after the edit ${await after('carol', message)}`;
      },
    },
    sends('carol', 'hides it in a poll', {
      poll: {
        question: { text: 'What do you think of me?' },
        answers: [{ poll_media: { text: 'nice' } }, { poll_media: { text: ABUSE } }],
        duration: 1,
      },
    }),
    {
      title: 'carol hides it in the alt text of a picture',
      expected: REMOVED,
      async play() {
        const files = [{ name: 'cat.png', content: 'not really a cat', description: ABUSE }];
        return after('carol', await stage.person('carol').upload(random, 'look!', files));
      },
    },
    {
      title: 'carol hides it in the title of a forum post',
      expected: 'the post is gone, title and all, its author told why, the moderators alerted',
      async play() {
        const { id } = await stage.person('carol').openThread(forum, ABUSE, 'please help');
        // A post's first message has the id of the post.
        await stage.outcomeOf(id);
        const parts = [
          (await isGone(id))
            ? 'the post is gone, title and all'
            : 'the post stands under its title',
          ...((await isTold('carol')) ? ['its author told why'] : []),
          ...((await alertAbout(id)) === null ? [] : ['the moderators alerted']),
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
      expected: 'it is deleted, the moderators alerted; the alert says “takes no direct messages”',
      async play() {
        const message = await stage.person('dave').say(general, ABUSE);
        await stage.outcomeOf(message.id);
        const stands = (await moderator.find(general, message.id)) !== null;
        const alert = await alertAbout(message.id);
        const told = alert === null ? 'nobody alerted' : 'the moderators alerted';
        return `${stands ? STANDS : 'it is deleted'}, ${told}; ${quoted(alert, 'takes no direct messages')}`;
      },
    },
    {
      title: `overlord, whose role is above the bot's, writes “${ABUSE}” where that means a timeout`,
      expected:
        'it is deleted, the moderators alerted; the alert says “Move “Portcullis” above “Above””',
      play: () =>
        withPolicy({ rules: timeoutRules }, async () => {
          const message = await stage.person('overlord').say(general, ABUSE);
          const happened = await after('overlord', message);
          return `${happened}; ${quoted(await alertAbout(message.id), 'Move “Portcullis” above “Above”')}`;
        }),
    },
    {
      title: `alice writes “${ABUSE}” where that means a timeout, and tries to go on`,
      expected: 'it is deleted, the moderators alerted; Discord lets her write no more',
      play: () =>
        withPolicy({ rules: timeoutRules }, async () => {
          const alice = stage.person('alice');
          const happened = await after('alice', await alice.say(general, ABUSE));
          try {
            await alice.say(general, 'and another thing');
          } catch (error) {
            if (error instanceof DiscordRefusal) {
              return `${happened}; Discord lets her write no more`;
            }
            throw error;
          }
          return `${happened}; she writes on`;
        }),
    },
    {
      title: `bob writes “${ABUSE}” in shadow mode`,
      expected: `${LOOK}; the alert says “Shadow mode: nothing was done”`,
      play: () =>
        withPolicy({ mode: 'shadow' }, async () => {
          const message = await stage.person('bob').say(general, ABUSE);
          const happened = await after('bob', message);
          return `${happened}; ${quoted(await alertAbout(message.id), 'Shadow mode: nothing was done')}`;
        }),
    },
    {
      title: `the gateway breaks down, and bob writes “${ABUSE}” meanwhile`,
      expected: REMOVED,
      async play() {
        sandbox.faults.dropGateway();
        return after('bob', await stage.person('bob').say(general, ABUSE));
      },
    },
    {
      title: `the bot is stopped, bob writes “${ABUSE}”, and the bot is started again`,
      expected: REMOVED,
      async play() {
        await stage.stopBot();
        const message = await stage.person('bob').say(general, ABUSE);
        await stage.startBot();
        return after('bob', message);
      },
    },
  ];
}

/** The policy the scenario plays under: the default one, with the role Trusted exempt. */
export function scenarioPolicy(stage: Stage): Policy {
  return { ...defaultPolicy, exemptRoleIds: [stage.sandbox.roles.Trusted] };
}

function skipped(outcome: MessageOutcome): string {
  return outcome.kind === 'skipped' ? `skipped: ${outcome.reason}` : outcome.kind;
}

function quoted(alert: APIEmbed | null, words: string): string {
  const says = alert !== null && JSON.stringify(alert).includes(words);
  return `the alert ${says ? 'says' : 'does not say'} “${words}”`;
}

/** Invisible characters as a dot, so that the line shows what is going on. */
function visible(text: string): string {
  return text.replaceAll('\u200b', '·');
}
