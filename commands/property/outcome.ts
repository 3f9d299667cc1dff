import { readActionOutcomes, type ActionOutcome } from '../../src/service-api/client/outcomes.ts';
import { defuse, type Reply, type Translate } from '../../src/bot/command-kit.ts';
import { isSnowflake } from '../../src/shared/snowflake.ts';

const MAX_SHOWN = 20;
const SIGNS = { done: '✅', refused: '❌', unavailable: '⏳' } as const;

/** The outcome of each step of an action, with fixes for refusals. */
export function outcomeReply(response: unknown, t: Translate): Reply {
  const steps = readActionOutcomes(response);
  if (steps.length === 0) {
    const title = t('property:reply.outcome.title.accepted');
    return { embeds: [{ title, description: t('property:reply.outcome.accepted') }] };
  }
  const lines = steps.slice(0, MAX_SHOWN).map((step) => lineOf(step, t));
  const count = steps.length - MAX_SHOWN;
  if (count > 0) lines.push(`… ${t('common:more', { count })}`);
  return { embeds: [{ title: titleOf(steps, t), description: lines.join('\n') }] };
}

/** Whether any step succeeded, or may have. */
export function isAnyDone(response: unknown): boolean {
  const steps = readActionOutcomes(response);
  return steps.length === 0 || steps.some(({ status }) => status === 'done');
}

function titleOf(steps: readonly ActionOutcome[], t: Translate): string {
  const [first] = steps;
  const isUniform = steps.every(({ status }) => status === first?.status);
  const title = first !== undefined && isUniform ? first.status : 'partly';
  return t(`property:reply.outcome.title.${title}`);
}

function lineOf({ target, value, status, reason, fix }: ActionOutcome, t: Translate): string {
  const user = isSnowflake(target) ? `<@${target}>` : defuse(target, 100);
  const role =
    value === undefined ? '' : ` · ${isSnowflake(value) ? `<@&${value}>` : defuse(value, 100)}`;
  const details = [reason, fix].flatMap((part) => (part === undefined ? [] : [defuse(part, 300)]));
  const sentences = [`${t(`property:reply.outcome.${status}`)}.`, ...details].join(' ');
  return `${SIGNS[status]} ${user}${role}: ${sentences}`;
}
