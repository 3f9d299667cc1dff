import type { Scene } from '../scene.ts';

/** The bot's direct messages to a user. */
export function directMessages({ sandbox, channel }: Scene, userId: string): string[] {
  const dm = sandbox.world.users.openDm(sandbox.botId, userId);
  return [...channel(dm.id).messages.values()]
    .filter(({ author }) => author.id === sandbox.botId)
    .map(({ content }) => content);
}
