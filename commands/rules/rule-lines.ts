import {
  type Conditions,
  defuse,
  duration,
  inOrder,
  rounded,
  type Rule,
  scoreName,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { writeEffects } from '../moderation/effects-input.ts';

const SECONDS_PER_DAY = 24 * 60 * 60;
const VALUE_LENGTH = 80;

/** A rule in one line: name, conditions, effects. */
export function ruleLine({ name, when, effects }: Rule, t: Translate): string {
  return t('rules:line', {
    rule: defuse(name, VALUE_LENGTH),
    conditions: conditionsText(when, t),
    effects: writeEffects(inOrder(effects)),
  });
}

export function conditionsText(when: Conditions, t: Translate): string {
  const { actions, scores, languages, channelIds, roleIds } = when;
  const age = (days: number): string => duration(t.language, days * SECONDS_PER_DAY);
  return [
    ...(actions === undefined ? [] : [actions.map((action) => inCode(action)).join(' / ')]),
    ...(scores ?? []).map(({ score, atLeast }) => `${scoreName(t, score)} ≥ ${rounded(atLeast)}`),
    ...(languages === undefined
      ? []
      : [t('rules:when.languages', { names: languages.map((name) => defuse(name, 64)) })]),
    ...(when.accountAgeUnderDays === undefined
      ? []
      : [t('rules:when.accountAge', { age: age(when.accountAgeUnderDays) })]),
    ...(when.memberAgeUnderDays === undefined
      ? []
      : [t('rules:when.memberAge', { age: age(when.memberAgeUnderDays) })]),
    ...(channelIds === undefined ? [] : [channelIds.map((id) => `<#${id}>`).join(' / ')]),
    ...(roleIds === undefined ? [] : [roleIds.map((id) => `<@&${id}>`).join(' / ')]),
    ...(when.words === undefined ? [] : [t('rules:when.words')]),
  ].join(' · ');
}

function inCode(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}
