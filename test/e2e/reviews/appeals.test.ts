import { Locale, type APIMessage } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Effect } from '../../../src/bot/domain/effects.ts';
import { createPerson, type Person } from '../../../src/sandbox/person.ts';
import {
  alertAbout,
  answerTo,
  buttonsOf,
  press,
  questionOf,
  textOf,
} from '../commands/alert-view.ts';
import { openScene, type Scene } from '../scene.ts';
import { eventually } from './eventually.ts';

let on: Scene;
let moderator: Person;
let owner: Person;
let member: Person;
let count = 0;

beforeAll(async () => {
  on = await openScene();
  moderator = on.person('moderator');
  owner = on.person('owner');
});
afterAll(() => on.close());
beforeEach(() => {
  count += 1;
  member = on.join(`appellant-${count}`);
});
afterEach(() => on.sandbox.faults.clear());

const guildId = () => on.sandbox.guildId;
const modAlerts = () => on.sandbox.channels['mod-alerts'];

/** Posts a message with these effects; resolves to the case's number. */
async function punished(effects: Effect[], author = member): Promise<number> {
  await on.setRules({ act: [...effects, { kind: 'notice' }, { kind: 'alert' }] });
  const { message } = await on.sayAndWait(author, `case ${count} calls for [act]`);
  return (await on.caseAbout(message.id)).number;
}

async function directMessages(person = member): Promise<APIMessage[]> {
  return person.readDms(on.sandbox.botId);
}

/** The notice about a case, with its button. */
async function notice(person = member): Promise<APIMessage> {
  return eventually(async () => {
    const found = (await directMessages(person)).find((each) => buttonsOf(each).includes('Appeal'));
    if (found === undefined) throw new Error('There is no notice.');
    return found;
  });
}

/** Fills in the form that the notice's button opens; resolves to the private reply. */
async function appeal(text: string, person = member): Promise<string> {
  const opened = await person.click(await notice(person), 'Appeal');
  expect(opened.modal?.title).toMatch(/^Appeal case #\d+$/);
  const submitted = await person.submit(opened, { text });
  expect(submitted.isEphemeral).toBe(true);
  return (await submitted.response()).content;
}

/** The post about the appeal against a case. */
function postAbout(number: number): APIMessage {
  const post = [...on.channel(modAlerts()).messages.values()].findLast(
    ({ embeds: [embed] }) => embed?.title === `⚖️ Appeal against case #${number}`,
  );
  if (post === undefined) throw new Error('There is no post about the appeal.');
  return post;
}

const posted = (number: number) => eventually(() => postAbout(number));
const shows = (number: number, text: string) =>
  eventually(() => expect(textOf(postAbout(number))).toContain(text));
const told = (title: string, person = member) =>
  eventually(async () => {
    const titles = (await directMessages(person)).flatMap(({ embeds }) =>
      embeds.map((embed) => embed.title),
    );
    expect(titles.filter((each) => each?.includes(title))).toHaveLength(1);
  });

async function reject(person: Person, number: number, reason: string): Promise<string> {
  const post = postAbout(number);
  const opened = await person.click(post, 'Reject…');
  return answerTo(person, post, await person.submit(opened, { reason }));
}

describe('an appeal', () => {
  it('that is accepted undoes the action and tells the member; nobody may post the text', async () => {
    const number = await punished([{ kind: 'delete' }, { kind: 'timeout' }]);
    const timeoutOf = () => on.guild.members.get(member.id)?.communication_disabled_until ?? null;
    expect(timeoutOf()).not.toBeNull();
    expect(await appeal('It was a quote from the lesson.')).toContain(
      `Your appeal about case #${number} is with the moderators`,
    );
    const post = await posted(number);
    expect(textOf(post)).toContain('It was a quote from the lesson.');
    expect(JSON.stringify(post.embeds)).toContain('By the bot: ');

    const reply = await press(moderator, post, 'Accept');
    expect(reply).toContain('✓ Accepted by');
    expect(timeoutOf()).toBeNull();
    await told('was accepted');
    await shows(number, 'The member got the answer by DM.');
    expect(textOf(postAbout(number))).toContain(`✓ Accepted by <@${moderator.id}>`);
    expect(buttonsOf(postAbout(number))).toEqual([]);
    const { message, outcome } = await on.sayAndWait(
      on.join(`imitator-${count}`),
      `case ${count} calls for [act]`,
    );
    expect(outcome.kind).toBe('acted');
    expect(on.exists(message)).toBe(false);
  });

  it('can also allow the text for everyone, which shows the text and asks', async () => {
    const number = await punished([{ kind: 'delete' }]);
    await appeal('It is the name of a band.');
    const question = await questionOf(
      await moderator.click(await posted(number), 'Accept and allow text…'),
    );
    expect(question.content).toContain('Everyone in this server may then post this text:');
    expect(question.content).toContain(`||case ${count} calls for \\[act\\]||`);
    expect(await press(moderator, question, 'Allow the text')).toContain('Appeal accepted.');
    await shows(number, '✓ Accepted, and the text allowed, by');
    const other = on.join(`fan-${count}`);
    const { outcome } = await on.sayAndWait(other, `case ${count} calls for [act]`);
    expect(outcome).toMatchObject({ kind: 'skipped', reason: 'allowed text' });
  });

  it('that is rejected keeps the action and sends the reason back', async () => {
    const number = await punished([{ kind: 'delete' }]);
    await appeal('I did not mean it.');
    await posted(number);
    expect(await reject(moderator, number, 'The rules forbid it.')).toContain('✗ Rejected by');
    await told('was rejected');
    expect(JSON.stringify(await directMessages())).toContain('The rules forbid it.');
    await shows(number, `✗ Rejected by <@${moderator.id}>`);
    const again = await member.click(await notice(), 'Appeal');
    expect((await again.response()).content).toBe(
      `Your appeal about case #${number} was rejected: The rules forbid it.`,
    );
  });

  it('works from the direct message of a ban, and lifts the ban', async () => {
    const number = await punished([{ kind: 'ban' }]);
    expect(on.guild.bans.has(member.id)).toBe(true);
    expect(JSON.stringify((await notice()).embeds)).toContain('You were banned from the server.');
    await appeal('My account was stolen.');
    await posted(number);
    expect(await press(owner, postAbout(number), 'Accept')).toContain('✓ Accepted by');
    expect(on.guild.bans.has(member.id)).toBe(false);
    // They share no server with the bot, so no direct message reaches them.
    await shows(number, 'The answer could not be delivered by DM.');
    const again = await member.click(await notice(), 'Appeal');
    expect((await again.response()).content).toBe(
      `Your appeal about case #${number} was accepted. ` +
        'Your ban is lifted: you can join the server again.',
    );
  });

  it('works after a moderator banned with a button, whose notice goes out before the ban', async () => {
    await on.setPolicy({ notice: { enabled: true, text: null } });
    const { message } = await on.sayAndWait(member, `case ${count} calls for [flag]`);
    const { number } = await on.caseAbout(message.id);
    const alert = alertAbout(on, message.id);
    const opened = await owner.click(alert, 'Ban…');
    await answerTo(owner, alert, await owner.submit(opened, { reason: 'again and again' }));
    expect(on.guild.bans.has(member.id)).toBe(true);
    const told = JSON.stringify((await notice()).embeds);
    expect(told).toContain('From the moderators of');
    expect(told).toContain('You were banned from the server.');
    expect(told).toContain('again and again');
    await appeal('It was a joke.');
    await posted(number);
    await press(owner, postAbout(number), 'Accept');
    expect(on.guild.bans.has(member.id)).toBe(false);
  });

  it('is possible once, and only for the author of the case', async () => {
    const number = await punished([{ kind: 'delete' }]);
    const stranger = on.join(`stranger-${count}`);
    await punished([{ kind: 'delete' }], stranger);
    const { custom_id: theirs } = await formOf(stranger);
    const { custom_id: own } = await formOf(member);
    expect(own).toBe(`appeal:${guildId()}:${number}`);
    expect(theirs).toBe(`appeal:${guildId()}:${number + 1}`);

    const first = await member.click(await notice(), 'Appeal');
    const second = await member.click(await notice(), 'Appeal');
    await (await member.submit(first, { text: 'one' })).response();
    const late = await (await member.submit(second, { text: 'two' })).response();
    expect(late.content).toBe(
      `Your appeal about case #${number} waits for the moderators’ decision.`,
    );
    expect(textOf(await posted(number))).toContain('> one');
  });

  it('is not accepted from somebody else who got hold of the button', async () => {
    await punished([{ kind: 'delete' }]);
    const stranger = on.join(`thief-${count}`);
    const { components = [] } = await notice();
    const { world, botId, apiUrl, botToken } = on.sandbox;
    const bot = createPerson(apiUrl, { id: botId, token: `Bot ${botToken}` });
    const copied = await bot.send(world.users.openDm(botId, stranger.id).id, { components });
    const pressed = await stranger.click(copied, 'Appeal');
    expect(pressed.modal).toBeNull();
    expect((await pressed.response()).content).toContain('There is no such case about you.');
  });

  it('is decided by only one of two moderators at once', async () => {
    const number = await punished([{ kind: 'timeout' }]);
    await appeal('Please look again.');
    const post = await posted(number);
    const list = await (await owner.slash(modAlerts(), 'appeals')).response();
    const chosen = await owner.select(list, 'review-of', [`appeal:${number}`]);
    const shown = await chosen.response();
    await Promise.all([press(moderator, post, 'Accept'), press(owner, shown, 'Accept')]);
    await told('was accepted');
    const record = await on.bot().cases.get(guildId(), number);
    expect(record?.moderatorActions).toHaveLength(1);
  });

  it('is settled when a moderator takes the case back in another way', async () => {
    const number = await punished([{ kind: 'timeout' }]);
    await appeal('Please look again.');
    await posted(number);
    const undo = await moderator.slash(modAlerts(), 'case undo', { number: `${number}` });
    await undo.response();
    await told('was accepted');
    await shows(number, `✓ Accepted by <@${moderator.id}>`);
    expect(buttonsOf(postAbout(number))).toEqual([]);
  });

  it('needs no moderator once the case is taken back', async () => {
    const number = await punished([{ kind: 'timeout' }]);
    const undo = await moderator.slash(modAlerts(), 'case undo', { number: `${number}` });
    await undo.response();
    const pressed = await member.click(await notice(), 'Appeal');
    expect((await pressed.response()).content).toBe(
      `A moderator has already taken back case #${number}.`,
    );
  });

  it('shows a moderator who decides that they acted themselves', async () => {
    const number = await punished([{ kind: 'delete' }]);
    const record = await on.bot().cases.get(guildId(), number);
    const alert = [...on.channel(modAlerts()).messages.values()].find(
      ({ id }) => id === record?.alert?.messageId,
    );
    if (alert === undefined) throw new Error('There is no alert.');
    await press(moderator, alert, 'Timeout');
    await appeal('Why the timeout?');
    const post = await posted(number);
    expect(JSON.stringify(post.embeds)).toContain(`by <@${moderator.id}>`);
    const opened = await moderator.click(post, 'Reject…');
    const rejected = await moderator.submit(opened, { reason: 'Because.' });
    expect((await questionOf(rejected)).content).toContain('You acted in this case yourself.');
  });

  it('survives a restart between the decision and the answer', async () => {
    const number = await punished([{ kind: 'delete' }]);
    await appeal('Please look again.');
    await posted(number);
    on.sandbox.faults.failNext({ route: 'POST /users/@me/channels', status: 503, times: 20 });
    await reject(moderator, number, 'No.');
    await shows(number, '✗ Rejected');
    await on.stopBot();
    on.sandbox.faults.clear();
    await on.startBot();
    await told('was rejected');
    await shows(number, 'The member got the answer by DM.');
    expect(buttonsOf(postAbout(number))).toEqual([]);
  });
});

describe('/record mine', () => {
  it('offers the appeal when no notice could be delivered, and the alert says so', async () => {
    on.sandbox.faults.refuseDms(member.id, true);
    const number = await punished([{ kind: 'delete' }]);
    const record = await on.bot().cases.get(guildId(), number);
    await eventually(async () => {
      const alerts = [...on.channel(modAlerts()).messages.values()];
      const alert = alerts.find(({ id }) => id === record?.alert?.messageId);
      expect(JSON.stringify(alert?.embeds)).toContain('DM not possible, they can appeal with');
    });
    const used = await member.slash(on.sandbox.channels.general, 'record mine');
    const shown = await used.response();
    expect(shown.embeds[0]?.description).toContain(`case ${count} calls for`);
    const select = `appeal:${guildId()}`;
    const opened = await member.select(shown, select, [`${number}`]);
    await (await member.submit(opened, { text: 'I got no message.' })).response();
    expect(textOf(await posted(number))).toContain('I got no message.');
    await reject(moderator, number, 'Still no.');
    await shows(number, 'The answer could not be delivered by DM.');
    const again = await (await member.slash(on.sandbox.channels.general, 'record mine')).response();
    expect(again.embeds[0]?.description).toContain('appeal rejected: Still no.');
    expect(JSON.stringify(again.components)).not.toContain(select);
  });
});

it('speaks the member’s language in the direct message', async () => {
  const { id, token } = on.sandbox.world.users.create({ username: `german-${count}` });
  on.sandbox.world.members.add({ guildId: guildId(), userId: id }, { roles: [] });
  const german = createPerson(on.sandbox.apiUrl, { id, token, locale: Locale.German });
  const number = await punished([{ kind: 'delete' }], german);
  const opened = await german.click(await notice(german), 'Appeal');
  expect(opened.modal?.title).toBe(`Einspruch gegen Fall #${number}`);
});

async function formOf(person: Person) {
  const { modal } = await person.click(await notice(person), 'Appeal');
  if (modal === null) throw new Error('No form was opened.');
  return modal;
}
