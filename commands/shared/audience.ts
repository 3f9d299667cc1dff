import { audienceOf, type Call, moderatorChannelOf } from '../../src/bot/command-kit.ts';

const SHOWN = 20;

/** A question that names other readers of an alert channel; null: only moderators read it, or it is unusable. */
export function audienceQuestion(
  { guild, t }: Pick<Call<unknown>, 'guild' | 't'>,
  { channelId, fallback }: { readonly channelId: string | null; readonly fallback: string },
): string | null {
  const result = moderatorChannelOf(guild, { moderatorChannelId: channelId }, fallback);
  if (result.kind === 'unusable') return null;
  const audience = audienceOf(result.channel);
  const channel = `<#${result.channel.id}>`;
  if (audience.kind === 'everyone') {
    return t('moderation:confirm.publicChannel', { channel, count: guild.memberCount });
  }
  const { mentions } = audience;
  if (mentions.length === 0) return null;
  const shown = mentions.slice(0, SHOWN);
  const more = mentions.length - shown.length;
  return t('moderation:confirm.sharedChannel', {
    channel,
    readers: more === 0 ? shown : [...shown, t('common:more', { count: more })],
  });
}
