import { describe, expect, it } from 'vitest';
import { measureChat } from '../../../../scripts/evaluate/verdicts/chat.ts';
import { measureConversation } from '../../../../scripts/evaluate/verdicts/conversation.ts';
import { disguise, DISGUISES } from '../../../../scripts/evaluate/verdicts/disguises.ts';
import { measureLanguages } from '../../../../scripts/evaluate/verdicts/languages.ts';
import { hostsIn, measureScams } from '../../../../scripts/evaluate/verdicts/scams.ts';
import { measureTechnical } from '../../../../scripts/evaluate/verdicts/technical.ts';
import type { Subject, Verdict } from '../../../../scripts/evaluate/verdicts/verdict.ts';
import type { ChatLine } from '../../../../scripts/evaluate/sets/chat-lines.ts';

const PASS: Verdict = { action: 'pass', category: null, toxicity: 0.1, abuse: 0.1, hate: 0 };
const FLAG: Verdict = { action: 'flag', category: 'insult', toxicity: 0.8, abuse: 0.8, hate: 0 };
const DELETE: Verdict = {
  action: 'delete',
  category: 'threat',
  toxicity: 0.9,
  abuse: 0.9,
  hate: 0,
};

/** Deletes what it reads as a threat ("kill"), flags insults ("fool"). */
function judge(text: string): Verdict {
  if (text.includes('kill')) return DELETE;
  return text.includes('fool') ? FLAG : PASS;
}

const subject: Subject = {
  judge,
  judgeIn: (_, text) => judge(text),
  scamProbability: (text) => (text.includes('bad') ? 0.9 : 0),
  filters: [{ name: 'list', hits: (text) => text.includes('fool') }],
};

const threat = (text: string): ChatLine => ({
  text,
  kind: 'threat',
  category: 'threat',
  isHarmful: true,
});
const calm = (text: string): ChatLine => ({ text, kind: 'play', category: null, isHarmful: false });

describe('the measurements of the chat lines', () => {
  const figures = measureChat(subject, [
    threat('i kill you'),
    threat('you fool will see'),
    threat('watch out'),
    calm('kill the boss'),
    calm('good game'),
  ]);

  it('give recall, deletion and the precision of the category for each kind', () => {
    expect(figures.rows[0]).toMatchObject({
      kind: 'threat',
      lines: 3,
      touched: 2 / 3,
      deleted: 1 / 3,
      precision: 1 / 2,
      filters: [1 / 3],
    });
  });

  it('count harmless lines that are touched or deleted', () => {
    expect(figures).toMatchObject({ recall: 2 / 3, harmlessTouched: 0.5, harmlessDeleted: 0.5 });
    expect(figures.deletePrecision).toBe(0.5);
  });
});

describe('the measurements of rated texts', () => {
  it('give precision and recall of the engine and of the word lists', () => {
    const texts = [
      { text: 'fool', label: true, kind: 'en' },
      { text: 'kill time', label: false, kind: 'en' },
      { text: 'go away', label: true, kind: 'en' },
    ];
    expect(measureConversation({ name: 'set', rating: 'abuse' }, texts, subject)).toMatchObject({
      precision: 0.5,
      recall: 0.5,
      filters: [{ name: 'list', precision: 1, recall: 0.5 }],
    });
  });
});

describe('the measurements of the languages', () => {
  const [row] = measureLanguages(subject, {
    rated: [
      { text: 'fool', label: true, kind: 'xx' },
      { text: 'hello', label: false, kind: 'xx' },
    ],
    toxic: [{ text: 'kill', label: true, kind: 'xx' }],
    ordinary: [
      { text: 'kill the lights', label: false, kind: 'xx' },
      { text: 'good morning', label: false, kind: 'xx' },
    ],
    words: new Map([['xx', ['fool', 'light']]]),
  });

  it('separate rated, toxic and ordinary texts', () => {
    expect(row).toMatchObject({
      auc: 1,
      precision: 1,
      recall: 1,
      toxicTouched: 1,
      ordinaryTouched: 0.5,
      ordinaryDeleted: 0.5,
    });
  });

  it('look for whole words of the raw list', () => {
    expect(row).toMatchObject({ listRecall: 0.5, listOrdinary: 0 });
  });
});

describe('the measurements of the scams', () => {
  it('read each host of the links once', () => {
    expect(hostsIn(['see https://www.A.org/x and http://a.org', 'no link'])).toEqual(['a.org']);
  });

  it('separate what links and wording show from what the verdict touches', () => {
    const rows = measureScams(subject, {
      domains: ['bad.example', 'other.example'],
      linked: ['https://fine.example'],
      scamLines: ['bad fool'],
      smsSpam: [],
      neutral: ['hello'],
    });
    expect(rows.map(({ found }) => found)).toEqual([0.5, 0, 1, NaN, 0]);
    expect(rows[2]?.touched).toBe(1);
  });
});

describe('the measurements of technical texts', () => {
  it('count those that are touched, and those deleted', () => {
    const texts = ['kill the process', 'a foolproof parser', 'npm install', 'see the docs'];
    expect(measureTechnical(subject, texts)).toEqual({ texts: 4, touched: 1 / 2, deleted: 1 / 4 });
  });
});

describe('a disguise for any script', () => {
  it.each(DISGUISES)('changes words and keeps what is between them: $name', (way) => {
    const disguised = disguise('сосёт, hässlich', way);
    expect(disguised).not.toBe('сосёт, hässlich');
    expect(disguised).toContain(', ');
  });

  it('keeps the marks of a letter with it', () => {
    const dotted = DISGUISES.find(({ name }) => name === 'dotted');
    expect(dotted === undefined ? '' : disguise('हिन्दी', dotted).split('.').length).toBeLessThan(5);
  });
});
