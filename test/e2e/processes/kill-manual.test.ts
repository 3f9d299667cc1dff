import { setTimeout as wait } from 'node:timers/promises';
import { AuditLogEvent, type APIMessage } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import { createPerson } from '../../../src/sandbox/person.ts';
import { textOf } from '../commands/alert-view.ts';
import { createProcessFixture, type ProcessFixture } from './fixture.ts';
import { openStoredState, type StoredState } from './stored-state.ts';

const WAIT = { timeout: 20_000, interval: 20 };
/** Discord is slow, so that the kill hits a request. */
const DELAY_MS = 250;

/** Waits for the case. A command killed earlier never began: its moderator gets no reply and repeats it. */
async function untilStored(read: () => Promise<StoredState>, authorId: string): Promise<void> {
  await vi.waitFor(async () => {
    const { cases } = await read();
    expect(cases.map(({ author }) => author.id)).toContain(authorId);
  }, WAIT);
}

/** The posts about moderators' actions on a member. */
function postsAbout({ posts }: ProcessFixture, memberId: string): APIMessage[] {
  return posts().filter((post) => textOf(post).includes(`<@${memberId}>`));
}

it('a ban that a kill interrupts is finished by the next process: one notice, one ban, one post', async () => {
  const fixture = await createProcessFixture();
  await fixture.deploy();
  const { sandbox, startConnected } = fixture;
  const { world, channels, members, guildId, faults } = sandbox;
  const moderator = createPerson(sandbox.apiUrl, members.moderator);
  const guild = () => world.state.guilds.get(guildId);

  let child = await startConnected();
  const read = await openStoredState(fixture);
  // While it opens the direct messages, while it bans, and while it posts.
  for (const [index, route] of [
    'POST /users/@me/channels',
    'PUT /guilds/:id/bans/:id',
    'POST /channels/:id/messages',
  ].entries()) {
    const { id } = world.users.create({ username: `scammer-${index}` });
    world.members.add({ guildId, userId: id });
    faults.delayNext({ route, delayMs: DELAY_MS });
    await moderator.slash(channels.general, 'ban', { user: id, reason: 'a scam' });
    await untilStored(read, id);
    await wait(100);
    child.kill('SIGKILL');
    expect(await child.exit).toBe('SIGKILL');
    faults.clear();
    child = await startConnected();

    await vi.waitFor(() => expect(postsAbout(fixture, id)).toHaveLength(1), WAIT);
    expect(guild()?.bans.has(id)).toBe(true);
    const bans = guild()?.auditLog.filter(
      ({ action_type: type, target_id: target }) =>
        type === AuditLogEvent.MemberBanAdd && target === id,
    );
    expect(bans).toHaveLength(1);
    expect(fixture.noticesTo(id)).toHaveLength(1);
  }
  child.kill('SIGTERM');
  expect(await child.exit).toBe(0);
}, 90_000);

it('a purge that a kill interrupts is finished by the next process', async () => {
  const fixture = await createProcessFixture();
  await fixture.deploy();
  const { sandbox, startConnected } = fixture;
  const { channels, members, faults } = sandbox;
  const moderator = createPerson(sandbox.apiUrl, members.moderator);
  let child = await startConnected();
  const read = await openStoredState(fixture);
  const said: APIMessage[] = [];
  for (let index = 0; index < 5; index += 1) {
    said.push(await fixture.person('alice').say(channels.random, `chatter ${index}`));
  }
  const asked = await moderator.slash(channels.random, 'purge', { count: 4 });
  const question = await asked.response();
  faults.delayNext({ route: 'POST /channels/:id/messages/bulk-delete', delayMs: DELAY_MS });
  await moderator.click(question, 'Delete 4 messages');
  await untilStored(read, '');
  await wait(100);
  child.kill('SIGKILL');
  expect(await child.exit).toBe('SIGKILL');
  faults.clear();
  child = await startConnected();
  await vi.waitFor(() => {
    const posts = fixture.posts().map(textOf);
    expect(posts.filter((text) => text.includes('4 messages deleted.'))).toHaveLength(1);
  }, WAIT);
  expect(said.map(fixture.exists)).toEqual([true, false, false, false, false]);
  child.kill('SIGTERM');
  expect(await child.exit).toBe(0);
}, 60_000);
