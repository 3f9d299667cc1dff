import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  firstTestsTable,
  runFirstTests,
  type TestedMessage,
} from '../../../../../scripts/evaluate/presets/first-tests.ts';
import { createJudgeText, outcomeOf } from '../../../../../scripts/evaluate/presets/outcome.ts';
import { measurePresets } from '../../../../../scripts/evaluate/presets/preset-figures.ts';
import { presetGates } from '../../../../../scripts/evaluate/presets/preset-table.ts';
import { intoSection } from '../../../../../scripts/evaluate/report.ts';
import { presetNameSchema } from '../../../../../src/bot/domain/policy/preset-names.ts';
import { engine } from '../../../../helpers/engine.ts';
import { createLanguageDetector } from '../../../../../src/service/language/detector.ts';
import { verdict } from '../../../../helpers/verdicts.ts';

const DOCS = 'docs/moderators/coverage.md';

describe('the 40 first tests', () => {
  let messages: readonly TestedMessage[];

  beforeAll(async () => {
    messages = runFirstTests(createJudgeText(engine, await createLanguageDetector()));
  });

  it('are 40, and the documentation lists each of them', () => {
    expect(messages).toHaveLength(40);
    const docs = readFileSync(DOCS, 'utf8');
    for (const { shown } of messages) expect(docs).toContain(`\`${shown}\``);
  });

  it('leave harmless messages alone under every preset', () => {
    const harmless = messages.filter(({ kind }) => kind === 'harmless');
    expect(harmless).not.toEqual([]);
    for (const { outcomes } of harmless) {
      expect(outcomes).toEqual({ relaxed: 'left', normal: 'left', strict: 'left' });
    }
  });

  it('are noticed and deleted more often, the stricter the preset', () => {
    const count = (outcomes: readonly string[]): number[] =>
      presetNameSchema.options.map(
        (preset) =>
          messages.filter((message) => outcomes.includes(message.outcomes[preset])).length,
      );
    const [relaxed = 0, normal = 0, strict = 0] = count(['deleted']);
    expect(relaxed).toBeGreaterThanOrEqual(10);
    expect(normal).toBeGreaterThanOrEqual(relaxed);
    expect(strict).toBeGreaterThan(normal);
    const [noticedByRelaxed = 0, noticedByNormal = 0] = count(['deleted', 'alerted']);
    expect(noticedByNormal).toBeGreaterThan(noticedByRelaxed);
  });

  it('become a table that fits the documentation', () => {
    const table = firstTestsTable(messages);
    expect(intoSection(readFileSync(DOCS, 'utf8'), 'first tests', table)).toContain(table);
  });
});

describe('the measurements of the presets', () => {
  /** An insult that the service would have moderators look at. */
  const insult = verdict('flag', {
    scores: { 'engine1.baseline': 0.9, 'insights.categories.insult': 0.9 },
  });
  const judge = (text: string) => {
    if (text.includes('fool')) return insult;
    return verdict(text.includes('kill') ? 'delete' : 'pass');
  };

  it('tell what is deleted, alerted about and left', () => {
    expect(presetNameSchema.options.map((preset) => outcomeOf(preset, insult))).toEqual([
      'left',
      'alerted',
      'deleted',
    ]);
  });

  it('give shares and precision', () => {
    const figures = measurePresets(judge, {
      everyday: ['hello', 'good game', 'kill the boss', 'bye'],
      chat: [
        { text: 'you fool', isHarmful: true },
        { text: 'i will kill you', isHarmful: true },
        { text: 'kill the process', isHarmful: false },
      ],
      collected: [{ text: 'fool', isHarmful: true }],
    });
    expect(figures.find(({ preset }) => preset === 'normal')).toEqual({
      preset: 'normal',
      everyday: { deleted: 0.25, touched: 0.25 },
      chatHarmful: { deleted: 0.5, touched: 1 },
      chatHarmless: { deleted: 1, touched: 1 },
      chatPrecision: { deleted: 0.5, touched: 2 / 3 },
      collectedPrecision: { deleted: Number.NaN, touched: 1 },
    });
    const missed = presetGates(figures).filter(({ isMet }) => !isMet);
    expect(missed.map(({ name }) => name)).toContain('normal: everyday messages deleted');
  });
});
