import { userMention, type APIEmbed } from 'discord.js';
import {
  defuseLine,
  type PurgeMessage,
  type PurgeSelection,
  type ReplyFile,
  timestamp,
  type Translate,
  visible,
} from '../../src/bot/command-kit.ts';
import { snowflakeTime } from '../../src/shared/snowflake.ts';

/** How many messages are shown; the file contains all. */
const SHOWN = 10;
const TEXT_LENGTH = 150;
const FILE_TEXT_LENGTH = 4000;

/** The messages a purge would delete, newest first. */
export function previewOf(
  t: Translate,
  { messages, pinned, searched, hasOlder }: PurgeSelection,
): { content: string; embeds: APIEmbed[]; files: ReplyFile[] } {
  const count = messages.length;
  const old = messages.filter(({ isOld }) => isOld).length;
  const content = [
    count === 0 ? t('purge:reply.none') : t('purge:reply.question', { count }),
    ...(old === 0 ? [] : [t('purge:reply.old', { count: old })]),
    ...(pinned === 0 ? [] : [t('purge:reply.pinned', { count: pinned })]),
    ...(hasOlder ? [t('purge:reply.searched', { count: searched })] : []),
  ].join('\n');
  if (count === 0) return { content, embeds: [], files: [] };
  const more = count - SHOWN;
  const lines = [
    ...messages.slice(0, SHOWN).map((message) => lineOf(t, message)),
    ...(more > 0 ? [`-# ${t('common:more', { count: more })}`] : []),
  ];
  return {
    content,
    embeds: [{ color: 0xe74c3c, description: lines.join('\n') }],
    files: more > 0 ? [{ name: 'messages.txt', data: Buffer.from(fileOf(messages)) }] : [],
  };
}

function lineOf(t: Translate, { id, authorId, text }: PurgeMessage): string {
  const words = defuseLine(text, TEXT_LENGTH) || t('purge:reply.empty');
  return `${timestamp(snowflakeTime(id), 'R')} ${userMention(authorId)}: ${words}`;
}

function fileOf(messages: readonly PurgeMessage[]): string {
  const blocks = messages.map(({ id, authorId, authorName, text }) => {
    const time = new Date(snowflakeTime(id)).toISOString();
    return `${time} ${visible(authorName, 40)} (${authorId})\n${visible(text, FILE_TEXT_LENGTH)}\n`;
  });
  return blocks.join('\n');
}
