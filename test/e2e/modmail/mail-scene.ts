import type { APIEmbed, APIMessage } from 'discord-api-types/v10';
import type { Person } from '../../../src/sandbox/person.ts';
import { createScene, type Scene, type SceneOptions } from '../scene.ts';
import { eventually } from '../reviews/eventually.ts';

/** A scene in which members can write to the moderators in #mod-alerts. */
export interface MailScene {
  readonly on: Scene;
  readonly member: Person;
  readonly moderator: Person;
  readonly owner: Person;
  /** The member's direct messages with the bot. */
  readonly dm: string;
  /** What the bot wrote there, oldest first. */
  told(): APIMessage[];
  /** The moderators' post about the member. */
  post(): Promise<APIMessage>;
  /** The messages of the thread, oldest first. */
  thread(): APIMessage[];
  /** Waits until the member's direct messages, or the thread, show a text. */
  shows(messages: () => readonly APIMessage[], text: string): Promise<APIMessage>;
  /** The owner's command; resolves to its reply. */
  run(command: string, options?: Record<string, string>): Promise<string>;
  /** The member writes with a button; resolves to the reply. */
  write(button: APIMessage, text: string): Promise<string>;
  /** The member writes for the first time, by direct message. */
  begin(text: string): Promise<APIMessage>;
}

export async function createMailScene(options: SceneOptions = {}): Promise<MailScene> {
  const on = await createScene(options);
  const { sandbox } = on;
  const { world, botId, channels } = sandbox;
  const member = on.join('writer');
  const owner = on.person('owner');
  const dm = world.users.openDm(member.id, botId).id;
  const messagesIn = (channelId: string): APIMessage[] => [
    ...(world.state.channels.get(channelId)?.messages.values() ?? []),
  ];

  const scene: MailScene = {
    on,
    member,
    moderator: on.person('moderator'),
    owner,
    dm,
    told: () => messagesIn(dm).filter(({ author }) => author.id === botId),
    post: () =>
      eventually(() => {
        const post = messagesIn(channels['mod-alerts']).findLast(({ embeds: [embed] }) =>
          embed?.title?.startsWith('📨'),
        );
        if (post === undefined) throw new Error('There is no post about a member.');
        return post;
      }),
    thread() {
      const posts = messagesIn(channels['mod-alerts']).filter(({ embeds: [embed] }) =>
        embed?.title?.startsWith('📨'),
      );
      return messagesIn(posts.at(-1)?.id ?? '');
    },
    shows: (messages, text) =>
      eventually(() => {
        const found = messages().find((message) => textIn(message).includes(text));
        if (found === undefined) throw new Error(`Nothing shows “${text}”.`);
        return found;
      }),
    async run(command, given = {}) {
      const interaction = await owner.slash(channels.general, command, given);
      return (await interaction.response()).content;
    },
    async write(button, text) {
      const opened = await member.click(button, 'Message the moderators');
      return (await (await member.submit(opened, { text })).response()).content;
    },
    async begin(text) {
      const message = await member.say(dm, text);
      const question = await scene.shows(scene.told, 'Shall the moderators of');
      await (await member.click(question, `Send to ${on.guild.payload.name}`)).response();
      await scene.shows(scene.thread, text);
      return message;
    },
  };
  await scene.run('modmail on');
  return scene;
}

export function textIn({ content, embeds }: Pick<APIMessage, 'content' | 'embeds'>): string {
  return [content, ...embeds.map(embedText)].join('\n');
}

function embedText({ title, description, author, fields = [], footer }: APIEmbed): string {
  const texts = [
    title,
    author?.name,
    description,
    ...fields.map(({ value }) => value),
    footer?.text,
  ];
  return texts.filter((text) => text !== undefined).join('\n');
}
