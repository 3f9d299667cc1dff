import type { APIEmbed } from 'discord.js';
import { refOf, type EventContent } from '../moderation/events.ts';
import { taggingResult as texts } from './event-texts.ts';
import { defuse } from './text.ts';

const TEAL = 0x1abc9c;
const FIELD_LENGTH = 1024;
const REF_LENGTH = 12;

type TaggingContent = Extract<EventContent, { kind: 'tagging' }>;

export function taggingFooter(eventId: string): string {
  return texts.footer(refOf(eventId).slice(0, REF_LENGTH));
}

/** The post about a tagging session that has ended. */
export function taggingEmbed(
  eventId: string,
  { convoId, tags, undocumentedTags, at }: TaggingContent,
  userId: string | null,
): APIEmbed {
  const listed = (list: string): string => defuse(list, FIELD_LENGTH) || texts.none;
  return {
    color: TEAL,
    title: texts.title,
    fields: [
      { name: texts.tags, value: listed(tags) },
      { name: texts.undocumentedTags, value: listed(undocumentedTags) },
      ...(userId === null ? [] : [{ name: texts.startedBy, value: `<@${userId}>` }]),
      { name: texts.session, value: listed(convoId.slice(0, 200)) },
    ],
    footer: { text: taggingFooter(eventId) },
    timestamp: new Date(at).toISOString(),
  };
}
