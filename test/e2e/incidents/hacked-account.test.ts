import { ChannelType, type APIMessage } from 'discord-api-types/v10';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Person } from '../../../src/sandbox/person.ts';
import { buttonsOf, questionOf } from '../commands/alert-view.ts';
import { createScene, type Scene } from '../scene.ts';
import { incidentPosts, shown, WAIT } from './raid.ts';

const CHANNELS = 6;
let scene: Scene;
let rooms: string[];
let member: Person;

beforeEach(async () => {
  scene = await createScene({ hasIncidents: true });
  const { world, guildId } = scene.sandbox;
  rooms = Array.from(
    { length: CHANNELS },
    (_, index) =>
      world.channels.create(
        guildId,
        { name: `room-${index}`, type: ChannelType.GuildText },
        scene.asOwner,
      ).id,
  );
  member = scene.join('trusting');
}, 60_000);

/** Posts two pictures in each room, one a message, faster than anybody can by hand. */
function spam({ id: authorId }: Person): APIMessage[] {
  return rooms.flatMap((room) =>
    ['casino.png', 'proof.png'].map((filename) => {
      const data = Buffer.from(`${filename} of ${authorId}`);
      const files = [{ filename, contentType: 'image/png', data }];
      return scene.sandbox.world.messages.create(room, { authorId, files });
    }),
  );
}

const left = (messages: readonly APIMessage[]): APIMessage[] => messages.filter(scene.exists);
const allGone = (messages: readonly APIMessage[]): Promise<void> =>
  vi.waitFor(() => expect(left(messages)).toEqual([]), WAIT);
const timeoutOf = ({ id }: Person): string | null =>
  scene.guild.members.get(id)?.communication_disabled_until ?? null;

it('everything that a hacked account posted is gone, also what came before it was recognised', async () => {
  const harmless = await member.say(rooms[0] ?? '', 'see you all at the match tonight');
  const messages = spam(member);
  await allGone(messages);
  expect(scene.exists(harmless)).toBe(true);
  const post = await shown(scene, 'Message deleted: 12');
  expect(JSON.stringify(post.embeds)).toContain('12 messages · 1 member · 6 channels');
  expect(JSON.stringify(post.embeds)).toContain('Hacked account?');
  expect(JSON.stringify(post.embeds)).toContain('Author timed out: 1');
  expect(messages.flatMap(({ id }) => scene.alertsAbout(id))).toEqual([]);
});

it('its owner learns what to do, appeals, and may write again', async () => {
  await allGone(spam(member));
  await vi.waitFor(() => expect(scene.noticesTo(member.id)).toHaveLength(1), WAIT);
  expect(timeoutOf(member)).not.toBeNull();
  const [notice] = await member.readDms(scene.sandbox.botId);
  if (notice === undefined) throw new Error('no notice');
  expect(JSON.stringify(notice.embeds)).toContain('may be hacked');
  expect(JSON.stringify(notice.embeds)).toContain('Change your Discord password');
  expect(buttonsOf(notice)).toEqual(['It’s me again']);
  const form = await member.click(notice, 'It’s me again');
  await (await member.submit(form, { text: 'I changed my password.' })).response();
  const appeal = await vi.waitFor(() => {
    const found = [...scene.channel(scene.sandbox.channels['mod-alerts']).messages.values()].find(
      (message) => buttonsOf(message).includes('Accept'),
    );
    if (found === undefined) throw new Error('no appeal');
    return found;
  }, WAIT);
  await scene.person('moderator').click(appeal, 'Accept');
  await vi.waitFor(() => expect(timeoutOf(member)).toBeNull(), WAIT);
});

it('several accounts are one incident, and a moderator undoes it for all', async () => {
  const others = [scene.join('second'), scene.join('third')];
  const messages = [member, ...others].map((each) => spam(each));
  await allGone(messages.flat());
  const post = await shown(scene, '36 messages · 3 members · 6 channels');
  await shown(scene, 'Author timed out: 3');
  const moderator = scene.person('moderator');
  const question = await questionOf(await moderator.click(post, 'Undo all…'));
  await moderator.click(question, 'Undo for 3 members');
  await vi.waitFor(
    () => expect([member, ...others].map(timeoutOf)).toEqual([null, null, null]),
    WAIT,
  );
});

it('with softban, the member is removed with their messages and can come back', async () => {
  const used = await scene
    .person('owner')
    .slash(scene.sandbox.channels.general, 'incident settings', { 'hacked-accounts': 'softban' });
  expect((await used.response()).content).toContain('The member is removed with the messages');
  const before = await member.say(rooms[1] ?? '', 'an earlier message of the week');
  const messages = spam(member);
  await vi.waitFor(() => expect(scene.guild.members.has(member.id)).toBe(false), WAIT);
  await vi.waitFor(() => expect(scene.guild.bans.has(member.id)).toBe(false), WAIT);
  expect(scene.exists(before)).toBe(false);
  await allGone(messages);
  await shown(scene, 'Author kicked with their messages: 1');
  expect(incidentPosts(scene)).toHaveLength(1);
});

it('moderators and exempt channels are left alone', async () => {
  const messages = spam(scene.person('moderator'));
  await vi.waitFor(
    () => expect(messages.flatMap(({ id }) => scene.alertsAbout(id))).not.toEqual([]),
    WAIT,
  );
  expect(left(messages)).toHaveLength(messages.length);
  expect(incidentPosts(scene)).toEqual([]);
  await scene.setPolicy({ exemptChannelIds: rooms.slice(2) });
  const others = spam(member);
  await Promise.all(others.map(({ id }) => scene.outcomeOf(id)));
  expect(left(others)).toHaveLength(others.length);
});
