import { isMessageKey, type Translate } from '../locales/translate.ts';
import { BLOCKED_WORDS_ID } from '../domain/policy/presets.ts';
import type { DecidingRule } from '../domain/policy/rules.ts';
import { defuseLine } from './sanitize.ts';

/** Room for the longest name, with what the preset adds to it. */
const NAME_LENGTH = 100;

/** The rule that decided, as plain text: a server's rule by its name, a preset's by its category or action. */
export function ruleText(t: Translate, rule: DecidingRule): string {
  switch (rule.of) {
    case 'server':
      return rule.name;
    case 'preset':
      return t('rules:decided.ofPreset', {
        rule: presetRuleName(t, rule.id),
        preset: t(`rules:preset.${rule.preset}`),
      });
    case 'unknown':
      return t('rules:decided.unknown');
    case 'copies':
      return t('rules:decided.copies');
    case 'keyword':
      return t('rules:decided.keyword');
    case 'command':
      return `/${rule.command}`;
    case 'picture':
      return t('rules:decided.picture');
    case 'report':
      return t('rules:decided.report');
  }
}

/** For alerts. Null for a rule of the default preset, because that is nothing new. */
export function ruleNote(t: Translate, rule: DecidingRule): string | null {
  const isUsual = rule.of !== 'server' && (rule.of !== 'preset' || rule.preset === 'normal');
  return isUsual ? null : t('rules:note', { rule: defuseLine(ruleText(t, rule), NAME_LENGTH) });
}

/** The id of a preset's rule is a category of harm, which has a name, a suggested action, or the server's words. */
export function presetRuleName(t: Translate, id: string): string {
  if (id === BLOCKED_WORDS_ID) return t('rules:condition.words');
  const key = `alerts:score.insights.categories.${id}`;
  return isMessageKey(key) ? t(key) : id;
}
