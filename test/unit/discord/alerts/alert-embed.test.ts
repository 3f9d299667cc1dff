import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alertEmbed } from '../../../../src/discord/alerts/alert-embed.ts';
import { noticeEmbed } from '../../../../src/discord/actions/notice.ts';
import type { Case } from '../../../../src/moderation/case.ts';
import type { Effect, Outcome } from '../../../../src/moderation/effects.ts';
import { defaultPolicy } from '../../../../src/moderation/policy.ts';
import { english } from '../../../helpers/renderer.ts';
import { caseDraft, memberAuthor } from '../../../helpers/cases.ts';
import { runs } from '../../../helpers/vitest/property-runs.ts';

const AVATAR = 'https://cdn.discordapp.com/embed/avatars/0.png';
const done: Outcome = { status: 'done', at: 1 };
const shadowed: Outcome = { status: 'shadowed', at: 1 };
const refused: Outcome = {
  status: 'refused',
  at: 1,
  code: 50013,
  reason: { key: 'refusals:noMessagesInChannel.reason', values: { channel: 'a*b*c' } },
  fix: { key: 'Move the role.' },
};
const alert: Case['steps'][number] = { effect: { kind: 'alert' }, outcome: null };

function embedOf(record: Partial<Case> = {}, text: string | null = 'you are all idiots') {
  return alertEmbed(
    english,
    { record: { ...caseDraft(), number: 12, ...record }, policy: defaultPolicy, text },
    AVATAR,
  );
}

const fieldOf = (embed: ReturnType<typeof embedOf>, name: string) =>
  embed.fields?.find((field) => field.name === name)?.value;

describe('alertEmbed', () => {
  it('shows the author, the channel, the message and the time', () => {
    const embed = embedOf();
    expect(embed.author).toEqual({ name: 'alice', icon_url: AVATAR });
    expect(fieldOf(embed, 'Where')).toBe(
      '<@100000000000000004> in <#100000000000000003> · [go to the message](https://discord.com/' +
        'channels/100000000000000001/100000000000000003/100000000000000002)',
    );
    expect(embed.footer?.text).toBe('Case #12 · rule delete');
    expect(embed.timestamp).toBe('2025-06-15T15:06:40.000Z');
  });

  it('explains an escalation', () => {
    const escalation = { strikes: 3, windowDays: 7, effect: { kind: 'ban' } } as const;
    expect(fieldOf(embedOf({ escalation }), 'Why more than the rule says')).toMatch(
      /^The author has 3 strikes within 7 days\./,
    );
    expect(fieldOf(embedOf(), 'Why more than the rule says')).toBeUndefined();
  });

  it('uses the most severe completed effect as its title', () => {
    const steps: Case['steps'] = [
      { effect: { kind: 'delete' }, outcome: done },
      { effect: { kind: 'notice' }, outcome: done },
      alert,
    ];
    expect(embedOf({ steps }).title).toBe('Message deleted');
    const banned: Case['steps'] = [{ effect: { kind: 'ban' }, outcome: done }, ...steps];
    expect(embedOf({ steps: banned }).title).toBe('Author banned');
  });

  it('asks for help in its title when the message could not be deleted, even if other effects worked', () => {
    const steps: Case['steps'] = [
      { effect: { kind: 'delete' }, outcome: refused },
      { effect: { kind: 'notice' }, outcome: done },
      alert,
    ];
    expect(embedOf({ steps }).title).toBe('A message needs you: the bot could not act');
  });

  it('quotes the text defused in a spoiler', () => {
    expect(embedOf({}, 'hey **@everyone** || https://x.example').description).toBe(
      '||hey \\*\\*\\@everyone\\*\\* \\|\\| https\\://x.example||',
    );
  });

  it('says when the text is no longer kept or is invisible', () => {
    expect(embedOf({}, null).description).toBe('(the text is no longer kept)');
    expect(embedOf({}, '\u200B').description).toBe('(no text)');
  });

  it('shows the suggested action with its confidence, and the highest scores by name', () => {
    const embed = embedOf();
    expect(fieldOf(embed, 'Suggested action')).toBe('**delete** · 0.97');
    expect(fieldOf(embed, 'Highest scores')).toBe('overall **0.97** · vulgar **0.4**');
  });

  it('lists the completed effects', () => {
    const embed = embedOf({
      steps: [
        {
          effect: { kind: 'delete' },
          outcome: { ...done, detail: { key: 'effects:detail.messageGone' } },
        },
        { effect: { kind: 'addRole', roleId: '5' }, outcome: done },
        { effect: { kind: 'timeout', seconds: 5400 }, outcome: done },
        alert,
      ],
    });
    expect(fieldOf(embed, 'Done')).toBe(
      '✅ Message deleted. The message was already deleted.\n' +
        '✅ Role given to the author: <@&5>\n' +
        '✅ Author timed out (1 hour 30 minutes)',
    );
    expect(embed.title).toBe('Author timed out');
  });

  it('shows what was refused, why, and how to fix it', () => {
    const embed = embedOf({ steps: [{ effect: { kind: 'ban' }, outcome: refused }, alert] });
    expect(fieldOf(embed, 'Not possible')).toBe(
      '⛔ **Ban the author** – Messages cannot be posted in #a\\*b\\*c.\n🔧 Move the role.',
    );
    expect(embed.title).toBe('A message needs you: the bot could not act');
  });

  it('shows each refusal in its own field with the whole fix, even with the longest names', () => {
    const long = { key: `Move “${'M'.repeat(100)}” above “${'W'.repeat(100)}” (here)` };
    const step = {
      effect: { kind: 'addRole', roleId: '5' },
      outcome: { ...refused, reason: long, fix: long },
    } as const;
    const embed = embedOf(
      { steps: [...Array.from({ length: 7 }, () => step), alert] },
      'x'.repeat(4000),
    );
    const fields = embed.fields?.filter(({ name }) => name === 'Not possible') ?? [];
    expect(fields).toHaveLength(7);
    for (const { value } of fields) expect(value).toMatch(/\(here\)$/);
    expect(withinLimits(embed)).toBe(true);
  });

  it('says in shadow mode that no action was taken', () => {
    const embed = embedOf({
      mode: 'shadow',
      steps: [
        { effect: { kind: 'delete' }, outcome: shadowed },
        { effect: { kind: 'ban' }, outcome: refused },
        alert,
      ],
    });
    expect(embed.title).toBe('Shadow mode: no action taken');
    expect(fieldOf(embed, 'Would have been done')).toContain('👁️ Message deleted');
    expect(fieldOf(embed, 'Would not have been possible')).toContain('Ban the author');
    expect(fieldOf(embed, 'Done')).toBeUndefined();
  });

  it.each([
    [
      'moderator',
      'The author is a moderator, so the bot leaves it to you to delete the message, ban the author.',
    ],
    [
      'owner',
      'The author owns this server, so the bot leaves it to you to delete the message, ban the author.',
    ],
  ] as const)('says what was withheld for a %s', (rank, expected) => {
    const embed = embedOf({
      withheld: { rank, effects: [{ kind: 'delete' }, { kind: 'ban' }] },
      steps: [alert],
    });
    expect(fieldOf(embed, 'Not done')).toBe(expected);
  });

  it('says that a message could not be checked, and why', () => {
    const embed = embedOf({
      judgement: { kind: 'unchecked', reason: { key: 'The service took the text for too long.' } },
      rule: '*',
      steps: [alert],
    });
    expect(embed.title).toBe('A message could not be checked');
    expect(fieldOf(embed, 'Why it could not be checked')).toBe(
      'The service took the text for too long.\nThis text was not checked. Please review it yourself: ' +
        'follow the link below, and delete the message if it breaks your rules.',
    );
    expect(embed.color).toBe(0x95a5a6);
    expect(fieldOf(embed, 'Highest scores')).toBeUndefined();
  });

  it('takes its colour from the most severe effect, including withheld ones', () => {
    const coloured = (record: Partial<Case>) => embedOf(record).color;
    const kick = { effect: { kind: 'kick' }, outcome: done } as const;
    const notice = { effect: { kind: 'notice' }, outcome: done } as const;
    expect(coloured({ steps: [alert] })).toBe(0x3498db);
    expect(coloured({ steps: [notice, alert] })).toBe(0xf1c40f);
    expect(coloured({ steps: [notice, kick, alert] })).toBe(0xe74c3c);
    const withheld: Case['withheld'] = { rank: 'moderator', effects: [{ kind: 'ban' }] };
    expect(coloured({ steps: [alert], withheld })).toBe(0xc0392b);
  });

  it('says that the text comes from an edit', () => {
    expect(fieldOf(embedOf({ edited: true }), 'Where')).toMatch(/· after an edit$/);
  });

  it('names a webhook, a bot, and the member who used an app', () => {
    const where = (author: Case['author']) => fieldOf(embedOf({ author }), 'Where');
    expect(where({ id: '5', name: 'news', kind: 'webhook', usedBy: null, joinedAt: null })).toMatch(
      /^the webhook “news” in/,
    );
    expect(where({ id: '5', name: 'news', kind: 'bot', usedBy: null, joinedAt: null })).toMatch(
      /^the bot <@5> in/,
    );
    expect(where({ id: '5', name: 'news', kind: 'bot', usedBy: '7', joinedAt: null })).toMatch(
      /^the app <@5>, used by <@7> in/,
    );
  });

  it('stays within Discord’s limits for any input', () => {
    const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3000 });
    const outcome = fc.oneof(
      fc.constant(done),
      fc.record({ reason: words, fix: words }).map(({ reason, fix }): Outcome => ({
        ...refused,
        reason: { key: 'refusals:other.reason', values: { action: reason, answer: fix, code: 1 } },
        fix: { key: fix },
      })),
    );
    fc.assert(
      fc.property(words, words, fc.array(outcome, { maxLength: 7 }), (text, name, outcomes) => {
        const draft = caseDraft();
        const embed = embedOf(
          {
            author: memberAuthor('1', name),
            rule: name.slice(0, 64),
            judgement:
              draft.judgement.kind === 'verdict'
                ? {
                    kind: 'verdict',
                    verdict: { ...draft.judgement.verdict, action: text, scores: { [name]: 1 } },
                  }
                : draft.judgement,
            steps: outcomes.map((result) => ({ effect: { kind: 'delete' }, outcome: result })),
          },
          text,
        );
        expect(withinLimits(embed)).toBe(true);
        const notice = noticeEmbed(
          english.t,
          {
            record: { ...draft, number: 9_999_999_999 },
            policy: { ...defaultPolicy, notice: { enabled: true, text: text.slice(0, 1000) } },
            text,
          },
          {
            names: { server: name.slice(0, 100), channel: name.slice(0, 100) },
            impending: new Set(['kick', 'ban']),
          },
        );
        expect(withinLimits(notice)).toBe(true);
      }),
      { numRuns: runs(50) },
    );
  });
});

/** Discord's embed limits (Channel resource, embed limits). */
function withinLimits(embed: ReturnType<typeof embedOf>): boolean {
  const { author, title = '', description = '', fields = [], footer } = embed;
  const lengths = [
    author?.name,
    title,
    description,
    footer?.text,
    ...fields.flatMap(({ name, value }) => [name, value]),
  ];
  const total = lengths.reduce((sum, text = '') => sum + text.length, 0);
  return (
    (author === undefined || (author.name.length > 0 && author.name.length <= 256)) &&
    title.length <= 256 &&
    description.length <= 4096 &&
    fields.every(
      ({ name, value }) => name.length <= 256 && value.length > 0 && value.length <= 1024,
    ) &&
    total <= 6000
  );
}

describe('noticeEmbed', () => {
  it('replaces the placeholders with defused names', () => {
    const policy = {
      ...defaultPolicy,
      notice: { enabled: true, text: '{channel} {server} {case} {other} $&' },
    };
    const record = { ...caseDraft(), number: 5 };
    const names = { server: 'S*rver', channel: 'g_n' };
    const description = noticeEmbed(
      english.t,
      { record, policy, text: 'x' },
      { names, impending: new Set() },
    ).description;
    expect(description).toBe('#g\\_n **S\\*rver** #5 {other} $&');
  });

  const happened = (steps: Case['steps'], impending: ReadonlySet<'kick' | 'ban'> = new Set()) =>
    noticeEmbed(
      english.t,
      { record: { ...caseDraft({ steps }), number: 1 }, policy: defaultPolicy, text: null },
      { names: { server: 'S', channel: 'c' }, impending },
    ).fields?.find(({ name }) => name === 'What happened')?.value;

  it.each<[effect: Effect, expected: string]>([
    [{ kind: 'delete' }, 'Your message was deleted.'],
    [{ kind: 'timeout' }, 'You can read but not write there for 10 minutes.'],
    [{ kind: 'addRole', roleId: '5' }, 'Your roles there have changed.'],
    [{ kind: 'removeRole', roleId: '5' }, 'Your roles there have changed.'],
  ])('mentions %o only once it is done', (effect, expected) => {
    expect(happened([{ effect, outcome: done }])).toBe(expected);
    expect(happened([{ effect, outcome: refused }])).toBeUndefined();
    expect(happened([{ effect, outcome: null }])).toBeUndefined();
  });

  it('mentions a kick and a ban only if they are possible', () => {
    const steps: Case['steps'] = [
      { effect: { kind: 'kick' }, outcome: null },
      { effect: { kind: 'ban' }, outcome: null },
    ];
    expect(happened(steps)).toBeUndefined();
    expect(happened(steps, new Set(['ban']))).toBe('You are banned from the server.');
    expect(happened(steps, new Set(['kick']))).toContain('You are removed');
  });

  it('mentions changed roles once, and ignores a role that no longer exists', () => {
    const effect = { kind: 'removeRole', roleId: '5' } as const;
    const changed = [
      { effect, outcome: done },
      { effect: { ...effect, roleId: '6' }, outcome: done },
    ];
    expect(happened(changed)).toBe('Your roles there have changed.');
    const detail = { key: 'effects:detail.roleGone' };
    expect(happened([{ effect, outcome: { ...done, detail } }])).toBeUndefined();
  });
});
