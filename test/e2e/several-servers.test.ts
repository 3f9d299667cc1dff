import { ChannelType, PermissionFlagsBits as Permission } from 'discord-api-types/v10';
import type { APIEmbed, APIMessage } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { defaultPolicy } from '../../src/bot/domain/policy/policy.ts';
import { rulesByAction } from '../helpers/rules.ts';
import { createScene, type Scene } from './scene.ts';

const BOT_PERMISSIONS =
  Permission.ViewChannel |
  Permission.SendMessages |
  Permission.EmbedLinks |
  Permission.ReadMessageHistory |
  Permission.ManageMessages;

interface Server {
  readonly guildId: string;
  readonly chatId: string;
  readonly alertsId: string;
}

/** Another server with the bot, a chat channel and #mod-alerts. */
function addServer({ sandbox, asOwner }: Scene, name: string): Server {
  const { world, members, botId } = sandbox;
  const { id: guildId } = world.guilds.create({ name, ownerId: members.owner.id });
  const role = world.roles.create(
    guildId,
    { name: 'Portcullis', permissions: BOT_PERMISSIONS },
    asOwner,
  );
  const type = ChannelType.GuildText;
  const alerts = world.channels.create(guildId, { name: 'mod-alerts', type }, asOwner);
  const chat = world.channels.create(guildId, { name: 'chat', type }, asOwner);
  world.members.add({ guildId, userId: members.bob.id });
  world.members.add({ guildId, userId: botId }, { roles: [role.id] });
  return { guildId, chatId: chat.id, alertsId: alerts.id };
}

function post(on: Scene, { chatId }: Server, content: string): APIMessage {
  return on.sandbox.world.messages.create(chatId, {
    authorId: on.sandbox.members.bob.id,
    content,
  });
}

function alertsIn(on: Scene, { alertsId }: Server): APIEmbed[] {
  return [...on.channel(alertsId).messages.values()].flatMap(({ embeds }) => embeds);
}

it('several servers at once each get their own policy, case numbers and alerts', async () => {
  const on = await createScene();
  const servers = ['One', 'Two', 'Three', 'Four'].map((name) => addServer(on, name));
  const [first, watch, alertOnly, exempt] = servers;
  if (!first || !watch || !alertOnly || !exempt) throw new Error('four servers were created');
  const { policies, cases } = on.bot();
  await policies.set(watch.guildId, { ...defaultPolicy, mode: 'watch' });
  await policies.set(alertOnly.guildId, {
    ...defaultPolicy,
    rules: rulesByAction({ delete: [{ kind: 'alert' }] }),
  });
  await policies.set(exempt.guildId, { ...defaultPolicy, exemptChannelIds: [exempt.chatId] });

  const posted = Array.from({ length: 10 }, (_, round) =>
    servers.map((server) => ({ server, message: post(on, server, `number ${round} [delete]`) })),
  ).flat();
  const outcomes = await Promise.all(
    posted.map(async ({ server, message }) => ({
      server,
      outcome: await on.outcomeOf(message.id),
      isKept: on.exists(message),
    })),
  );

  const of = (server: Server) => outcomes.filter((entry) => entry.server === server);
  expect(of(first).every(({ isKept }) => !isKept)).toBe(true);
  expect(of(watch).every(({ isKept }) => isKept)).toBe(true);
  expect(of(alertOnly).every(({ isKept }) => isKept)).toBe(true);
  expect(of(exempt).map(({ outcome }) => outcome.kind)).toEqual(Array(10).fill('skipped'));
  // In each server, one alert shows all cases of the author.
  expect(servers.map((server) => alertsIn(on, server).length)).toEqual([1, 1, 1, 0]);
  for (const server of [first, watch, alertOnly]) {
    const numbers = (await cases.list(server.guildId, { limit: 20 })).map(({ number }) => number);
    expect(numbers).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    // Every alert links to a message of its server.
    for (const alert of alertsIn(on, server)) {
      expect(JSON.stringify(alert)).toContain(`/channels/${server.guildId}/`);
    }
  }
  expect(alertsIn(on, { ...first, alertsId: on.sandbox.channels['mod-alerts'] })).toEqual([]);
});

it('a server that removes the bot does not affect the progress and settings of the others', async () => {
  const on = await createScene();
  const stays = addServer(on, 'Stays');
  const leaves = addServer(on, 'Leaves');
  await on.bot().policies.set(stays.guildId, { ...defaultPolicy, mode: 'watch' });
  const early = [stays, leaves].map((server) => post(on, server, 'early [flag]'));
  for (const { id } of early) expect(await on.outcomeOf(id)).toMatchObject({ kind: 'acted' });

  const { world, botId } = on.sandbox;
  world.members.kick({ guildId: leaves.guildId, userId: botId }, on.asOwner);
  const between = post(on, stays, 'between [delete]');
  expect(await on.outcomeOf(between.id)).toMatchObject({ kind: 'acted' });
  await on.stopBot();
  const missed = post(on, stays, 'missed [delete]');
  post(on, leaves, 'unseen [delete]');
  await on.startBot();

  expect(await on.outcomeOf(missed.id)).toMatchObject({ kind: 'acted' });
  expect(on.exists(missed)).toBe(true);
  const cases = await on.bot().cases.list(stays.guildId, { limit: 5 });
  expect(cases.map(({ alert }) => alert?.channelId)).toEqual(Array(3).fill(stays.alertsId));
  // Each message was checked once, and none in the server that the bot had left.
  const samples = on.service.samples.filter((text) => text.includes('['));
  expect(samples.toSorted()).toEqual([
    'between [delete]',
    'early [flag]',
    'early [flag]',
    'missed [delete]',
  ]);
});
