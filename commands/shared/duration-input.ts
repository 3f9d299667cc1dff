import { type Choice, duration, type Translate } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';

const SECONDS: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 60 * 60,
  d: 24 * 60 * 60,
  w: 7 * 24 * 60 * 60,
};

const PART =
  /(\d{1,9})\s*(s|m|h|d|w)(?:(?<=s)ec(?:ond)?s?|(?<=m)in(?:ute)?s?|(?<=h)(?:ou)?rs?|(?<=d)ays?|(?<=w)eeks?)?(?![a-z])/giu;

/** Parses a duration such as `90s`, `10 minutes` or `1h 30m` into seconds. Throws a `UserError` for anything else. */
export function readDuration(input: string, t: Translate): number {
  const seconds = parseDuration(input);
  if (seconds === null) throw new UserError(t('common:unreadableDuration'));
  return seconds;
}

/** Null: not a duration. */
function parseDuration(input: string): number | null {
  const parts = [...input.matchAll(PART)];
  const seconds = parts.reduce((sum, [, count = '', unit = '']) => {
    return sum + Number(count) * (SECONDS[unit.toLowerCase()] ?? 0);
  }, 0);
  const rest = input.replace(PART, '').replaceAll(/\band\b|[\s,]/giu, '');
  return parts.length === 0 || rest !== '' || seconds === 0 ? null : seconds;
}

/** Discord's choices for timeouts. */
const USUAL = ['60s', '5m', '10m', '1h', '1d', '7d'];
const UNITS = ['m', 'h', 'd'];

/** Suggests usual durations, or meanings of the input: "2" is 2 minutes, hours or days. */
export function suggestDurations(input: string, t: Translate, maxSeconds: number): Choice[] {
  const typed = folded(input);
  const [number] = /^\d{1,6}/u.exec(typed) ?? [];
  const exact = parseDuration(typed);
  const possible =
    number === undefined
      ? USUAL.map(parseDuration)
      : UNITS.map((unit) => parseDuration(`${number}${unit}`));
  const lengths = exact === null ? possible : [exact];
  return lengths.flatMap((seconds) => {
    if (seconds === null || seconds > maxSeconds) return [];
    const name = duration(t.language, seconds);
    // The input can match a name as well: "2 T" stands for days in German.
    const isMatch = exact !== null || folded(name).startsWith(typed);
    return isMatch ? [{ name, value: `${seconds}s` }] : [];
  });
}

/** Languages put different spaces between number and unit. */
function folded(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/gu, ' ');
}
