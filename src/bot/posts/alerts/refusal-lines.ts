import type { Case } from '../../domain/case.ts';
import type { Refusal } from '../../domain/effects.ts';
import type { Renderer } from '../../rendering/renderer.ts';
import { truncate } from '../../rendering/sanitize.ts';

/** The longest reason and the longest fix. Every one fits, even with the longest names. */
const SENTENCE_LENGTH = 300;

/** Discord's refusals, and in small print how to fix them. */
export function refusalText({ show }: Renderer, { reason, fix }: Refusal): string {
  return `⛔ ${truncate(show(reason), SENTENCE_LENGTH)}\n-# 🔧 ${truncate(show(fix), SENTENCE_LENGTH)}`;
}

/** The refusals of the bot's own steps, without repeating a fix. A refused direct message is common and cannot be fixed. */
export function refusalLines(renderer: Renderer, records: readonly Case[]): string[] {
  const refusals = records.flatMap(({ steps }) =>
    steps.flatMap(({ effect, outcome }) =>
      effect.kind !== 'notice' && effect.kind !== 'alert' && outcome?.status === 'refused'
        ? [refusalText(renderer, outcome)]
        : [],
    ),
  );
  return [...new Set(refusals)];
}
