import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alertButtons, hitButtons } from '../../../../../src/bot/posts/alerts/alert-buttons.ts';
import { alertEmbed } from '../../../../../src/bot/posts/alerts/alert-embed.ts';
import { caseEmbed } from '../../../../../src/bot/posts/alerts/case-embed.ts';
import { fitEmbeds } from '../../../../../src/bot/interactions/embed-limits.ts';
import { createRenderer } from '../../../../../src/bot/rendering/renderer.ts';
import { visible } from '../../../../../src/bot/rendering/sanitize.ts';
import { languages } from '../../../../../src/bot/locales/languages.ts';
import { translator } from '../../../../../src/bot/locales/translate.ts';
import type { Case, ModeratorAction } from '../../../../../src/bot/domain/case.ts';
import type { Outcome } from '../../../../../src/bot/domain/effects.ts';
import type { AuthorHistory } from '../../../../../src/bot/domain/figures/author-history.ts';
import { caseResultSchema } from '../../../../../src/bot/domain/figures/case-figures.ts';
import { defaultPolicy } from '../../../../../src/bot/domain/policy/policy.ts';
import type { AlertCase } from '../../../../../src/bot/domain/ports.ts';
import { caseDraft, memberAuthor } from '../../../../helpers/cases.ts';
import { english } from '../../../../helpers/renderer.ts';
import { runs } from '../../../../helpers/vitest/property-runs.ts';

const DESCRIPTION = 4096;
const long = (letter: string): string => letter.repeat(4000);

/** A case in which every text has its maximum length. */
function longestCase(number: number): AlertCase {
  const reason = { key: long('r') };
  const refused: Outcome = { status: 'refused', at: 1, code: 50_013, reason, fix: reason };
  const outcomes = [refused, { status: 'done', at: 1, detail: reason }] as const;
  const moderatorActions = Array.from({ length: 20 }, (_, at): ModeratorAction => ({
    kind: 'undo',
    by: { id: `10000000000000000${number}`, name: long('m') },
    at: at * 60_000,
    reason: `${at}${long('w')}`,
    steps: [{ action: { kind: 'unban' }, outcome: refused }],
    endedAt: 2,
  }));
  const effects = ['delete', 'timeout', 'kick', 'ban'] as const;
  const record: Case = {
    ...caseDraft({
      author: { ...memberAuthor('100000000000000004', long('n')), kind: 'webhook' },
      channelId: String(100_000_000_000_000_000n + BigInt(number)),
      judgement: { kind: 'unchecked', reason },
      keywords: Array.from({ length: 9 }, (_, index) => `${index}${long('k')}`),
      steps: outcomes.flatMap((outcome) => effects.map((kind) => ({ effect: { kind }, outcome }))),
      withheld: { rank: 'owner', effects: [...effects].map((kind) => ({ kind })) },
      escalation: { strikes: 99, windowDays: 90, effect: { kind: 'ban' } },
      moderatorActions,
    }),
    number,
  };
  return { record, text: long('t') };
}

const LONG_HISTORY: AuthorHistory = {
  total: 200,
  results: caseResultSchema.options.map((key) => ({ key, count: 100 })),
  lastAt: 1_750_000_000_000,
  isComplete: false,
};

describe('with the longest contents', () => {
  it.each(languages)('an alert keeps within Discord’s limits in %s', (language) => {
    const renderer = createRenderer(translator(language), (command) => `</${command}:1>`);
    const others = Array.from({ length: 40 }, (_, index) => longestCase(index + 2));
    for (const more of [[], others]) {
      const post = { cases: [longestCase(1), ...more], policy: defaultPolicy } as const;
      const { description = '' } = alertEmbed(renderer, post, { history: LONG_HISTORY });
      expect(description.length).toBeLessThan(DESCRIPTION);
      // The end, with the latest action, is not cut.
      expect(description.split('\n').at(-1)).not.toBe('');
      expect(description.match(/\|\|/g)?.length).toBeGreaterThan(1);
    }
  });

  it('details keep within the limits of an embed', () => {
    const { record, text } = longestCase(1);
    const quotes = { trainingWords: [long('q')], trainingWordPatches: [], operator: long('o') };
    const embed = caseEmbed(english, {
      record,
      text,
      policy: defaultPolicy,
      quotes,
      history: LONG_HISTORY,
      otherCases: [record, record, record, record, record],
    });
    expect(embed.description?.length).toBeLessThan(DESCRIPTION);
    for (const { value } of embed.fields ?? []) expect(value.length).toBeLessThanOrEqual(1024);
    expect(fitEmbeds([embed])[0]?.description).toBe(embed.description);
  });
});

describe('hostile names and texts', () => {
  /** Without escaped characters. */
  const markupOf = (text: string) =>
    text
      .replaceAll(/\\./g, '')
      .match(/[*_~`|<>#[\]@]/g)
      ?.join('');

  /** The alert of a case with this text, name, keyword and category, in the places they have. */
  function alertWith(words: string) {
    const draft = caseDraft();
    const verdict = draft.judgement.kind === 'verdict' ? draft.judgement.verdict : null;
    if (verdict === null) throw new Error('there is no verdict');
    const record: Case = {
      ...draft,
      number: 1,
      author: { ...memberAuthor('5', words), kind: 'webhook' },
      keywords: [words],
      judgement: { kind: 'verdict', verdict: { ...verdict, scores: { [words]: 1 } } },
    };
    const post = { cases: [{ record, text: words }], policy: defaultPolicy } as const;
    return alertEmbed(english, post, { history: null }).description ?? '';
  }
  const plain = alertWith('x');

  it.each([
    '@everyone @here <@1> <@&1> <#1>',
    '**bold** || spoiler || ```code``` `code`',
    '[link](https://x.example) <https://x.example> https://x.example',
    '\n-# small\n# large\n> quote\n- list\n1. list',
    '|| ||| |||| \\|| \\',
    '</case undo:1> <t:1:R> <:emoji:1>',
    'x\u202E\u200B\u2066',
  ])('cannot break the markup or ping: %s', (words) => {
    const alert = alertWith(words);
    expect(markupOf(alert)).toBe(markupOf(plain));
  });

  it('cannot break the markup for any text', () => {
    const anything = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 500 });
    fc.assert(
      // An invisible text leaves its place empty.
      fc.property(
        anything.filter((words) => visible(words, 40) !== ''),
        (words) => {
          const alert = alertWith(words);
          expect(alert.length).toBeLessThan(DESCRIPTION);
          expect(alert.split('\n')).toHaveLength(plain.split('\n').length);
          expect(markupOf(alert)).toBe(markupOf(plain));
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

it('custom ids keep within 100 characters', () => {
  const ids = (rows: ReturnType<typeof hitButtons>) =>
    rows.flatMap(({ components }) => components.map(({ custom_id: id }) => id));
  const alert = alertButtons(english.t, [{ ...caseDraft({ steps: [] }), number: 9_999_999_999 }]);
  for (const id of [...ids(alert), ...ids(hitButtons(english.t, 'e'.repeat(64)))]) {
    expect(id.length).toBeLessThanOrEqual(100);
  }
});
