import { roleMention, type Client } from 'discord.js';
import { FALLBACK_KEY, type Channel } from '../../domain/events.ts';
import type { Policies } from '../../domain/ports.ts';
import { translator } from '../../locales/translate.ts';
import { createRenderer, serverRenderer, type Renderer } from '../../rendering/renderer.ts';

/** In the language of the channel's server. */
export async function rendererIn(
  client: Client,
  policies: Pick<Policies, 'get'>,
  channelId: string,
): Promise<Renderer> {
  const channel = client.channels.cache.get(channelId);
  if (channel === undefined || channel.isDMBased()) {
    return createRenderer(translator('en'), (command) => `/${command}`);
  }
  return serverRenderer(channel.guild, await policies.get(channel.guildId));
}

/** Pings the role that keyword alerts of a channel ping. Mentions in an embed don't ping, so it is in the content. */
export async function keywordPing(
  policies: Pick<Policies, 'get'>,
  { key }: Pick<Channel, 'key'>,
): Promise<{ content?: string; roleIds?: string[] }> {
  const roleId = key === FALLBACK_KEY ? null : (await policies.get(key)).keywords.roleId;
  return roleId === null ? {} : { content: roleMention(roleId), roleIds: [roleId] };
}
