import type { Refusal } from '../effects.ts';
import { parseWord, type WordPattern } from './word-pattern.ts';

/* The rules of AutoMod, Discord's own filter, as far as they concern word lists. */

/* Discord's limits (resources/auto-moderation). A list of blocked words fits into one rule (`MAX_WORDS`). */
export const MAX_KEYWORD_RULES = 6;
export const MAX_NATIVE_ALLOWED = 100;
export const MAX_NATIVE_EXEMPT_ROLES = 20;
export const MAX_NATIVE_EXEMPT_CHANNELS = 50;
export const MAX_MENTIONS = 50;

/** A rule of the server about keywords. */
export interface NativeKeywordRule {
  readonly name: string;
  readonly isEnabled: boolean;
  /** Other rules only alert or time out: their words must not get messages deleted. */
  readonly blocks: boolean;
  /** Whether some roles or channels are exempt. */
  readonly hasExemptions: boolean;
  readonly keywords: readonly string[];
  readonly allowed: readonly string[];
  /** How many regular expressions it has. */
  readonly patterns: number;
}

export const NATIVE_KINDS = ['words', 'mentions', 'invites', 'links'] as const;
export type NativeKind = (typeof NATIVE_KINDS)[number];

export type NativeTrigger =
  | {
      readonly kind: 'keywords';
      readonly keywords: readonly string[];
      readonly allowed: readonly string[];
    }
  | { readonly kind: 'mentions'; readonly limit: number };

/** A rule that blocks messages. */
export interface NativeRule {
  readonly name: string;
  /** Its names in other languages. An existing rule with one of them is updated, so that there is never a second one. */
  readonly otherNames: readonly string[];
  readonly trigger: NativeTrigger;
  /** The text for members whose message is blocked. At most 150 characters. */
  readonly explanation: string;
  /** Null: no alerts. */
  readonly alertChannelId: string | null;
  readonly exemptRoleIds: readonly string[];
  readonly exemptChannelIds: readonly string[];
  /** For the audit log. */
  readonly reason: string;
}

type Refused = { readonly kind: 'refused' } & Refusal;

export type SavedNativeRule =
  | { readonly kind: 'created' | 'changed' }
  /** The server has as many rules of this kind as it can have. */
  | { readonly kind: 'full' }
  | Refused;

/** Both need “Manage Server”, and throw if Discord does not answer. */
export interface NativeRules {
  /** The rules about keywords that the bot did not create. */
  keywordRules(
    guildId: string,
  ): Promise<{ readonly kind: 'rules'; readonly rules: readonly NativeKeywordRule[] } | Refused>;
  /** Creates the rule, or changes the one with that name that the bot created. */
  save(guildId: string, rule: NativeRule): Promise<SavedNativeRule>;
}

export const READY_MADE: Readonly<Record<'invites' | 'links', readonly string[]>> = {
  invites: [
    '*discord.gg/*',
    '*discord.com/invite/*',
    '*discordapp.com/invite/*',
    '*dsc.gg/*',
    '*invite.gg/*',
  ],
  links: ['*http://*', '*https://*'],
};

/** Words of the server's rules for its lists. */
export interface NativeImport {
  readonly blocked: readonly WordPattern[];
  readonly allowed: readonly WordPattern[];
  /** Keywords that are no words here, such as one with a wildcard inside. */
  readonly unusable: readonly string[];
  /** How many regular expressions there are: they cannot be imported. */
  readonly patterns: number;
}

/** Only rules that currently block messages count. */
export function importOf(rules: readonly NativeKeywordRule[]): NativeImport {
  const inForce = rules.filter(({ isEnabled, blocks }) => isEnabled && blocks);
  const parsed = (texts: readonly string[]) =>
    texts.map((text) => ({ text, word: parseWord(text) }));
  const keywords = parsed(inForce.flatMap((rule) => rule.keywords));
  const allowed = parsed(inForce.flatMap((rule) => rule.allowed));
  const usable = ({ word }: { word: ReturnType<typeof parseWord> }): WordPattern[] =>
    typeof word === 'string' ? [] : [word];
  return {
    blocked: keywords.flatMap(usable),
    allowed: allowed.flatMap(usable),
    unusable: [...keywords, ...allowed]
      .filter(({ word }) => typeof word === 'string')
      .map(({ text }) => text),
    patterns: inForce.reduce((sum, { patterns }) => sum + patterns, 0),
  };
}
