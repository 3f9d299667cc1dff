import type { APIMessage } from 'discord-api-types/v10';
import type { Scene } from '../scene.ts';

/** The bot's latest post in the moderator channel. */
export function latestPost(on: Scene): APIMessage {
  const post = [...on.channel(on.sandbox.channels['mod-alerts']).messages.values()].at(-1);
  if (post === undefined) throw new Error('There is no post.');
  return post;
}
