import { userMention, type APIEmbed } from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import { refOf, type TaggingContent } from '../../domain/events.ts';
import { defuse } from '../../rendering/sanitize.ts';

const TEAL = 0x1abc9c;
const FIELD_LENGTH = 1024;
const REF_LENGTH = 12;

/** Identifies the post about a result, so that it is found again. */
export function taggingRef(eventId: string): string {
  return refOf(eventId).slice(0, REF_LENGTH);
}

/** The post about a tagging session that has ended. `userId`: who started it. */
export function taggingEmbed(
  t: Translate,
  { id, content, userId }: { id: string; content: TaggingContent; userId: string | null },
): APIEmbed {
  const { convoId, tags, undocumentedTags, at } = content;
  const listed = (list: string): string => defuse(list, FIELD_LENGTH) || t('tagging-results:none');
  return {
    color: TEAL,
    title: t('tagging-results:title'),
    fields: [
      { name: t('tagging-results:tags'), value: listed(tags) },
      { name: t('tagging-results:similarTags'), value: listed(undocumentedTags) },
      ...(userId === null
        ? []
        : [{ name: t('tagging-results:startedBy'), value: userMention(userId) }]),
      { name: t('tagging-results:session'), value: listed(convoId.slice(0, 200)) },
    ],
    footer: { text: t('tagging-results:footer', { ref: taggingRef(id) }) },
    timestamp: new Date(at).toISOString(),
  };
}
