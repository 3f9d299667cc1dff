import { PermissionFlagsBits } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { runOnState, sql } from '../helpers/state-sql.ts';
import { press } from './commands/alert-view.ts';
import { createLogScene, fileOf, textOf } from './message-log-scene.ts';

it('a member’s deleted message is shown with its text, and pings nobody', async () => {
  const { on, posts, shown } = await createLogScene();
  const { general } = on.sandbox.channels;
  const bob = on.person('bob');
  const { message } = await on.sayAndWait(bob, 'see you *tomorrow* @everyone');
  await bob.delete(general, message.id);
  const text = await shown(1);
  expect(text).toContain('Message deleted');
  expect(text).toContain(`<@${bob.id}> in <#${general}>`);
  expect(text).toContain(String.raw`> see you \*tomorrow\* \@everyone`);
  // Members who delete their own messages are not in the audit log.
  expect(text).not.toContain('deleted by');
  expect(posts()[0]).toMatchObject({ mentions: [], mention_everyone: false, attachments: [] });
});

it('an edit is shown with the text before and after; a link preview is none', async () => {
  const { on, shown } = await createLogScene();
  const { general } = on.sandbox.channels;
  const { world } = on.sandbox;
  const bob = on.person('bob');
  const { message } = await on.sayAndWait(bob, 'the first words');
  world.messages.edit(
    { channelId: general, messageId: message.id },
    { embeds: [{ title: 'a preview' }] },
  );
  await bob.edit(general, message.id, 'other words');
  const text = await shown(1);
  expect(text).toContain('Message edited');
  expect(text).toMatch(/\*\*Before\*\*\n> the first words\n\*\*After\*\*\n> other words/);
  expect(text).toContain(`/${general}/${message.id})`);
  expect(text).not.toContain('preview');
});

it('50 deletions in a row are one post, with all texts in a file', async () => {
  const { on, posts, shown, settled } = await createLogScene();
  const { random } = on.sandbox.channels;
  const bob = on.person('bob');
  const said = [];
  for (let count = 0; count < 50; count += 1) said.push(await bob.say(random, `line ${count}.`));
  await on.outcomeOf(said.at(-1)?.id ?? '');
  for (const { id } of said) await bob.delete(random, id);
  const text = await shown(1);
  expect(text).toContain('50 messages deleted');
  expect(text).toContain('> line 0.');
  expect(text).toContain('44 more in the file');
  const file = await fileOf(posts()[0]);
  for (let count = 0; count < 50; count += 1) expect(file).toContain(`line ${count}.`);
  await settled();
  expect(posts()).toHaveLength(2);
});

it('a purge is one post with its texts and its case', async () => {
  const { on, posts, shown } = await createLogScene();
  const { random } = on.sandbox.channels;
  const bob = on.person('bob');
  for (let count = 0; count < 5; count += 1) await bob.say(random, `line ${count}.`);
  const moderator = on.person('moderator');
  const asked = await moderator.slash(random, 'purge', { count: 5 });
  await moderator.click(await asked.response(), 'Delete 5 messages');
  const text = await shown(1);
  expect(text).toContain('5 messages deleted');
  expect(text).toContain('case #1');
  expect(textOf(posts()[0])).toContain('> line 4.');
});

it('a message that the bot deleted is a link to its case', async () => {
  const { on, shown } = await createLogScene();
  const { outcome } = await on.sayAndWait(on.person('bob'), 'this is [delete]');
  expect(outcome).toMatchObject({ kind: 'acted' });
  const text = await shown(1);
  expect(text).toMatch(/1 deleted by this bot: \[case #1\]\(https:/);
  expect(text).not.toContain('this is');
});

it('the moderator who deleted a message is named if the audit log names them', async () => {
  const { on, shown } = await createLogScene();
  const { world, guildId, roles, channels, members } = on.sandbox;
  const permissions = on.guild.roles.get(roles.Portcullis)?.permissions ?? '0';
  world.roles.update(
    { guildId, roleId: roles.Portcullis },
    { permissions: BigInt(permissions) | PermissionFlagsBits.ViewAuditLog },
    on.asOwner,
  );
  const { message } = await on.sayAndWait(on.person('bob'), 'nothing bad');
  await on.person('moderator').delete(channels.general, message.id);
  expect(await shown(1)).toContain(`deleted by <@${members.moderator.id}>`);
});

it('apps are left out, and so are channels that a reader of the log cannot read', async () => {
  const { on, logId, posts, run, settled, privateChannel } = await createLogScene();
  const { world, guildId, roles, channels, members } = on.sandbox;
  const hidden = privateChannel('owners-only', roles.Trusted);
  const say = async (channelId: string, authorId: string, content: string) => {
    const { id } = world.messages.create(channelId, { authorId, content });
    await on.outcomeOf(id);
    world.messages.delete({ channelId, messageId: id }, on.asOwner);
  };
  const { id: bob } = on.person('bob');
  await say(hidden, members.owner.id, 'a secret');
  await say(channels.general, members['helper-bot'].id, 'an app');
  await settled();
  expect(posts().map(textOf).join()).not.toContain('a secret');

  expect(await run('log channel', { channel: hidden, show: 'always' })).toContain('always shows');
  await say(hidden, members.owner.id, 'no secret');
  await settled();
  expect(posts().map(textOf).join()).toContain('no secret');

  await run('log channel', { channel: channels.random, show: 'never' });
  await say(channels.random, bob, 'left out');
  await settled();
  expect(posts().map(textOf).join()).not.toContain('left out');
  expect(on.channel(logId).guildId).toBe(guildId);
});

it('nothing is kept while the log is off, and everything is erased when it is turned off', async () => {
  const { on, run } = await createLogScene();
  const bob = on.person('bob');
  const { stateUrl } = on.config.secrets;
  const kept = () => runOnState(stateUrl, sql`SELECT encrypted_text FROM logged_messages`);
  await on.sayAndWait(bob, 'kept words');
  await expect.poll(kept, { timeout: 10_000 }).toHaveLength(1);
  expect(JSON.stringify(await kept())).not.toContain('kept words');
  expect(await run('log off')).toContain('erased');
  await expect.poll(kept, { timeout: 10_000 }).toEqual([]);
  await on.sayAndWait(bob, 'more words');
  await on.stopBot();
  expect(await kept()).toEqual([]);
  await on.startBot();
});

it('a member gets their kept messages, and erases them', async () => {
  const { on } = await createLogScene();
  const { general } = on.sandbox.channels;
  const bob = on.person('bob');
  const { stateUrl } = on.config.secrets;
  const kept = () => runOnState(stateUrl, sql`SELECT author_id FROM logged_messages`);
  await on.sayAndWait(bob, 'my words');
  await on.sayAndWait(on.person('alice'), 'her words');
  await expect.poll(kept, { timeout: 10_000 }).toHaveLength(2);
  const exported = await bob.slash(general, 'privacy export');
  expect(await fileOf(await exported.response())).toContain('"text": "my words"');
  const asked = await bob.slash(general, 'privacy erase');
  expect(await press(bob, await asked.response(), 'Erase')).toContain(
    '1 message kept for the message log',
  );
  expect(await kept()).toEqual([{ author_id: on.person('alice').id }]);
});

it('settings of the log are in /moderation status, and members cannot change them', async () => {
  const { on, logId, run } = await createLogScene();
  const { general, random } = on.sandbox.channels;
  expect(await run('log set', { days: 3 })).toContain('3 days');
  await run('log channel', { channel: random, show: 'never' });
  const status = await on.person('owner').slash(general, 'moderation status');
  const fields = (await status.response()).embeds.flatMap((embed) => embed.fields ?? []);
  expect(fields.find(({ name }) => name === 'Message log')?.value).toBe(
    `<#${logId}>, texts kept for 3 days; without <#${random}>`,
  );
  await expect(on.person('alice').slash(general, 'log off')).rejects.toThrow(/status 403/);
});

it('asks before it shows in a channel that everyone reads', async () => {
  const { on, posts, run } = await createLogScene();
  const { general } = on.sandbox.channels;
  expect(await run('log set', { channel: general })).toContain('Please confirm: everyone');
  expect(posts()).toEqual([]);
});

it('what was written and edited while the bot was stopped is known afterwards', async () => {
  const { on, shown } = await createLogScene();
  const { general } = on.sandbox.channels;
  const bob = on.person('bob');
  const { message } = await on.sayAndWait(bob, 'before the stop');
  await on.stopBot();
  await bob.edit(general, message.id, 'changed meanwhile');
  const missed = await bob.say(general, 'written meanwhile');
  await on.startBot();
  await on.outcomeOf(missed.id);
  expect(await shown(1)).toMatch(/> before the stop\n.*\n> changed meanwhile/);
  await bob.delete(general, missed.id);
  expect(await shown(2)).toContain('> written meanwhile');
});
