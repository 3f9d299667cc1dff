import type { ChatInputCommandInteraction, Role } from 'discord.js';
import { UserError } from '../../src/shared/errors.ts';
import {
  type Conditions,
  MAX_AGE_DAYS,
  MAX_VALUES,
  type ScoreCondition,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { readDuration } from '../shared/duration-input.ts';

const SECONDS_PER_DAY = 24 * 60 * 60;

/** Scores with a short name: the interface's, and the embedded service's categories. */
export const SCORE_PATHS: readonly string[] = [
  'insights.categories.threat',
  'insights.categories.selfHarm',
  'insights.categories.groupAttack',
  'insights.categories.targetedSlur',
  'insights.categories.sexualHarassment',
  'insights.categories.doxxing',
  'insights.categories.extremism',
  'insights.categories.scam',
  'insights.categories.insult',
  'insights.categories.vulgarity',
  'engine1.baseline',
  'engine1.raceInvocation',
  'engine1.politicalLanguage',
  'engine2.baseline',
  'engine2.raceInvocation',
  'engine2.defensive',
  'engine2.aggressive',
  'engine2.vulgar',
  'patches.sentimentScore',
  'suggestedAction',
];

/** The short name of a score: the last word of its path, unless both engines have a score with that name. */
export function shortName(path: string): string {
  const last = lastWord(path);
  return SCORE_PATHS.filter((other) => lastWord(other) === last).length === 1 ? last : path;
}

function lastWord(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** Parses the conditions of the options; absent options stay absent. Throws a `UserError` for invalid input. */
export function readConditions(
  { options, guildId }: Pick<ChatInputCommandInteraction<'cached'>, 'options' | 'guildId'>,
  t: Translate,
): Partial<Conditions> {
  const actions = options.getString('actions');
  const scores = options.getString('scores');
  const languages = options.getString('languages');
  const accountAge = options.getString('account-age');
  const memberAge = options.getString('member-age');
  const channel = options.getChannel('channel');
  const role = chosenRole({ options, guildId }, t);
  return {
    ...(actions === null ? {} : { actions: readActions(actions, t) }),
    ...(scores === null ? {} : { scores: readScores(scores, t) }),
    ...(languages === null ? {} : { languages: readLanguages(languages, t) }),
    ...(accountAge === null ? {} : { accountAgeUnderDays: readAge(accountAge, t) }),
    ...(memberAge === null ? {} : { memberAgeUnderDays: readAge(memberAge, t) }),
    ...(channel === null ? {} : { channelIds: [channel.id] }),
    ...(role === null ? {} : { roleIds: [role.id] }),
    ...(options.getBoolean('blocked-words') === true ? { words: 'blocked' as const } : {}),
  };
}

/** Throws a `UserError` for @everyone, which is not in an author's list of roles. */
export function chosenRole(
  { options, guildId }: Pick<ChatInputCommandInteraction<'cached'>, 'options' | 'guildId'>,
  t: Translate,
): Role | null {
  const role = options.getRole('role');
  if (role?.id === guildId) throw new UserError(t('rules:problem.everyone'));
  return role;
}

export function readActions(input: string, t: Translate): string[] {
  const actions = valuesIn(input, t).map((action) => action.toLowerCase());
  // Unknown actions always lead to an alert.
  if (actions.includes('*')) throw new UserError(t('rules:problem.anyAction'));
  return actions;
}

const SCORE =
  /^(?<name>[\w.-]{1,100})\s*(?:>=|≥|:|=)?\s*(?<value>-?\d{1,6}(?:\.\d{1,6})?)\s*(?<percent>%?)$/u;

/** The highest value of scores with a short name: a rule with a higher one, such as `threat 80`, would never match. */
const HIGHEST_SCORE = 1;

/** Parses `threat 0.8, insult 90%`. */
export function readScores(input: string, t: Translate): ScoreCondition[] {
  return valuesIn(input, t).map((part) => {
    const { name = '', value = '', percent = '' } = SCORE.exec(part)?.groups ?? {};
    const score = scorePath(name);
    const atLeast = Number(value) / (percent === '' ? 1 : 100);
    if (score === null || (SCORE_PATHS.includes(score) && atLeast > HIGHEST_SCORE)) {
      const names = SCORE_PATHS.map(shortName).join(', ');
      throw new UserError(t('rules:problem.score', { input: part.slice(0, 80), names }));
    }
    return { score, atLeast };
  });
}

/** The path for a short name, or else the path as entered, because another service may send any path. */
function scorePath(name: string): string | null {
  const wanted = name.toLowerCase();
  const known = SCORE_PATHS.find((path) =>
    [path, shortName(path)].some((each) => each.toLowerCase() === wanted),
  );
  return known ?? (name.includes('.') ? name : null);
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Parses the service's names of languages, or their codes: `German, fr`. */
export function readLanguages(input: string, t: Translate): string[] {
  return valuesIn(input, t).map((value) => (nameOfCode(value) ?? value).toLowerCase());
}

function nameOfCode(code: string): string | null {
  if (!/^[a-z]{2,3}(?:-[a-z]{2,4})?$/iu.test(code)) return null;
  return LANGUAGE_NAMES.of(code) ?? null;
}

/** In days. */
function readAge(input: string, t: Translate): number {
  const days = readDuration(input, t) / SECONDS_PER_DAY;
  if (days > MAX_AGE_DAYS) throw new UserError(t('rules:problem.age', { max: MAX_AGE_DAYS }));
  return days;
}

function valuesIn(input: string, t: Translate): string[] {
  const values = input
    .split(/[,;]/u)
    .map((value) => value.trim())
    .filter((value) => value !== '');
  if (values.length === 0) throw new UserError(t('rules:problem.empty'));
  if (values.length > MAX_VALUES) {
    throw new UserError(t('rules:problem.tooManyValues', { max: MAX_VALUES }));
  }
  return [...new Set(values)];
}
