import { readActionOutcomes, type ActionOutcome } from '../../src/client/outcomes.ts';
import type { Reply } from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import { outcomes as texts } from '../texts/property-answers.ts';

const SHOWN = 20;
const ID = /^\d{15,20}$/;

/** What became of an action, step by step, with how to mend what was refused. */
export function outcomeReply(answer: unknown): Reply {
  const steps = readActionOutcomes(answer);
  if (steps.length === 0) {
    return { embeds: [{ title: texts.title.asked, description: texts.accepted }] };
  }
  const lines = steps.slice(0, SHOWN).map(lineOf);
  if (steps.length > SHOWN) lines.push(texts.more(steps.length - SHOWN));
  return { embeds: [{ title: titleOf(steps), description: lines.join('\n') }] };
}

/** Whether anything was done, or may have been. */
export function isAnyDone(answer: unknown): boolean {
  const steps = readActionOutcomes(answer);
  return steps.length === 0 || steps.some(({ status }) => status === 'done');
}

function titleOf(steps: readonly ActionOutcome[]): string {
  const [first] = steps;
  const isUniform = steps.every(({ status }) => status === first?.status);
  return first !== undefined && isUniform ? texts.title[first.status] : texts.title.partly;
}

const SIGNS = { done: '✅', refused: '❌', unavailable: '⏳' } as const;

function lineOf({ target, value, status, reason, mend }: ActionOutcome): string {
  const role =
    value === undefined ? '' : ` · ${ID.test(value) ? `<@&${value}>` : defuse(value, 100)}`;
  const why = [reason, mend].flatMap((part) => (part === undefined ? [] : [defuse(part, 300)]));
  const said = [`${texts[status]}.`, ...why].join(' ');
  return `${SIGNS[status]} ${ID.test(target) ? `<@${target}>` : defuse(target, 100)}${role}: ${said}`;
}
