import {
  ChannelType,
  OverwriteType,
  PermissionFlagsBits as Permission,
} from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { eventually } from '../reviews/eventually.ts';
import { createMailScene, textIn, type MailScene } from './mail-scene.ts';

const MODERATORS_ONLY = Permission.ViewChannel.toString();

/** Another server with the bot and the member that takes messages. Resolves to its moderator channel. */
async function addServer({ on, member, owner }: MailScene, name: string): Promise<string> {
  const { world, members, botId } = on.sandbox;
  const { asOwner } = on;
  const { id: guildId } = world.guilds.create({ name, ownerId: members.owner.id });
  const permissions =
    Permission.ViewChannel |
    Permission.SendMessages |
    Permission.SendMessagesInThreads |
    Permission.CreatePublicThreads |
    Permission.EmbedLinks |
    Permission.ReadMessageHistory;
  const role = world.roles.create(guildId, { name: 'Portcullis', permissions }, asOwner);
  const alerts = world.channels.create(
    guildId,
    {
      name: 'mod-alerts',
      type: ChannelType.GuildText,
      permission_overwrites: [
        { id: guildId, type: OverwriteType.Role, allow: '0', deny: MODERATORS_ONLY },
        { id: role.id, type: OverwriteType.Role, allow: MODERATORS_ONLY, deny: '0' },
      ],
    },
    asOwner,
  );
  world.members.add({ guildId, userId: member.id });
  world.members.add({ guildId, userId: botId }, { roles: [role.id] });
  const turnOn = await eventually(() => owner.slash(alerts.id, 'modmail on'));
  expect((await turnOn.response()).content).toContain('Members can now write');
  return alerts.id;
}

it('a member in several servers chooses, and each message goes to that server only', async () => {
  const scene = await createMailScene();
  const { on, member, dm } = scene;
  const otherAlerts = await addServer(scene, 'Chess Club');
  await member.say(dm, 'for the chess players');
  const question = await scene.shows(scene.told, 'The moderators of which server');
  const { custom_id: select } = JSON.parse(
    /\{[^{}]*"custom_id":"mail-send[^{}]*/
      .exec(JSON.stringify(question.components))?.[0]
      .replace(/,"options.*$/, '}') ?? '{}',
  ) as { custom_id: string };
  const other = on.channel(otherAlerts).guildId ?? '';
  const reply = await (await member.select(question, select, [other])).response();
  expect(reply.content).toContain('Sent to the moderators of Chess Club');
  const inOther = () =>
    [...on.channel(otherAlerts).messages.values()].flatMap(({ id }) => [
      ...(on.sandbox.world.state.channels.get(id)?.messages.values() ?? []),
    ]);
  await scene.shows(inOther, 'for the chess players');
  // With one open conversation, it needs no further choice.
  await member.say(dm, 'checkmate');
  await scene.shows(inOther, 'checkmate');
  expect(scene.thread()).toEqual([]);
  const own = [...on.channel(on.sandbox.channels['mod-alerts']).messages.values()];
  expect(own.map(textIn).join()).not.toContain('chess');
});

it('with two open conversations, a reply goes where the answer came from', async () => {
  const scene = await createMailScene();
  const { on, member, dm, owner } = scene;
  await scene.begin('to the first server');
  const otherAlerts = await addServer(scene, 'Chess Club');
  const other = on.channel(otherAlerts).guildId ?? '';
  const { id: buttonChannel } = on.sandbox.world.channels.create(
    other,
    { name: 'help', type: ChannelType.GuildText },
    on.asOwner,
  );
  await eventually(async () => {
    const posted = await owner.slash(buttonChannel, 'modmail button');
    expect((await posted.response()).content).toContain('The button is in');
  });
  const [button] = [...on.channel(buttonChannel).messages.values()];
  if (button === undefined) throw new Error('There is no button.');
  expect(await scene.write(button, 'to the chess club')).toContain('Chess Club');
  const posts = () => [...on.channel(otherAlerts).messages.values()];
  const post = await scene.shows(posts, 'writes to the moderators');
  const inOther = () => [
    ...(on.sandbox.world.state.channels.get(post.id)?.messages.values() ?? []),
  ];
  await scene.shows(inOther, 'to the chess club');
  await owner.say(post.id, 'Hello, chess player!');
  const answer = await scene.shows(scene.told, 'Hello, chess player!');
  expect(textIn(answer)).toContain('Moderators of Chess Club');
  await member.send(dm, {
    content: 'my reply',
    message_reference: { message_id: answer.id, channel_id: dm },
  });
  await scene.shows(inOther, 'my reply');
  expect(JSON.stringify(scene.thread())).not.toContain('my reply');
});
