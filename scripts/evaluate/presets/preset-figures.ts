import { join } from 'node:path';
import { presetNameSchema, type PresetName } from '../../../src/bot/domain/policy/preset-names.ts';
import { readChatLines } from '../sets/chat-lines.ts';
import { ORDINARY_SETS, readSets, smsSpam } from '../sets/labelled-sets.ts';
import { goEmotionsNeutral, olid, wikipedia } from '../sets/test-sets.ts';
import { outcomeOf, type JudgeText, type Outcome } from './outcome.ts';

export interface RatedText {
  text: string;
  isHarmful: boolean;
}

export interface PresetSets {
  /** Everyday talk, in which no line needs a moderator. */
  everyday: readonly string[];
  /** Chat lines written for the evaluation; the harmless ones look harmful. */
  chat: readonly RatedText[];
  /** Texts that were collected by searching for offensive ones, and that people rated. */
  collected: readonly RatedText[];
}

/** All figures are shares from 0 to 1. */
export interface PresetFigures {
  preset: PresetName;
  everyday: Affected;
  chatHarmful: Affected;
  chatHarmless: Affected;
  /** The harmful share of the deleted lines, and of the lines that were deleted or led to an alert. */
  chatPrecision: Affected;
  collectedPrecision: Affected;
}

export interface Affected {
  deleted: number;
  /** Share of lines that were deleted or led to an alert. */
  touched: number;
}

export function readPresetSets(folder: string): PresetSets {
  const test = join(folder, 'test');
  return {
    everyday: [
      ...goEmotionsNeutral(test),
      ...smsSpam(test).filter(({ label }) => !label),
      ...readSets(test, ORDINARY_SETS),
    ].map(({ text }) => text),
    chat: readChatLines(),
    collected: [...olid(test), ...wikipedia(test, 'nonfuzzed')].map(({ text, label }) => ({
      text,
      isHarmful: label,
    })),
  };
}

export function measurePresets(judge: JudgeText, sets: PresetSets): PresetFigures[] {
  const everyday = sets.everyday.map((text) => judge(text));
  const rate = ({ text, isHarmful }: RatedText) => ({ verdict: judge(text), isHarmful });
  const chat = sets.chat.map(rate);
  const collected = sets.collected.map(rate);
  return presetNameSchema.options.map((preset) => {
    const of = (texts: typeof chat) =>
      texts.map(({ verdict, isHarmful }) => ({ outcome: outcomeOf(preset, verdict), isHarmful }));
    const chatOutcomes = of(chat);
    const outcomesWhere = (isHarmful: boolean): Outcome[] =>
      chatOutcomes.filter((text) => text.isHarmful === isHarmful).map(({ outcome }) => outcome);
    return {
      preset,
      everyday: affected(everyday.map((verdict) => outcomeOf(preset, verdict))),
      chatHarmful: affected(outcomesWhere(true)),
      chatHarmless: affected(outcomesWhere(false)),
      chatPrecision: precision(chatOutcomes),
      collectedPrecision: precision(of(collected)),
    };
  });
}

const isDeleted = (outcome: Outcome): boolean => outcome === 'deleted';
const isTouched = (outcome: Outcome): boolean => outcome !== 'left';

function affected(outcomes: readonly Outcome[]): Affected {
  const share = (isHit: (outcome: Outcome) => boolean): number =>
    outcomes.filter(isHit).length / outcomes.length;
  return { deleted: share(isDeleted), touched: share(isTouched) };
}

function precision(texts: readonly { outcome: Outcome; isHarmful: boolean }[]): Affected {
  const share = (isHit: (outcome: Outcome) => boolean): number => {
    const hits = texts.filter(({ outcome }) => isHit(outcome));
    return hits.filter(({ isHarmful }) => isHarmful).length / hits.length;
  };
  return { deleted: share(isDeleted), touched: share(isTouched) };
}
