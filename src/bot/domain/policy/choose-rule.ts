import { DAY_MS } from '../../../shared/clock.ts';
import { snowflakeTime } from '../../../shared/snowflake.ts';
import type { ServiceJudgement } from '../case.ts';
import type { Effect } from '../effects.ts';
import type { Snapshot } from '../snapshot.ts';
import { scoreAt, type Verdict } from '../verdict.ts';
import type { Policy } from './policy.ts';
import type { PresetName } from './preset-names.ts';
import { KNOWN_ACTIONS, PRESETS } from './presets.ts';
import {
  coversHarmless,
  HARMLESS_ACTION,
  punishes,
  type Conditions,
  type DecidingRule,
  type Rule,
} from './rules.ts';

/* Finds the rule for a text: the first of the server's own that applies, else the first of its preset. Pure. */

/** The origin of a text. With the policy and the service's answer, it decides which rule applies. */
export type Origin = Pick<
  Snapshot,
  'subject' | 'messageId' | 'channelId' | 'parentIds' | 'isAgeRestricted' | 'editedAt'
> & {
  readonly author: Pick<Snapshot['author'], 'id' | 'kind' | 'rank' | 'roleIds' | 'joinedAt'>;
};

/** A text with the service's answer. */
export interface JudgedText {
  readonly origin: Origin;
  readonly judgement: ServiceJudgement;
  /** The words of the text that the server blocks, as they are on its list. */
  readonly blockedWords: readonly string[];
}

export interface ChosenRule {
  readonly rule: DecidingRule;
  readonly effects: readonly Effect[];
}

const UNKNOWN: ChosenRule = { rule: { of: 'unknown' }, effects: [{ kind: 'alert' }] };

/** Null: no rule applies, and the text is harmless. */
export function chooseRule(policy: Policy, text: JudgedText): ChosenRule | null {
  const facts = factsOf(text);
  const own = policy.rules.find((rule) => applies(rule, facts) && !sparesBlockedWord(rule, facts));
  if (own !== undefined) {
    return { rule: { of: 'server', id: own.id, name: own.name }, effects: own.effects };
  }
  const preset = presetFor(policy, text.origin);
  const found = PRESETS[preset].find((rule) => applies(rule, facts));
  if (found !== undefined) {
    return { rule: { of: 'preset', preset, id: found.id }, effects: found.effects };
  }
  return facts.action === HARMLESS_ACTION ? null : UNKNOWN;
}

/**
 * The preset for a text. What is closest decides: the channel, then its parents, then the first of the author's roles that
 * has a preset, then the one for age-restricted channels, then the server's.
 */
export function presetFor(policy: Policy, origin: Origin): PresetName {
  const { presetOverrides } = policy;
  if (presetOverrides.length > 0) {
    for (const id of [origin.channelId, ...origin.parentIds]) {
      const found = presetOverrides.find(({ targetId }) => targetId === id);
      if (found !== undefined) return found.preset;
    }
    const { roleIds } = origin.author;
    const found = presetOverrides.find(
      ({ kind, targetId }) => kind === 'role' && roleIds.includes(targetId),
    );
    if (found !== undefined) return found.preset;
  }
  return origin.isAgeRestricted ? policy.ageRestrictedPreset : policy.preset;
}

/**
 * A rule that only weighs the service's answer does not know about the server's words: it cannot let a blocked word stay. A
 * rule about words, places or people can.
 */
function sparesBlockedWord({ when, effects }: Rule, { blockedWords }: Facts): boolean {
  if (blockedWords.length === 0) return false;
  const { actions: _actions, scores: _scores, languages: _languages, ...others } = when;
  const isOnlyAboutAnswer = Object.values(others).every((condition) => condition === undefined);
  return isOnlyAboutAnswer && !effects.some(({ kind }) => kind === 'delete');
}

interface Facts extends Omit<JudgedText, 'judgement'> {
  /** Null: the service could not judge the text. */
  readonly verdict: Verdict | null;
  /** The suggested action, in lower case; empty without a verdict. */
  readonly action: string;
}

function factsOf({ judgement, origin, blockedWords }: JudgedText): Facts {
  const verdict = judgement.kind === 'verdict' ? judgement.verdict : null;
  return { origin, blockedWords, verdict, action: verdict?.action.trim().toLowerCase() ?? '' };
}

function applies(rule: Pick<Rule, 'when' | 'effects'>, facts: Facts): boolean {
  return isMet(rule.when, facts) && isFair(rule, facts);
}

/**
 * Guarantees that hold whatever the rules are. `coversHarmless` decides whether a rule applies to texts that the service
 * finds harmless. A rule punishes for an unknown suggested action only if it names that action. To a text without a verdict,
 * only rules about blocked words apply.
 */
function isFair(rule: Pick<Rule, 'when' | 'effects'>, { verdict, action }: Facts): boolean {
  const { when, effects } = rule;
  if (when.words !== undefined) return true;
  if (verdict === null) return false;
  if (action === HARMLESS_ACTION) return coversHarmless(rule);
  const isNamed = when.actions !== undefined;
  return isNamed || KNOWN_ACTIONS.has(action) || (effects.length > 0 && !punishes(effects));
}

function isMet(when: Conditions, { verdict, action, origin, blockedWords }: Facts): boolean {
  const { actions, scores, languages, channelIds, roleIds } = when;
  if (actions?.includes(action) === false) return false;
  if (scores !== undefined) {
    if (verdict === null) return false;
    for (const { score, atLeast } of scores) {
      const value = scoreAt(verdict, score);
      if (value === null || value < atLeast) return false;
    }
  }
  if (languages !== undefined) {
    if (verdict === null || !languages.includes(verdict.language.toLowerCase())) return false;
  }
  if (when.words !== undefined && blockedWords.length === 0) return false;
  if (channelIds !== undefined && !isWithin(origin, channelIds)) return false;
  if (roleIds !== undefined && !origin.author.roleIds.some((id) => roleIds.includes(id))) {
    return false;
  }
  return isYoungerThan(when, origin);
}

function isWithin({ channelId, parentIds }: Origin, ids: readonly string[]): boolean {
  return ids.includes(channelId) || parentIds.some((id) => ids.includes(id));
}

/**
 * Compares ages at the time of writing. An unknown age does not count as young, because nobody is punished for what is
 * unknown.
 */
function isYoungerThan(
  { accountAgeUnderDays, memberAgeUnderDays }: Conditions,
  origin: Origin,
): boolean {
  if (accountAgeUnderDays === undefined && memberAgeUnderDays === undefined) return true;
  const { id, kind, joinedAt } = origin.author;
  if (kind !== 'person') return false;
  const writtenAt = origin.editedAt ?? snowflakeTime(origin.messageId);
  if (memberAgeUnderDays !== undefined) {
    if (joinedAt === null || writtenAt - joinedAt >= memberAgeUnderDays * DAY_MS) return false;
  }
  return (
    accountAgeUnderDays === undefined ||
    writtenAt - snowflakeTime(id) < accountAgeUnderDays * DAY_MS
  );
}
