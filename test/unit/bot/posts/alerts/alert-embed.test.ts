import { describe, expect, it } from 'vitest';
import { alertEmbed } from '../../../../../src/bot/posts/alerts/alert-embed.ts';
import type { AuthorHistory } from '../../../../../src/bot/domain/figures/author-history.ts';
import type { Case, ModeratorAction } from '../../../../../src/bot/domain/case.ts';
import type { Effect, Outcome } from '../../../../../src/bot/domain/effects.ts';
import { defaultPolicy, type Policy } from '../../../../../src/bot/domain/policy/policy.ts';
import { caseDraft, memberAuthor } from '../../../../helpers/cases.ts';
import { english } from '../../../../helpers/renderer.ts';

const AUTHOR = '<@100000000000000004>';
const CHANNEL = '<#100000000000000003>';
const MESSAGES = 'https://discord.com/channels/100000000000000001/100000000000000003';
const MESSAGE = `[message](${MESSAGES}/100000000000000002)`;
const CONTEXT = `[context](${MESSAGES}/100000000000000001)`;

const done: Outcome = { status: 'done', at: 1 };
const watched: Outcome = { status: 'watched', at: 1 };
const refused: Outcome = {
  status: 'refused',
  at: 1,
  code: 50_013,
  reason: { key: 'refusals:noMessagesInChannel.reason', values: { channel: 'a*b*c' } },
  fix: { key: 'Move the role.' },
};
const withDetail = (key: string): Outcome => ({ ...done, detail: { key } });

/** The steps of a case, with the alert that is about to be posted. */
function steps(...own: readonly (readonly [Effect, Outcome])[]): Pick<Case, 'steps'> {
  return {
    steps: [
      ...own.map(([effect, outcome]) => ({ effect, outcome })),
      { effect: { kind: 'alert' }, outcome: null },
    ],
  };
}
const deleted = steps([{ kind: 'delete' }, done]);

interface Changes extends Partial<Case> {
  readonly text?: string | null;
  readonly policy?: Partial<Policy>;
  readonly history?: AuthorHistory;
}

function embedOf({ text = 'you are all idiots', policy, history, ...changes }: Changes) {
  const record: Case = { ...caseDraft(), number: 12, ...deleted, ...changes };
  const post = { cases: [{ record, text }], policy: { ...defaultPolicy, ...policy } } as const;
  return alertEmbed(english, post, { history: history ?? null });
}
const HISTORY: AuthorHistory = {
  total: 2,
  results: [{ key: 'warned', count: 2 }],
  lastAt: 1_750_000_000_000,
  isComplete: true,
};
const EARLIER = '2 earlier cases in 90 days (2× warned), last <t:1750000000:R>: /case list';

const linesOf = (changes: Changes): string[] => embedOf(changes).description?.split('\n') ?? [];

describe('the usual alert', () => {
  it('has three lines: what happened, the text, and what helps to decide', () => {
    const author = { ...memberAuthor('100000000000000004'), joinedAt: 1_750_000_000_000 };
    const both = steps([{ kind: 'delete' }, done], [{ kind: 'notice' }, done]);
    expect(linesOf({ ...both, author, history: HISTORY })).toEqual([
      `**Deleted** · ${AUTHOR} in ${CHANNEL} · **overall 97%**`,
      '||you are all idiots||',
      `-# ${EARLIER} · joined <t:1750000000:R> · DM sent · ${CONTEXT} · #12`,
    ]);
  });

  it('has no title, no fields and no footer', () => {
    expect(Object.keys(embedOf({}))).toEqual(['color', 'description']);
  });
});

describe('the first line', () => {
  const withheld: Case['withheld'] = { rank: 'moderator', effects: [{ kind: 'ban' }] };
  const unchecked: Case['judgement'] = { kind: 'unchecked', reason: { key: 'Too long.' } };
  const byHand: Case['judgement'] = {
    kind: 'moderator',
    occasion: { key: 'alerts:keywordOccasion', values: { keyword: 'raid' } },
  };

  it.each<[string, Changes]>([
    ['Deleted', deleted],
    ['To review', steps()],
    ['Warned', steps([{ kind: 'notice' }, done])],
    ['To review', steps([{ kind: 'notice' }, refused])],
    [
      'Deleted, timed out (10 minutes)',
      steps([{ kind: 'delete' }, done], [{ kind: 'timeout' }, done], [{ kind: 'notice' }, done]),
    ],
    ['Timed out (1 hour 30 minutes)', steps([{ kind: 'timeout', seconds: 5400 }, done])],
    [
      'Role given, role removed',
      steps([{ kind: 'addRole', roleId: '5' }, done], [{ kind: 'removeRole', roleId: '6' }, done]),
    ],
    ['Not deleted, kicked', steps([{ kind: 'delete' }, refused], [{ kind: 'kick' }, done])],
    [
      'Watch only – otherwise: deleted, not banned',
      {
        mode: 'watch',
        ...steps([{ kind: 'delete' }, watched], [{ kind: 'ban' }, refused]),
      },
    ],
    ['Your decision', { withheld, ...steps() }],
    ['Not checked', { judgement: unchecked, ...steps() }],
    ['Opened by a moderator', { judgement: byHand, steps: [] }],
    ['Replaced', { subject: 'nickname', ...steps([{ kind: 'resetName' }, done]) }],
  ])('begins with “%s”', (head, changes) => {
    expect(linesOf(changes)[0]).toMatch(
      new RegExp(`^\\*\\*${head.replace(/[()]/g, '\\$&')}\\*\\* · `),
    );
  });

  it.each<[string, Changes]>([
    [`${AUTHOR} in ${CHANNEL}`, {}],
    [`${AUTHOR} · nickname`, { subject: 'nickname', channelId: '' }],
    [`${AUTHOR} · account name`, { subject: 'name', channelId: '' }],
    [`${AUTHOR} · title of a thread ${CHANNEL}`, { subject: 'title' }],
    [`${AUTHOR} · topic of a stage ${CHANNEL}`, { subject: 'stage' }],
    [
      `${AUTHOR} · scheduled event https://discord.com/events/100000000000000001/77`,
      { subject: 'event', messageId: 'event:77' },
    ],
    [
      `the webhook “n\\*ews” in ${CHANNEL}`,
      { author: { ...memberAuthor('5', 'n*ews'), kind: 'webhook' } },
    ],
    [`the bot <@5> in ${CHANNEL}`, { author: { ...memberAuthor('5'), kind: 'bot' } }],
    [
      `the app <@5>, used by <@7> in ${CHANNEL}`,
      { author: { ...memberAuthor('5'), kind: 'bot', usedBy: '7' } },
    ],
    [
      `Discord does not say by whom · title of a thread ${CHANNEL}`,
      { subject: 'title', author: { ...memberAuthor('', ''), kind: 'unknown' } },
    ],
    [`${AUTHOR} (alice) in ${CHANNEL}`, steps([{ kind: 'ban' }, done])],
    [`${AUTHOR} (alice) in ${CHANNEL}`, steps([{ kind: 'kick' }, done])],
  ])('says whose it is and where: %s', (where, changes) => {
    expect(linesOf(changes)[0]).toContain(`** · ${where}`);
  });

  const scored = (scores: Record<string, number>): Changes => {
    const { judgement } = caseDraft();
    if (judgement.kind !== 'verdict') throw new Error('there is no verdict');
    return { judgement: { kind: 'verdict', verdict: { ...judgement.verdict, scores } } };
  };

  it.each<[string | null, Changes]>([
    ['vulgar 98%', scored({ 'engine1.baseline': 0.99, 'engine2.vulgar': 0.98 })],
    ['vulgar 60%', scored({ 'engine1.baseline': 0.99, 'engine2.vulgar': 0.6 })],
    ['overall 99%', scored({ 'engine1.baseline': 0.99, 'engine2.vulgar': 0.2 })],
    ['race or identity 90%', scored({ 'engine2.raceInvocation': 0.9 })],
    ['insights.categories.th\\_reat 70%', scored({ 'insights.categories.th_reat': 0.7 })],
    [null, scored({ 'engine9.threat': 0.7 })],
    ['vulgar 87', scored({ 'engine2.vulgar': 87 })],
    [null, scored({ 'engine2.vulgar': 0 })],
    [null, { judgement: unchecked }],
  ])('names the deciding category in words: %s', (category, changes) => {
    const end = category === null ? CHANNEL : ` · **${category}**`;
    expect(linesOf(changes)[0]?.endsWith(end)).toBe(true);
  });

  it.each<[string, string[]]>([
    ['keyword “raid”', ['raid']],
    ['keywords “raid”, “n\\*ow”', ['raid', 'n*ow']],
  ])('names the keywords: %s', (expected, keywords) => {
    expect(linesOf({ keywords })[0]).toContain(` · **overall 97%** · **${expected}**`);
  });
});

describe('the text', () => {
  it.each<[string, Changes]>([
    ['||you are all idiots||', {}],
    ['you are all idiots', { policy: { alerts: { spoiler: false, roleId: null } } }],
    ['(the text is no longer kept)', { text: null }],
    ['(no text)', { text: '\u200B' }],
    ['||one ⏎ two||', { text: 'one\n\n\ntwo' }],
    [
      '||hey \\*\\*\\@everyone\\*\\* \\|\\| https\\://x.example||',
      { text: 'hey **@everyone** || https://x.example' },
    ],
    [`||${'x'.repeat(99)}…||`, { text: 'x'.repeat(5000) }],
    [`||${'x'.repeat(35)}…||`, { text: 'x'.repeat(5000), ...steps([{ kind: 'delete' }, refused]) }],
  ])('is %s', (quote, changes) => {
    expect(linesOf(changes)[1]).toBe(quote);
  });
});

describe('the small line', () => {
  const escalation = { strikes: 3, windowDays: 7, effect: { kind: 'ban' } } as const;
  const deferred: Outcome = { status: 'deferred', at: 1, detail: { key: 'It waits.' } };

  it.each<[string, Changes]>([
    [`${CONTEXT} · #12`, {}],
    [`${MESSAGE} · #12`, steps()],
    [`${MESSAGE} · #12`, steps([{ kind: 'delete' }, refused])],
    ['#12', { subject: 'nickname', ...steps() }],
    [`no earlier cases · ${CONTEXT} · #12`, { history: { ...HISTORY, total: 0, lastAt: null } }],
    [`${EARLIER} · ${CONTEXT} · #12`, { history: HISTORY }],
    [
      `${EARLIER.replace('2 earlier', '2+ earlier')} · ${CONTEXT} · #12`,
      { history: { ...HISTORY, isComplete: false } },
    ],
    [`3 strikes in 7 days · ${EARLIER} · ${CONTEXT} · #12`, { escalation, history: HISTORY }],
    [
      `DM not possible, they can appeal with /record mine · ${MESSAGE} · #12`,
      steps([{ kind: 'notice' }, refused]),
    ],
    [
      `DM not possible, so they do not know why and cannot appeal · ${MESSAGE} · #12`,
      steps([{ kind: 'notice' }, refused], [{ kind: 'kick' }, { status: 'done', at: 1 }]),
    ],
    [`It waits. · ${MESSAGE} · #12`, steps([{ kind: 'notice' }, deferred])],
    [`after an edit · ${CONTEXT} · #12`, { edited: true }],
    [`🎙️ transcript · ${CONTEXT} · #12`, { isTranscript: true }],
    [`split across 3 messages · ${CONTEXT} · #12`, { earlierMessageIds: ['5', '6'] }],
    [`[context](${MESSAGES}/100000000000000002) · #12`, { previousMessageId: null }],
  ])('is “%s”', (line, changes) => {
    expect(linesOf(changes)[2]).toBe(`-# ${line}`);
  });
});

describe('below that', () => {
  it('says why a text was not checked', () => {
    const judgement: Case['judgement'] = { kind: 'unchecked', reason: { key: 'Too long.' } };
    expect(linesOf({ judgement, ...steps() })[3]).toBe('-# Too long. Please read it yourself.');
  });

  it.each([
    ['moderator', 'The author is a moderator'],
    ['owner', 'The author owns this server'],
  ] as const)('says what was withheld for a %s', (rank, who) => {
    const withheld: Case['withheld'] = { rank, effects: [{ kind: 'delete' }, { kind: 'ban' }] };
    expect(linesOf({ withheld, ...steps() })[3]).toBe(
      `-# ${who}, so the bot leaves it to you to delete the message, ban the author.`,
    );
  });

  it('says that the message was already deleted', () => {
    const gone = withDetail('effects:detail.messageGone');
    expect(linesOf(steps([{ kind: 'delete' }, gone]))[3]).toBe(
      '-# The message was already deleted.',
    );
  });

  it('shows what was refused only with the fix, and the same fix once', () => {
    const lines = linesOf(
      steps(
        [{ kind: 'delete' }, refused],
        [{ kind: 'ban' }, refused],
        [{ kind: 'notice' }, refused],
      ),
    );
    expect(lines.slice(3)).toEqual([
      '⛔ Messages cannot be posted in #a\\*b\\*c.',
      '-# 🔧 Move the role.',
    ]);
  });
});

describe('the colour', () => {
  const handled: ModeratorAction = {
    kind: 'done',
    by: { id: '5', name: 'm' },
    at: 1,
    reason: null,
    steps: [],
    endedAt: 2,
  };

  it.each<[string, number, Changes]>([
    ['blue', 0x3498db, steps()],
    ['yellow', 0xf1c40f, steps([{ kind: 'notice' }, done])],
    ['orange', 0xf39c12, deleted],
    ['red', 0xe74c3c, steps([{ kind: 'notice' }, done], [{ kind: 'kick' }, done])],
    ['red', 0xc0392b, { ...steps(), withheld: { rank: 'moderator', effects: [{ kind: 'ban' }] } }],
    ['grey', 0x4e5058, { ...deleted, moderatorActions: [handled] }],
  ])('is %s (%i)', (_name, colour, changes) => {
    expect(embedOf(changes).color).toBe(colour);
  });
});
