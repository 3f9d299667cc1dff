import { OverwriteType } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { buttonsOf, press } from '../commands/alert-view.ts';
import { eventually } from '../reviews/eventually.ts';
import { createMailScene, textIn } from './mail-scene.ts';

it('a direct message goes to the moderators once the member has said so, and the answer comes back without a name', async () => {
  const scene = await createMailScene();
  const { on, member, moderator, dm } = scene;
  await scene.begin('Somebody sends me nasty messages.');
  const post = await scene.post();
  expect(textIn(post)).toContain('writer writes to the moderators');
  expect(buttonsOf(post)).toEqual(['Close…', 'Block']);
  await moderator.say(post.id, 'Who is it?');
  const answer = await scene.shows(scene.told, 'Who is it?');
  expect(textIn(answer)).toContain(`Moderators of ${on.guild.payload.name}`);
  expect(textIn(answer)).not.toContain('moderator\n');
  expect(JSON.stringify(answer)).not.toContain(moderator.id);
  const second = await member.say(dm, 'It is @bob.');
  await scene.shows(scene.thread, 'It is');
  await eventually(() => {
    const reactions = on.sandbox.world.state.reactions.get(second.id);
    expect([...(reactions?.keys() ?? [])]).toEqual(['✅']);
  });
  const own = scene.thread().filter(({ embeds }) => embeds.length > 0);
  expect(own).toHaveLength(2);
});

it('moderators’ notes with // stay among them', async () => {
  const scene = await createMailScene();
  await scene.begin('hello');
  const post = await scene.post();
  await scene.moderator.say(post.id, '// he was warned before');
  await scene.moderator.say(post.id, 'Hello!');
  await scene.shows(scene.told, 'Hello!');
  expect(JSON.stringify(scene.told())).not.toContain('warned before');
});

it('edits and deletions on both sides are said', async () => {
  const scene = await createMailScene();
  const { member, moderator, dm } = scene;
  await scene.begin('first');
  const post = await scene.post();
  const message = await member.say(dm, 'I saw it on Monday.');
  await scene.shows(scene.thread, 'on Monday');
  await member.edit(dm, message.id, 'I saw it on Tuesday.');
  const changed = await scene.shows(scene.thread, 'on Tuesday');
  expect(textIn(changed)).toContain('Edited by the member. Before:\n> I saw it on Monday.');
  await member.delete(dm, message.id);
  await scene.shows(scene.thread, 'The member deleted this message.');
  const answer = await moderator.say(post.id, 'We look in to it.');
  await scene.shows(scene.told, 'We look in to it.');
  await moderator.edit(post.id, answer.id, 'We look into it.');
  expect(textIn(await scene.shows(scene.told, 'We look into it.'))).toContain('edited this answer');
  await moderator.delete(post.id, answer.id);
  await scene.shows(scene.told, 'The moderators withdrew this answer.');
  expect(JSON.stringify(scene.told())).not.toContain('look into');
});

it('files go along as links', async () => {
  const scene = await createMailScene();
  await scene.begin('look');
  const files = [{ name: 'proof.txt', content: Buffer.from('x'), type: 'text/plain' }];
  const { attachments } = await scene.member.upload(scene.dm, '', files);
  const link = `[proof.txt](${attachments[0]?.url})`;
  expect(textIn(await scene.shows(scene.thread, link))).not.toContain('deleted');
  const answer = await scene.moderator.upload((await scene.post()).id, 'here', files);
  await scene.shows(scene.told, `[proof.txt](${answer.attachments[0]?.url})`);
});

it('what the member writes is checked for moderators only, and punished by nobody', async () => {
  const scene = await createMailScene();
  const { on, member } = scene;
  await on.setRules({ act: [{ kind: 'delete' }, { kind: 'alert' }] });
  await scene.begin('hello');
  const message = await member.say(scene.dm, 'what an idiot [act]');
  await scene.shows(scene.thread, 'The check says: ');
  expect(on.exists(message)).toBe(true);
  expect(JSON.stringify(scene.told())).not.toContain('The check says');
  expect(on.guild.members.get(member.id)?.communication_disabled_until ?? null).toBeNull();
});

it('a conversation is closed with a note, and opened again by the member', async () => {
  const scene = await createMailScene();
  const { on, member, moderator } = scene;
  await scene.begin('I lost my role.');
  const post = await scene.post();
  const form = await moderator.click(post, 'Close…');
  await moderator.submit(form, { note: 'You have it back.' });
  const told = await scene.shows(scene.told, 'closed this conversation');
  expect(textIn(told)).toContain('> You have it back.');
  await eventually(() => {
    const shown = on.channel(post.channel_id).messages.get(post.id);
    expect(shown === undefined ? '' : textIn(shown)).toContain(`✓ Closed by <@${moderator.id}>`);
    expect(on.channel(post.id).payload.thread_metadata?.archived).toBe(true);
  });
  const thanks = await member.say(scene.dm, 'Thank you!');
  const asked = await eventually(() => {
    const questions = scene.told().filter((each) => textIn(each).includes('Shall the moderators'));
    if (questions.length < 2) throw new Error('The bot has not asked.');
    return questions.at(-1);
  });
  expect(JSON.stringify(scene.thread())).not.toContain('Thank you!');
  if (asked === undefined) throw new Error('There is no question.');
  expect(await scene.write(told, 'It is gone again.')).toContain('is with the moderators of');
  await scene.shows(scene.thread, 'It is gone again.');
  await eventually(() => {
    const shown = on.channel(post.channel_id).messages.get(post.id);
    expect(shown === undefined ? [] : buttonsOf(shown)).toEqual(['Close…', 'Block']);
  });
  expect(on.exists(thanks)).toBe(true);
});

it('an answer that Discord does not deliver says so, and the member reads it with the button', async () => {
  const scene = await createMailScene();
  const { on, member, moderator } = scene;
  await scene.run('modmail button');
  const button = await eventually(() => {
    const { general } = on.sandbox.channels;
    const found = [...on.channel(general).messages.values()].find((message) =>
      buttonsOf(message).includes('Message the moderators'),
    );
    if (found === undefined) throw new Error('There is no button.');
    return found;
  });
  on.sandbox.world.users.setDmsOpen(member.id, false);
  expect(await scene.write(button, 'I have closed my DMs.')).toContain('press the button again');
  await scene.shows(scene.thread, 'I have closed my DMs.');
  const post = await scene.post();
  await moderator.say(post.id, 'We can hear you.');
  await scene.shows(scene.thread, `⚠️ Not delivered: <@${member.id}>`);
  expect(scene.told()).toEqual([]);
  const opened = await member.click(button, 'Message the moderators');
  const reply = await opened.response();
  expect(textIn(reply)).toContain('We can hear you.');
  await scene.shows(scene.thread, `✅ <@${member.id}> has read it`);
  const form = await member.click(reply, 'Write a message');
  await (await member.submit(form, { text: 'Thanks.' })).response();
  await scene.shows(scene.thread, 'Thanks.');
  expect((await member.click(button, 'Message the moderators')).modal).not.toBeNull();
});

it('a blocked member is told, and can write again after that', async () => {
  const scene = await createMailScene();
  const { on, member, moderator } = scene;
  await scene.begin('spam');
  const post = await scene.post();
  await (await moderator.click(post, 'Block')).followUps();
  const shownPost = () => on.channel(post.channel_id).messages.get(post.id) ?? post;
  await eventually(() => expect(buttonsOf(shownPost())).toContain('Unblock'));
  await member.say(scene.dm, 'more spam');
  await scene.shows(scene.told, 'do not take messages from you');
  expect(JSON.stringify(scene.thread())).not.toContain('more spam');
  await moderator.click(shownPost(), 'Unblock');
  await eventually(() => expect(buttonsOf(shownPost())).toContain('Block'));
  await member.say(scene.dm, 'sorry');
  await scene.shows(scene.thread, 'sorry');
});

it('members cannot close or block', async () => {
  const scene = await createMailScene();
  await scene.begin('hello');
  const post = await scene.post();
  const { channels } = scene.on.sandbox;
  const alice = scene.on.person('alice');
  await expect(alice.click(post, 'Block')).rejects.toThrow(/status 403/);
  await expect(alice.slash(channels.general, 'modmail off')).rejects.toThrow(/status 403/);
});

it('too many messages in a short time are not sent, and the member knows', async () => {
  const scene = await createMailScene();
  await scene.begin('message 0');
  for (let count = 1; count <= 20; count += 1) await scene.member.say(scene.dm, `message ${count}`);
  await scene.shows(scene.told, 'You have written a lot in a short time');
  await scene.shows(scene.thread, 'message 19');
  expect(JSON.stringify(scene.thread())).not.toContain('message 20');
});

it('costs and says nothing while it is off', async () => {
  const scene = await createMailScene();
  const { on, member } = scene;
  await scene.run('modmail off');
  await member.say(scene.dm, 'hello?');
  await on.sayAndWait(on.person('alice'), 'another message');
  expect(scene.told()).toEqual([]);
  expect(await scene.run('modmail button')).toContain('Use </modmail on');
});

it('what was written while the bot was away arrives once, on both sides', async () => {
  const scene = await createMailScene();
  const { on, member, moderator } = scene;
  await scene.begin('before');
  const post = await scene.post();
  await on.stopBot();
  await member.say(scene.dm, 'while you were away');
  await moderator.say(post.id, 'an answer meanwhile');
  await on.startBot();
  await scene.shows(scene.thread, 'while you were away');
  await scene.shows(scene.told, 'an answer meanwhile');
  await on.stopBot();
  await on.startBot();
  await member.say(scene.dm, 'the last');
  await scene.shows(scene.thread, 'the last');
  const count = (text: string, messages: ReturnType<typeof scene.told>): number =>
    messages.filter((each) => textIn(each).includes(text) && each.author.id === on.sandbox.botId)
      .length;
  expect(count('while you were away', scene.thread())).toBe(1);
  expect(count('an answer meanwhile', scene.told())).toBe(1);
});

it('a member gets and erases what was written', async () => {
  const scene = await createMailScene();
  const { on, member, moderator } = scene;
  await scene.begin('my secret');
  await moderator.say((await scene.post()).id, 'our answer');
  await scene.shows(scene.told, 'our answer');
  const { general } = on.sandbox.channels;
  const exported = async (): Promise<string> => {
    const { attachments } = await (await member.slash(general, 'privacy export', {})).response();
    return (await fetch(attachments[0]?.url ?? '')).text();
  };
  const file = await exported();
  expect(file).toContain('my secret');
  expect(file).toContain('our answer');
  expect(file).not.toContain(moderator.id);
  const question = await (await member.slash(general, 'privacy erase', {})).response();
  expect(await press(member, question, 'Erase')).toContain('2 messages to or from the moderators');
  expect(await exported()).not.toContain('my secret');
  await member.say(scene.dm, 'once more');
  await eventually(() =>
    expect(scene.told().filter((each) => textIn(each).includes('Shall the'))).toHaveLength(1),
  );
});

it('a banned member writes with the button under the notice, and reads the answer with it', async () => {
  const scene = await createMailScene();
  const { on, member, moderator } = scene;
  await on.setRules({ act: [{ kind: 'ban' }, { kind: 'notice' }, { kind: 'alert' }] });
  await on.sayAndWait(member, 'this calls for [act]');
  expect(on.guild.bans.has(member.id)).toBe(true);
  const notice = await eventually(() => {
    const found = scene.told().find((each) => buttonsOf(each).includes('Message the moderators'));
    if (found === undefined) throw new Error('There is no notice.');
    return found;
  });
  expect(await scene.write(notice, 'My account was stolen.')).toContain('is with the moderators');
  await scene.shows(scene.thread, 'My account was stolen.');
  await moderator.say((await scene.post()).id, 'Tell us when.');
  await scene.shows(scene.thread, '⚠️ Not delivered');
  const reply = await (await member.click(notice, 'Message the moderators')).response();
  expect(textIn(reply)).toContain('Tell us when.');
});

it('a member learns that the moderators’ channel cannot be used, and they get the message later', async () => {
  const scene = await createMailScene();
  const { on, member, dm } = scene;
  const { world, channels, botId } = on.sandbox;
  const hidden = { id: botId, type: OverwriteType.Member, allow: '0', deny: '1024' };
  world.channels.setOverwrite(channels['mod-alerts'], hidden, on.asOwner);
  await member.say(dm, 'are you there?');
  const question = await scene.shows(scene.told, 'Shall the moderators of');
  await (await member.click(question, `Send to ${on.guild.payload.name}`)).response();
  await scene.shows(scene.told, 'cannot get your message yet');
  world.channels.deleteOverwrite(channels['mod-alerts'], botId, on.asOwner);
  const shown = await scene.shows(scene.thread, 'are you there?');
  expect(shown.author.id).toBe(botId);
});

it('a deleted post is replaced by another one, with a new thread', async () => {
  const scene = await createMailScene();
  const { on, member, moderator, dm } = scene;
  await scene.begin('one');
  const post = await scene.post();
  await on.person('owner').delete(post.channel_id, post.id);
  await eventually(() =>
    expect(on.channel(post.id).payload.thread_metadata).toMatchObject({ locked: true }),
  );
  await member.say(dm, 'two');
  await scene.shows(scene.thread, 'two');
  const next = await scene.post();
  expect(next.id).not.toBe(post.id);
  await moderator.say(next.id, 'still here');
  await scene.shows(scene.told, 'still here');
});

it('a block stays after the member has erased their data', async () => {
  const scene = await createMailScene();
  const { on, member, moderator } = scene;
  await scene.begin('spam');
  const post = await scene.post();
  await moderator.click(post, 'Block');
  const shownPost = () => on.channel(post.channel_id).messages.get(post.id) ?? post;
  await eventually(() => expect(buttonsOf(shownPost())).toContain('Unblock'));
  const { general } = on.sandbox.channels;
  const question = await (await member.slash(general, 'privacy erase', {})).response();
  await press(member, question, 'Erase');
  await member.say(scene.dm, 'more spam');
  await scene.shows(scene.told, 'do not take messages from you');
});
