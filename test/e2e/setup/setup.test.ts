import type { APIMessage } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { INVITED_PERMISSION_BITS } from '../../../src/bot/access/permissions.ts';
import { createPerson, DiscordRequestError } from '../../../src/sandbox/person.ts';
import { createScene } from '../scene.ts';
import { createServer, ManageChannels, ManageGuild, type NewServer, until } from './new-server.ts';

const NORMAL = { service: { kind: 'embedded' } } as const;

async function welcomeIn(server: NewServer): Promise<APIMessage> {
  return until(() => {
    const [welcome] = server.messagesIn(server.chatId);
    if (welcome === undefined) throw new Error('no welcome yet');
    return welcome;
  });
}

function textOf({ content, embeds }: APIMessage): string {
  return [content, ...embeds.map(({ title, description }) => `${title}\n${description}`)].join(
    '\n',
  );
}

it('leads from a fresh join to a moderated message with nothing but the set-up', async () => {
  const on = await createScene(NORMAL);
  const server = createServer(on);
  const { owner, bob } = server;
  server.addBot();
  const opened = await owner.click(await welcomeIn(server), 'Set up');
  expect(opened.isEphemeral).toBe(true);
  let page = await opened.response();
  expect(textOf(page)).toContain("⛔ Alerts can't be posted");

  page = await (await owner.click(page, 'Create a private channel')).response();
  expect(textOf(page)).toContain('✅ Alerts go to <#');
  const alertsId = server.channelNamed('mod-alerts') ?? '';
  await expect(bob.read(alertsId)).rejects.toThrow(DiscordRequestError);

  page = await (await owner.click(page, 'Next')).response();
  page = await (await owner.select(page, 'setting:setup:preset:0', ['strict'])).response();
  expect(textOf(page)).toContain('**Now:** strict');
  page = await (await owner.click(page, 'Next')).response();
  page = await (await owner.select(page, 'setting:setup:mode:0', ['enforce'])).response();
  page = await (await owner.click(page, 'Next')).response();
  page = await (await owner.select(page, 'setting:setup:language:0', ['de'])).response();
  page = await (await owner.click(page, 'Next')).response();
  page = await (await owner.select(page, 'setting:setup:notice:0', ['off'])).response();
  const form = await owner.click(page, 'Change the text');
  page = await (await owner.submit(form, { text: 'Be kind.' })).response();
  expect(textOf(page)).toContain('Be kind.');
  page = await (await owner.click(page, 'Next')).response();
  const { id: roleId } = on.sandbox.world.roles.create(
    server.guildId,
    { name: 'Poets' },
    on.asOwner,
  );
  page = await (await owner.select(page, 'setting:setup:exempt:0', [roleId])).response();
  expect(textOf(page)).toContain(`<@&${roleId}>`);
  page = await (await owner.click(page, 'Next')).response();
  expect(textOf(page)).toContain('**Moderator channel:** <#');

  const tried = await owner.submit(await owner.click(page, 'Try it…'), {
    text: 'I will find you and kill you',
  });
  expect(JSON.stringify((await tried.response()).embeds)).toContain('delete');
  await until(() =>
    expect(server.messagesIn(alertsId).map(({ content }) => content)).toContainEqual(
      expect.stringContaining('hat die Einrichtung ausprobiert'),
    ),
  );

  const message = await bob.say(
    server.chatId,
    'I will find you and kill you, I know where you live',
  );
  expect(await on.outcomeOf(message.id)).toMatchObject({ kind: 'acted' });
  expect(on.exists(message)).toBe(false);
  await until(() =>
    expect(server.messagesIn(alertsId).some((post) => on.isAlertAbout(message.id, post))).toBe(
      true,
    ),
  );
  expect(await on.bot().policies.get(server.guildId)).toMatchObject({
    preset: 'strict',
    mode: 'enforce',
    language: 'de',
    notice: { enabled: false, text: 'Be kind.' },
    exemptRoleIds: [roleId],
    moderatorChannelId: alertsId,
  });
});

it('is for members with “Manage Server”: the button under the welcome refuses others', async () => {
  const on = await createScene();
  const server = createServer(on);
  server.addBot();
  const clicked = await server.bob.click(await welcomeIn(server), 'Set up');
  expect((await clicked.response()).content).toContain('You lack the permission “Manage Server”.');
});

it('watches only for a week when asked, and names the day', async () => {
  const on = await createScene();
  const server = createServer(on);
  server.addBot();
  let page = await (await server.owner.slash(server.chatId, 'setup')).response();
  page = await (await server.owner.click(page, 'Next')).response();
  page = await (await server.owner.click(page, 'Next')).response();
  page = await (await server.owner.select(page, 'setting:setup:mode:0', ['week'])).response();
  expect(textOf(page)).toMatch(/\*\*Now:\*\* Watch only for a week \(until <t:\d+:D>\)/);
  const { mode, watchOnlyUntil } = await on.bot().policies.get(server.guildId);
  expect(mode).toBe('watch');
  expect(watchOnlyUntil).toBeGreaterThan(Date.now() + 6 * 86_400_000);
  await (await server.owner.select(page, 'setting:setup:mode:0', ['enforce'])).response();
  expect(await on.bot().policies.get(server.guildId)).toMatchObject({ watchOnlyUntil: null });
});

it('says what is missing when the bot or the person may not create channels', async () => {
  const on = await createScene();
  const server = createServer(on);
  server.addBot({ permissions: INVITED_PERMISSION_BITS & ~ManageChannels });
  const { world, apiUrl, members } = on.sandbox;
  const page = await (await server.owner.slash(server.chatId, 'setup')).response();
  const clicked = await server.owner.click(page, 'Create a private channel');
  const [refusal] = await clicked.followUps();
  expect(refusal?.content).toContain('The bot lacks the permission “Manage Channels”');

  const role = world.roles.create(
    server.guildId,
    { name: 'Staff', permissions: ManageGuild },
    on.asOwner,
  );
  world.members.add({ guildId: server.guildId, userId: members.carol.id }, { roles: [role.id] });
  const carol = createPerson(apiUrl, members.carol);
  const shown = await (await carol.slash(server.chatId, 'setup')).response();
  const [denied] = await (await carol.click(shown, 'Create a private channel')).followUps();
  expect(denied?.content).toContain('You lack the permission “Manage Channels”');
});

it('asks before alerts go to a channel that everyone can read, and comes back to the step', async () => {
  const on = await createScene();
  const server = createServer(on);
  server.addBot();
  const { owner } = server;
  const page = await (await owner.slash(server.chatId, 'setup')).response();
  const question = await (
    await owner.select(page, 'setting:setup:channel:0', [server.chatId])
  ).response();
  expect(question.content).toContain('Please confirm: everyone in this server');
  const after = await (await owner.click(question, 'Use this channel')).response();
  expect(after.content).toContain('✅ Alerts now go to');
  expect(textOf(after)).toContain('⚠️ Everyone can read the alerts');
  expect(after.components).toHaveLength(2);
});

it('takes a fresh server to protection in three presses, and ends with “Ready”', async () => {
  const on = await createScene(NORMAL);
  const server = createServer(on);
  const { owner, bob } = server;
  server.addBot();
  const above = { name: 'Above', position: 5 };
  on.sandbox.world.roles.create(server.guildId, above, on.asOwner);
  let presses = 0;
  const press = async (message: APIMessage, label: string): Promise<APIMessage> => {
    presses += 1;
    return (await owner.click(message, label)).response();
  };
  let page = await press(await welcomeIn(server), 'Set up');
  page = await press(page, 'Create a private channel');
  page = await press(page, 'Finish');
  expect(presses).toBe(3);
  expect(page.embeds[0]?.title).toBe('Ready');
  expect(textOf(page)).toContain('Optional, if you want to change it:\n\nℹ️ ');
  const message = await bob.say(server.chatId, 'I will find you and kill you');
  expect(await on.outcomeOf(message.id)).toMatchObject({ kind: 'acted' });
  expect(on.exists(message)).toBe(false);
});

it('offers to preview another preset, applies it and comes back to the step', async () => {
  const on = await createScene();
  const server = createServer(on);
  server.addBot();
  const { owner } = server;
  let page = await (await owner.slash(server.chatId, 'setup')).response();
  page = await (await owner.click(page, 'Next')).response();
  const chosen = await owner.select(page, 'setting:setup:preset:1', ['strict']);
  const { original } = await chosen.until((view) =>
    JSON.stringify(view.original ?? null).includes('The last seven days'),
  );
  if (original === null) throw new Error('there is no preview');
  page = await (await owner.click(original, 'Apply')).response();
  expect(textOf(page)).toContain('**Now:** strict');
  expect((await on.bot().policies.get(server.guildId)).preset).toBe('strict');
});

it('keeps a choice when “Next” is pressed at the same time', async () => {
  const on = await createScene();
  const server = createServer(on);
  server.addBot();
  const { owner } = server;
  let page = await (await owner.slash(server.chatId, 'setup')).response();
  page = await (await owner.click(page, 'Next')).response();
  const shown = page;
  const [chosen, next] = await Promise.all([
    owner.select(shown, 'setting:setup:preset:0', ['strict']),
    owner.click(shown, 'Next'),
  ]);
  await Promise.all([chosen.response(), next.response()]);
  expect((await on.bot().policies.get(server.guildId)).preset).toBe('strict');
});
