import { AutoModerationRuleTriggerType, type APIAutoModerationRule } from 'discord-api-types/v10';

export interface TriggerMatch {
  /** The rule's keyword or pattern; null: the rule has none. */
  readonly keyword: string | null;
  /** The matching part of the content; null: no particular part. */
  readonly content: string | null;
}

type Rule = Pick<APIAutoModerationRule, 'trigger_type' | 'trigger_metadata'>;

/** Finds the trigger in a message's content. Discord's own word lists and spam detection are not simulated. */
export function triggerOf(
  { trigger_type: type, trigger_metadata }: Rule,
  content: string,
): TriggerMatch | null {
  switch (type) {
    case AutoModerationRuleTriggerType.Keyword:
      return keywordMatch(trigger_metadata, content);
    case AutoModerationRuleTriggerType.MentionSpam: {
      const mentions = new Set(
        content.match(/<@[!&]?\d{1,20}>/g)?.map((text) => text.replace('!', '')),
      );
      const limit = trigger_metadata.mention_total_limit ?? Infinity;
      return mentions.size > limit ? { keyword: null, content: null } : null;
    }
    case AutoModerationRuleTriggerType.Spam:
    case AutoModerationRuleTriggerType.KeywordPreset:
    case AutoModerationRuleTriggerType.MemberProfile:
      return null;
  }
}

function keywordMatch(
  {
    keyword_filter: keywords = [],
    regex_patterns: patterns = [],
    allow_list: allowed = [],
  }: Rule['trigger_metadata'],
  content: string,
): TriggerMatch | null {
  // Text on the allow list cannot trigger the rule.
  const rest = allowed.reduce((text, word) => withoutMatches(word, text), content);
  for (const keyword of keywords) {
    const [match] = matchesOf(keyword, rest);
    if (match !== undefined) return { keyword, content: rest.slice(match.from, match.to) };
  }
  for (const pattern of patterns) {
    const match = compile(pattern)?.exec(rest);
    if (match) return { keyword: pattern, content: match[0] };
  }
  return null;
}

/** Compiles a regular expression; null: it is invalid. Discord's are Rust's, which JavaScript's resemble. */
export function compile(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern.replace(/^\(\?i\)/, ''), 'iu');
  } catch {
    return null;
  }
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const WORD = /[\p{L}\p{N}]/u;

/** `cat`, `cat*`, `*cat`, `*cat*` (resources/auto-moderation, keyword matching strategies). */
function matchesOf(keyword: string, content: string): Span[] {
  const word = keyword.replace(/^\*/, '').replace(/\*$/, '').toLowerCase();
  if (word === '') return [];
  const text = content.toLowerCase();
  const isWordAt = (index: number): boolean => WORD.test(text.charAt(index));
  const spans: Span[] = [];
  for (let from = text.indexOf(word); from !== -1; from = text.indexOf(word, from + 1)) {
    const to = from + word.length;
    const starts = keyword.startsWith('*') || !isWordAt(from - 1);
    const ends = keyword.endsWith('*') || !isWordAt(to);
    if (starts && ends) spans.push({ from, to });
  }
  return spans;
}

function withoutMatches(keyword: string, content: string): string {
  return matchesOf(keyword, content).reduce((text, match) => {
    let { from, to } = match;
    // Allow the whole word, not only the part that matched.
    while (from > 0 && WORD.test(content.charAt(from - 1))) from -= 1;
    while (to < content.length && WORD.test(content.charAt(to))) to += 1;
    return text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);
  }, content);
}
