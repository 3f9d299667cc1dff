import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openScene, type Scene } from '../scene.ts';
import { casesOf, incidentPosts, raid, shown, WAIT, type Raid } from './raid.ts';

const SIZE = 30;
let scene: Scene;
let attack: Raid;

beforeAll(async () => {
  scene = await openScene({ hasIncidents: true });
  attack = await raid(scene, SIZE);
}, 60_000);
afterAll(() => scene.close());

it('a raid is one incident with one post, which counts messages, members and channels', async () => {
  const post = await shown(scene, '✅ Message deleted: 30');
  const json = JSON.stringify(post.embeds);
  expect(json).toContain('30 messages · 30 members · 2 channels');
  expect(json).toContain('still going on');
  expect(json).toContain('30 × ||everybody join discord');
});

it('every bad message is gone, and every case carries the incident’s number', async () => {
  for (const message of attack.messages) expect(scene.exists(message)).toBe(false);
  const records = await casesOf(scene, attack.messages);
  expect(records.map(({ incident }) => incident)).toEqual(Array.from({ length: SIZE }, () => 1));
});

it('only the cases before the incident have alerts and notices of their own', async () => {
  const alerts = attack.messages.flatMap(({ id }) => scene.alertsAbout(id));
  const notices = attack.members.flatMap(({ id }) => scene.noticesTo(id));
  expect(alerts.length).toBeLessThan(5);
  expect(notices.length).toBeLessThan(5);
  const records = await casesOf(scene, attack.messages);
  const shownThere = records.filter(({ steps }) =>
    steps.some(
      ({ effect, outcome }) =>
        effect.kind === 'alert' &&
        outcome?.status === 'deferred' &&
        outcome.detail.key === 'effects:deferred.incident',
    ),
  );
  expect(shownThere.length).toBeGreaterThan(SIZE - 5);
});

it('nothing pings', () => {
  for (const post of incidentPosts(scene)) {
    expect(post).toMatchObject({ mentions: [], mention_roles: [], mention_everyone: false });
    expect(post.content).toBe('');
  }
});

it('another kind of case has its own alert meanwhile', async () => {
  const { message } = await scene.sayAndWait(scene.person('alice'), 'i hate you, bob [delete]');
  await vi.waitFor(() => expect(scene.alertsAbout(message.id)).toHaveLength(1), WAIT);
  expect(await scene.caseAbout(message.id)).toMatchObject({ incident: null });
});

it('another text by a member of the incident has its own alert', async () => {
  const [member] = attack.members;
  if (member === undefined) throw new Error('nobody');
  const { message } = await scene.sayAndWait(member, 'and now for something [delete] different');
  await vi.waitFor(() => expect(scene.alertsAbout(message.id)).toHaveLength(1), WAIT);
  expect(await scene.caseAbout(message.id)).toMatchObject({ incident: null });
  await shown(scene, '30 messages · 30 members');
});
