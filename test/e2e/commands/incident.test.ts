import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { raid, shown, WAIT } from '../incidents/raid.ts';
import { openScene, type Scene } from '../scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await openScene({ hasIncidents: true });
}, 60_000);
afterAll(() => scene.close());

const use = async (
  person: 'owner' | 'moderator' | 'alice',
  command: string,
  options: Record<string, string | number | boolean> = {},
) => {
  const { general } = scene.sandbox.channels;
  const used = await scene.person(person).slash(general, `incident ${command}`, options);
  return used.response();
};

it('list and show say that there is none', async () => {
  expect((await use('moderator', 'list')).embeds[0]?.description).toContain('no incident yet');
  expect((await use('moderator', 'show')).content).toContain('no incident yet');
  expect((await use('moderator', 'show', { number: 4 })).content).toContain('no incident #4');
});

it('settings shows the thresholds', async () => {
  expect((await use('moderator', 'settings')).content).toContain(
    'An incident begins when 5 members post nearly the same text',
  );
});

it('only “Manage Server” changes the settings, and the moderators are told', async () => {
  expect((await use('moderator', 'settings', { members: 7 })).content).toContain('Manage Server');
  expect((await use('owner', 'settings', { members: 4, seconds: 30 })).content).toContain(
    '4 members post nearly the same text',
  );
  await scene.announced('4 members post nearly the same text');
  const status = await scene
    .person('owner')
    .slash(scene.sandbox.channels.general, 'moderation status');
  expect(JSON.stringify((await status.response()).embeds)).toContain('within 30 seconds');
  expect((await use('owner', 'settings', { enabled: false })).content).toContain(
    'Incidents are off',
  );
  await use('owner', 'settings', { enabled: true });
});

it('show has the post with its buttons, and list leads to it', async () => {
  await raid(scene, 6);
  await shown(scene, '6 messages');
  const reply = await use('moderator', 'show');
  expect(JSON.stringify(reply.embeds)).toContain('6 messages · 6 members');
  expect(JSON.stringify(reply.components)).toContain('incident:1:undo');
  expect((await use('moderator', 'list')).embeds[0]?.description).toMatch(
    /\[\*\*#1\*\*\]\(https:\/\/discord\.com\/channels\/.*still going on.*6 messages/,
  );
});

it('/case show and /case list name the incident', async () => {
  const { general } = scene.sandbox.channels;
  const moderator = scene.person('moderator');
  const list = await (await moderator.slash(general, 'case list')).response();
  expect(list.embeds[0]?.description).toContain('incident #1');
  const shownCase = await (await moderator.slash(general, 'case show', { number: '6' })).response();
  expect(JSON.stringify(shownCase.embeds)).toContain('Part of incident #1.');
  expect(JSON.stringify(shownCase.embeds)).toContain('Shown in incident #1.');
});

it('end ends it once', async () => {
  await expect(use('alice', 'end')).rejects.toThrow(/status 403/);
  expect((await use('moderator', 'end')).content).toContain('Incident #1 has ended.');
  expect((await use('moderator', 'end', { number: 1 })).content).toContain('already ended');
  await vi.waitFor(() => shown(scene, 'ended by'), WAIT);
});
