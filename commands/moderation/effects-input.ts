import {
  ACTION_FACTS,
  type Choice,
  duration,
  type Effect,
  effectSchema,
  factsOf,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { readDuration } from '../shared/duration-input.ts';
import { mentionedId } from '../../src/shared/snowflake.ts';

export const NOTHING = 'nothing';

export const EFFECT_EXAMPLES = [
  NOTHING,
  'alert',
  'notice, alert',
  'delete, alert',
  'delete, notice, alert',
  'delete, notice, timeout 10m, alert',
  'delete, notice, timeout 1d, alert',
  'delete, notice, kick, alert',
  'delete, notice, ban, alert',
  'delete, notice, ban 1d, alert',
] as const;

/**
 * Parses a rule's effects, separated by commas, such as `delete, timeout 1h, alert`. Throws a `UserError` that names
 * the invalid part.
 */
export function readEffects(input: string, t: Translate): Effect[] {
  const words = input
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length === 0) throw unreadable(input, t);
  if (words.length === 1 && words[0]?.toLowerCase() === NOTHING) return [];
  return words.map((word) => readEffect(word, t));
}

function readEffect(words: string, t: Translate): Effect {
  const [, verb = '', rest = ''] = /^(\S+)\s*(.*)$/su.exec(words) ?? [];
  const effect = effectOf(verb.toLowerCase(), rest.trim(), t);
  const checked = effectSchema.safeParse(effect);
  if (checked.success) return checked.data;
  throw unreadable(words, t);
}

/** Unvalidated input for the schema. */
function effectOf(verb: string, rest: string, t: Translate): unknown {
  const [kind, facts] = Object.entries(ACTION_FACTS).find(([, { word }]) => word === verb) ?? [
    verb,
  ];
  const argument = facts?.argument ?? 'none';
  if (argument === 'role') return { kind, roleId: mentionedId('role', rest) ?? rest };
  if (rest === '') return { kind };
  return argument === 'none' ? null : { kind, [argument]: readDuration(rest, t) };
}

function unreadable(input: string, t: Translate): UserError {
  return new UserError(t('moderation:reply.problem.effects', { input: input.slice(0, 80) }));
}

/** Formats effects as `readEffects` parses them: in English for every language. */
export function writeEffects(effects: readonly Effect[]): string {
  return effects.length === 0 ? NOTHING : effects.map(writeEffect).join(', ');
}

function writeEffect(effect: Effect): string {
  const facts = factsOf(effect);
  if (facts === null) return effect.kind;
  const { word, argument } = facts;
  if ('roleId' in effect) return `${word} <@&${effect.roleId}>`;
  const seconds = Object.entries(effect).find(([field]) => field === argument)?.[1];
  return typeof seconds === 'number' ? `${word} ${duration('en', seconds)}` : word;
}

export function suggestEffects(typed: string): Choice[] {
  const wanted = typed.trim().toLowerCase();
  return EFFECT_EXAMPLES.filter((example) => example.includes(wanted)).map((example) => ({
    name: example,
    value: example,
  }));
}
