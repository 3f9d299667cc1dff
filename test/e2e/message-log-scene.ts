import { ChannelType, OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { APIMessage } from 'discord-api-types/v10';
import { expect } from 'vitest';
import { createSkippingClock, type SkippingClock } from '../helpers/skipping-clock.ts';
import { createScene, type Scene, type SceneOptions } from './scene.ts';

export interface LogScene {
  readonly on: Scene;
  readonly clock: SkippingClock;
  readonly logId: string;
  /** The bot's posts in the log, oldest first. */
  posts(): APIMessage[];
  /** Waits for the number of posts. Resolves to the text of the last one. */
  shown(count: number): Promise<string>;
  /** Waits until whatever was deleted or edited would be shown. */
  settled(): Promise<void>;
  /** Uses a command as the owner. */
  run(command: string, options?: Record<string, string | number>): Promise<string>;
  /** A channel that only a role can see. */
  privateChannel(name: string, roleId: string): string;
}

/** A server whose moderators have a channel for the message log, and switched it on. */
export async function createLogScene(options: SceneOptions = {}): Promise<LogScene> {
  const clock = createSkippingClock();
  const on = await createScene({ ...options, deps: { clock, ...options.deps } });
  const { world, guildId, botId, roles, channels } = on.sandbox;
  const ViewChannel = String(PermissionFlagsBits.ViewChannel);

  function privateChannel(name: string, roleId: string): string {
    const visible = (id: string) => ({
      id,
      type: OverwriteType.Role,
      allow: ViewChannel,
      deny: '0',
    });
    return world.channels.create(
      guildId,
      {
        name,
        type: ChannelType.GuildText,
        permission_overwrites: [
          { id: guildId, type: OverwriteType.Role, allow: '0', deny: ViewChannel },
          visible(roleId),
          visible(roles.Portcullis),
        ],
      },
      on.asOwner,
    ).id;
  }

  const logId = privateChannel('message-log', roles.Moderator);
  const posts = (): APIMessage[] =>
    [...on.channel(logId).messages.values()].filter(({ author }) => author.id === botId);
  const scene: LogScene = {
    on,
    clock,
    logId,
    posts,
    privateChannel,
    async shown(count) {
      await clock.skipUntil(() => posts().length >= count);
      expect(posts()).toHaveLength(count);
      return textOf(posts().at(-1));
    },
    async settled() {
      const { general } = channels;
      const alice = on.person('alice');
      const before = posts().length;
      const marker = await alice.say(general, 'a marker');
      await on.outcomeOf(marker.id);
      await alice.delete(general, marker.id);
      await clock.skipUntil(() =>
        posts()
          .slice(before)
          .some((post) => textOf(post).includes('a marker')),
      );
    },
    async run(command, given = {}) {
      const used = await on.person('owner').slash(channels.general, command, given);
      const { content } = await used.response();
      return content;
    },
  };
  const set = await scene.run('log set', { channel: logId });
  expect(set).toContain('Texts are kept for 7 days');
  return scene;
}

export function textOf(post: APIMessage | undefined): string {
  const [embed] = post?.embeds ?? [];
  return `${embed?.title}\n${embed?.description}`;
}

/** The text of the attached file. */
export async function fileOf(post: APIMessage | undefined): Promise<string> {
  const [file] = post?.attachments ?? [];
  if (file === undefined) throw new Error('The post has no file.');
  const response = await fetch(file.url);
  return response.text();
}
