import type { EventContent } from '../../src/bot/domain/events.ts';

type KeywordContent = Extract<EventContent, { kind: 'keyword' }>;
type TaggingContent = Extract<EventContent, { kind: 'tagging' }>;

/** The content of a keyword alert. */
export function keywordContent(
  keyword: string,
  changes: Partial<KeywordContent> = {},
): KeywordContent {
  return { kind: 'keyword', keyword, guildId: null, place: null, text: null, at: 1, ...changes };
}

/** The content of a tagging result. */
export function taggingContent(
  convoId: string,
  changes: Partial<TaggingContent> = {},
): TaggingContent {
  return { kind: 'tagging', convoId, tags: '', undocumentedTags: '', at: 1, ...changes };
}
