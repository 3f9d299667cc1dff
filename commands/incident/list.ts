import { messageLink } from 'discord.js';
import {
  type CommandDeps,
  type Reply,
  sizeText,
  type SlashCall,
  timestamp,
} from '../../src/bot/command-kit.ts';

const LISTED = 10;

export async function listIncidents(
  { guild, t }: SlashCall,
  { incidents }: CommandDeps,
): Promise<Reply> {
  const latest = await incidents.list(guild.id, LISTED);
  const lines = await Promise.all(
    latest.map(async ({ number, openedAt, endedAt, post }) => {
      const name = `**#${number}**`;
      const place = post && messageLink(post.channelId, post.messageId, guild.id);
      return [
        place === null ? name : `[${name}](${place})`,
        timestamp(openedAt),
        ...(endedAt === null ? [t('incident:reply.ongoing')] : []),
        sizeText(t, await incidents.figures(guild.id, number)),
      ].join(' · ');
    }),
  );
  const title = t('incident:reply.listTitle');
  return { embeds: [{ title, description: lines.join('\n') || t('incident:reply.none') }] };
}
