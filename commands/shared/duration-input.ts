import { UserError } from '../../src/lib/errors.ts';
import type { Translate } from '../../src/locales/translate.ts';

const SECONDS: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 60 * 60,
  d: 24 * 60 * 60,
  w: 7 * 24 * 60 * 60,
};

const PART =
  /(\d{1,9})\s*(s|m|h|d|w)(?:(?<=s)ec(?:ond)?s?|(?<=m)in(?:ute)?s?|(?<=h)(?:ou)?rs?|(?<=d)ays?|(?<=w)eeks?)?(?![a-z])/giu;

/** Reads a length of time such as `90s`, `10 minutes` or `1h 30m`, in seconds. Throws a `UserError` for anything else. */
export function readDuration(input: string, t: Translate): number {
  const parts = [...input.matchAll(PART)];
  const seconds = parts.reduce((sum, [, count = '', unit = '']) => {
    return sum + Number(count) * (SECONDS[unit.toLowerCase()] ?? 0);
  }, 0);
  const rest = input.replace(PART, '').replaceAll(/\band\b|[\s,]/giu, '');
  if (parts.length === 0 || rest !== '' || seconds === 0) {
    throw new UserError(t('common:unreadableDuration'));
  }
  return seconds;
}
