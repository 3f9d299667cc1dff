import { setTimeout as wait } from 'node:timers/promises';
import type { APIMessage } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import { createPerson, type Person } from '../../../src/sandbox/person.ts';
import { createProcessFixture } from './fixture.ts';
import { buttonsOf, textOf } from '../commands/alert-view.ts';

const WAIT = { timeout: 20_000, interval: 20 };
/** When to kill the bot after a moderator rejected an appeal, in milliseconds: before, during and after the answer's request. */
const MOMENTS = [0, 60, 200, 330];
/** Discord is slow, so that the kill hits a request. */
const DELAY_MS = 250;

it('the answer to an appeal that a kill interrupts is sent by the next process, and once', async () => {
  const { sandbox, startConnected, posts } = await createProcessFixture();
  const { world, channels, members, guildId, botId, apiUrl } = sandbox;
  const moderator = createPerson(apiUrl, members.moderator);

  function join(username: string): Person {
    const { id, token } = world.users.create({ username });
    world.members.add({ guildId, userId: id }, { roles: [] });
    return createPerson(apiUrl, { id, token });
  }

  const dmsTo = (person: Person): APIMessage[] => [
    ...(world.state.channels.get(world.users.openDm(botId, person.id).id)?.messages.values() ?? []),
  ];
  const noticeTo = (person: Person): APIMessage => {
    const notice = dmsTo(person).find((each) => buttonsOf(each).includes('Appeal'));
    if (notice === undefined) throw new Error('There is no notice.');
    return notice;
  };
  const appealOf = (person: Person): APIMessage => {
    const post = posts().find(
      (each) => each.embeds[0]?.title?.startsWith('⚖️') && textOf(each).includes(person.id),
    );
    if (post === undefined) throw new Error('There is no post about the appeal.');
    return post;
  };
  const answersTo = (person: Person): APIMessage[] =>
    dmsTo(person).filter(({ embeds }) => embeds[0]?.title?.includes('was rejected'));

  async function reject(person: Person): Promise<void> {
    const opened = await moderator.click(appealOf(person), 'Reject…');
    await moderator.submit(opened, { reason: 'The rules forbid it.' });
  }

  let child = await startConnected();
  for (const [index, moment] of MOMENTS.entries()) {
    const person = join(`appellant-${index}`);
    // The notice of a kick is sent at once.
    await person.say(channels.general, `number ${index} calls for [kick]`);
    const notice = await vi.waitFor(() => noticeTo(person), WAIT);
    const isMember = (): boolean =>
      world.state.guilds.get(guildId)?.members.has(person.id) ?? false;
    await vi.waitFor(() => expect(isMember()).toBe(false), WAIT);
    world.members.add({ guildId, userId: person.id }, { roles: [] });
    const form = await person.click(notice, 'Appeal');
    await person.submit(form, { text: 'Please look again.' });
    await vi.waitFor(() => appealOf(person), WAIT);

    sandbox.faults.delayNext({ route: 'POST /channels/:id/messages', delayMs: DELAY_MS });
    await reject(person);
    await wait(moment);
    child.kill('SIGKILL');
    expect(await child.exit).toBe('SIGKILL');
    sandbox.faults.clear();
    child = await startConnected();

    // A kill before the decision was stored leaves the appeal open.
    if (buttonsOf(appealOf(person)).length > 0) await reject(person).catch(() => undefined);
    await vi.waitFor(() => expect(textOf(appealOf(person))).toContain('got the answer'), WAIT);
    expect(answersTo(person)).toHaveLength(1);
    expect(posts().filter((post) => textOf(post).includes(`<@${person.id}> writes`))).toHaveLength(
      1,
    );
  }
  child.kill('SIGTERM');
  expect(await child.exit).toBe(0);
}, 120_000);
