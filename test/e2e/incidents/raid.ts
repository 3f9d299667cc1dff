import type { APIMessage } from 'discord-api-types/v10';
import { expect, vi } from 'vitest';
import { buttonIds } from '../../../src/bot/rest/find-post.ts';
import type { Case } from '../../../src/bot/domain/case.ts';
import type { Person } from '../../../src/sandbox/person.ts';
import type { Scene } from '../scene.ts';

export const RAID_TEXT = 'everybody join discord.gg/raid, this [delete] server is dead';
export const WAIT = { timeout: 20_000, interval: 50 };

export interface Raid {
  readonly members: readonly Person[];
  readonly messages: readonly APIMessage[];
}

/** Members join and post nearly the same text at once. */
export async function raid(scene: Scene, size: number, name = 'raider'): Promise<Raid> {
  const { channels } = scene.sandbox;
  const members = Array.from({ length: size }, (_, index) => scene.join(`${name}-${index}`));
  const messages = await Promise.all(
    members.map((member, index) => {
      const channel = index % 3 === 0 ? channels.random : channels.general;
      return member.say(channel, `${RAID_TEXT} ${index} 😂`);
    }),
  );
  await Promise.all(messages.map(({ id }) => scene.outcomeOf(id)));
  return { members, messages };
}

/** The bot's posts about incidents, oldest first. */
export function incidentPosts(scene: Scene): APIMessage[] {
  const { channels, botId } = scene.sandbox;
  return [...scene.channel(channels['mod-alerts']).messages.values()].filter(
    (message) =>
      message.author.id === botId && buttonIds(message).some((id) => id.startsWith('incident:')),
  );
}

/** Waits until the only incident post contains the text. */
export async function shown(scene: Scene, text: string | RegExp): Promise<APIMessage> {
  return vi.waitFor(() => {
    const posts = incidentPosts(scene);
    expect(posts).toHaveLength(1);
    const [post] = posts;
    if (post === undefined) throw new Error('no post');
    expect(JSON.stringify(post.embeds)).toMatch(text);
    return post;
  }, WAIT);
}

export async function casesOf(scene: Scene, messages: readonly APIMessage[]): Promise<Case[]> {
  return Promise.all(messages.map(({ id }) => scene.caseAbout(id)));
}
