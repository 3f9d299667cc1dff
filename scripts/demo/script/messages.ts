import type { Effect } from '../../../src/bot/domain/effects.ts';
import { defaultPolicy, type Policy } from '../../../src/bot/domain/policy/policy.ts';
import type { Rule } from '../../../src/bot/domain/policy/rules.ts';
import { DiscordRequestError } from '../../../src/sandbox/person.ts';
import type { Harness } from '../harness.ts';
import {
  ABUSE,
  createScene,
  DELETED,
  FLAGGED,
  INSULT,
  KEPT,
  quoted,
  type Scene,
  type Step,
} from './scene.ts';

const TIMEOUT: Effect[] = [{ kind: 'delete' }, { kind: 'timeout', seconds: 60 }, { kind: 'alert' }];
const TIMEOUT_RULES: Rule[] = [
  { id: 'timeout', name: 'Time out', when: { actions: ['delete'] }, effects: TIMEOUT },
];

/** Messages of all kinds, and the bot's reactions. */
export function messageSteps(harness: Harness): Step[] {
  const scene = createScene(harness);
  return [
    ...texts(scene),
    ...hiding(harness, scene),
    ...limits(harness, scene),
    ...outages(harness, scene),
  ];
}

/** Plain and disguised texts. */
function texts({ says }: Scene): Step[] {
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
  ];
}

/** Abuse in other places than the first version of a message's text. */
function hiding(harness: Harness, { after, alertAbout, isGone, isNotified, sends }: Scene): Step[] {
  const { general, random, 'help-forum': forum } = harness.sandbox.channels;
  return [
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
        // The first message of a forum post has the id of the post.
        await harness.outcomeOf(id);
        const parts = [
          (await isGone(id)) ? 'the post with its title deleted' : 'the post kept',
          ...((await isNotified('carol')) ? ['author notified'] : []),
          ...((await alertAbout(id)) === null ? [] : ['moderators alerted']),
        ];
        return parts.join(', ');
      },
    },
  ];
}

/** Members whom the bot spares, and refusals by Discord. */
function limits(
  harness: Harness,
  { after, alertAbout, moderator, skips, withheld, withPolicy }: Scene,
): Step[] {
  const { general } = harness.sandbox.channels;
  return [
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
        withPolicy({ rules: TIMEOUT_RULES }, async () => {
          const message = await harness.person('overlord').say(general, ABUSE);
          const result = await after('overlord', message);
          return `${result}; ${quoted(await alertAbout(message.id), 'Move “Portcullis” above “Above”')}`;
        }),
    },
    {
      title: `alice writes “${ABUSE}” where the rule is a timeout, and then another message`,
      expected: 'deleted, moderators alerted; Discord rejects the second message',
      run: () =>
        withPolicy({ rules: TIMEOUT_RULES }, async () => {
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
      expected: `${FLAGGED}; the alert says “Watch only – otherwise: deleted”`,
      run: () =>
        withPolicy({ mode: 'watch' }, async () => {
          const message = await harness.person('bob').say(general, ABUSE);
          const result = await after('bob', message);
          return `${result}; ${quoted(await alertAbout(message.id), 'Watch only – otherwise: deleted')}`;
        }),
    },
  ];
}

/** Messages that are posted while the bot cannot receive them. */
function outages(harness: Harness, { after }: Scene): Step[] {
  const { general } = harness.sandbox.channels;
  return [
    {
      title: `bob writes “${ABUSE}” while the gateway is disconnected`,
      expected: DELETED,
      async run() {
        harness.sandbox.faults.dropGateway();
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

/** The default policy, but the role Trusted is exempt. */
export function demoPolicy(harness: Harness): Policy {
  return {
    ...defaultPolicy,
    exemptRoleIds: [harness.sandbox.roles.Trusted],
    // Off, because the script's members repeat texts, which would be an incident.
    incidents: { ...defaultPolicy.incidents, enabled: false },
  };
}
