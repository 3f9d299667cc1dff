import { UserError } from '../../src/lib/errors.ts';
import { effectSchema, type Effect } from '../../src/moderation/effects.ts';
import { duration } from '../../src/discord/texts.ts';
import { readDuration } from '../shared/duration-input.ts';

/** What moderators write and read in place of no effect at all. */
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

const ROLE = /^<@&(\d{15,20})>$|^(\d{15,20})$/;

/**
 * The effects of a rule as moderators write them: words parted by commas, such as `delete, timeout 1h, alert`. Throws a
 * `UserError` that says what is not understood.
 */
export function readEffects(input: string): Effect[] {
  const words = input
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length === 0) throw notUnderstood(input);
  if (words.length === 1 && words[0]?.toLowerCase() === NOTHING) return [];
  return words.map(readEffect);
}

function readEffect(words: string): Effect {
  const [, verb = '', rest = ''] = /^(\S+)\s*(.*)$/su.exec(words) ?? [];
  const effect = effectOf(verb.toLowerCase(), rest.trim());
  const checked = effectSchema.safeParse(effect);
  if (checked.success) return checked.data;
  throw notUnderstood(words);
}

/** As it was written; the schema says whether it can be. */
function effectOf(verb: string, rest: string): unknown {
  if (verb === 'role' || verb === 'unrole') {
    const [, mentioned, id] = ROLE.exec(rest) ?? [];
    return { kind: verb === 'role' ? 'addRole' : 'removeRole', roleId: mentioned ?? id };
  }
  if (rest === '') return { kind: verb };
  if (verb === 'timeout') return { kind: 'timeout', seconds: readDuration(rest) };
  if (verb === 'ban') return { kind: 'ban', deleteMessageSeconds: readDuration(rest) };
  return null;
}

function notUnderstood(words: string): UserError {
  return new UserError(
    `I did not understand “${words.slice(0, 80)}”. Name effects, parted by commas: \`alert\`, \`notice\`, \`delete\`, ` +
      '`timeout 1h`, `kick`, `ban`, `ban 1d` (also removes their messages of that time, up to 7 days), ' +
      '`role @name`, `unrole @name`; or `nothing`.',
  );
}

/** The effects as they would be written. */
export function writeEffects(effects: readonly Effect[]): string {
  return effects.length === 0 ? NOTHING : effects.map(writeEffect).join(', ');
}

function writeEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'timeout':
      return effect.seconds === undefined ? 'timeout' : `timeout ${duration(effect.seconds)}`;
    case 'ban':
      return effect.deleteMessageSeconds === undefined
        ? 'ban'
        : `ban ${duration(effect.deleteMessageSeconds)}`;
    case 'addRole':
      return `role <@&${effect.roleId}>`;
    case 'removeRole':
      return `unrole <@&${effect.roleId}>`;
    case 'alert':
    case 'notice':
    case 'delete':
    case 'kick':
      return effect.kind;
  }
}
