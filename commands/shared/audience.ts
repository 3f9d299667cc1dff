import { audienceOf, type Call, moderatorChannelOf } from '../../src/bot/command-kit.ts';

const SHOWN = 20;

/** The texts of a question, for a channel that everyone reads and one with some other readers. */
const ALERTS = {
  everyone: 'moderation:confirm.publicChannel',
  some: 'moderation:confirm.sharedChannel',
} as const;
export const LOG_AUDIENCE = {
  everyone: 'message-log:reply.public',
  some: 'message-log:reply.shared',
} as const;

/** A question that names other readers of a moderators' channel; null: only moderators read it, or it is unusable. */
export function audienceQuestion(
  { guild, t }: Pick<Call<unknown>, 'guild' | 't'>,
  { channelId, fallback }: { readonly channelId: string | null; readonly fallback: string },
  texts: typeof ALERTS | typeof LOG_AUDIENCE = ALERTS,
): string | null {
  const result = moderatorChannelOf(guild, { moderatorChannelId: channelId }, fallback);
  if (result.kind === 'unusable') return null;
  const audience = audienceOf(result.channel);
  const channel = `<#${result.channel.id}>`;
  if (audience.kind === 'everyone') {
    return t(texts.everyone, { channel, count: guild.memberCount });
  }
  const { mentions } = audience;
  if (mentions.length === 0) return null;
  const shown = mentions.slice(0, SHOWN);
  const more = mentions.length - shown.length;
  return t(texts.some, {
    channel,
    readers: more === 0 ? shown : [...shown, t('common:more', { count: more })],
  });
}
