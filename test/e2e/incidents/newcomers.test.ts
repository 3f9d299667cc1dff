import { expect, it, vi } from 'vitest';
import { defaultPolicy } from '../../../src/bot/domain/policy/policy.ts';
import { confirm } from '../commands/alert-view.ts';
import { createScene, type Scene } from '../scene.ts';
import { casesOf, incidentPosts, raid, RAID_TEXT, shown, WAIT } from './raid.ts';

const isTimedOut = (scene: Scene, id: string): boolean =>
  Date.parse(scene.guild.members.get(id)?.communication_disabled_until ?? '') > Date.now();

it('new members are timed out as soon as they take part, if the server wants it', async () => {
  const scene = await createScene({ hasIncidents: true });
  const incidents = { ...defaultPolicy.incidents, timeOutNewMembers: true };
  await scene.setPolicy({ incidents });
  const { members, messages } = await raid(scene, 10);
  await shown(scene, '10 messages');
  await vi.waitFor(() => {
    for (const { id } of members) expect(isTimedOut(scene, id)).toBe(true);
  }, WAIT);
  await vi.waitFor(async () => {
    for (const { steps, closedAt } of await casesOf(scene, messages)) {
      expect(steps.at(-1)).toMatchObject({
        effect: { kind: 'timeout' },
        outcome: { status: 'done' },
      });
      expect(closedAt).not.toBeNull();
    }
  }, WAIT);
});

it('when only watching an incident shows what would have been done, and nothing is done', async () => {
  const scene = await createScene({ hasIncidents: true });
  const incidents = { ...defaultPolicy.incidents, timeOutNewMembers: true };
  await scene.setPolicy({ mode: 'watch', incidents });
  const { members, messages } = await raid(scene, 8);
  const post = await shown(scene, /Watch only: no action taken\..*👁️ Message deleted: 8/s);
  for (const message of messages) expect(scene.exists(message)).toBe(true);
  for (const { id } of members) expect(isTimedOut(scene, id)).toBe(false);
  expect(
    await confirm(scene.person('moderator'), post, ['Time out all…', 'Time out 8 members']),
  ).toContain('8 members');
  await vi.waitFor(() => {
    for (const { id } of members) expect(isTimedOut(scene, id)).toBe(true);
  }, WAIT);
});

it('flagged texts are an incident, too; a moderator who quotes one is not part of it', async () => {
  const scene = await createScene({ hasIncidents: true });
  const { channels } = scene.sandbox;
  const text = 'this whole server is [flag] garbage';
  for (let index = 0; index < 6; index += 1) {
    await scene.join(`flagged-${index}`).say(channels.general, `${text} ${index}`);
  }
  await shown(scene, '6 messages · 6 members');
  const { message } = await scene.sayAndWait(scene.person('moderator'), text);
  await vi.waitFor(() => expect(scene.alertsAbout(message.id)).toHaveLength(1), WAIT);
  expect(await scene.caseAbout(message.id)).toMatchObject({ incident: null });
});

it('goes on after a restart as the same incident', async () => {
  const scene = await createScene({ hasIncidents: true });
  await raid(scene, 8);
  await shown(scene, '8 messages');
  await scene.stopBot();
  const late = scene.join('during-the-restart');
  const missed = await late.say(scene.sandbox.channels.general, `${RAID_TEXT}!!!`);
  await scene.startBot();
  await scene.outcomeOf(missed.id);
  expect(await scene.caseAbout(missed.id)).toMatchObject({ incident: 1 });
  await raid(scene, 3, 'late');
  await shown(scene, '12 messages · 12 members');
  expect(incidentPosts(scene)).toHaveLength(1);
});

it('an action on all members goes on after a restart, and acts once on each', async () => {
  const scene = await createScene({ hasIncidents: true });
  const moderator = scene.person('moderator');
  const { members, messages } = await raid(scene, 12);
  const post = await shown(scene, '12 messages');
  const route = 'PATCH /guilds/:id/members/:id';
  scene.sandbox.faults.delayNext({ route, delayMs: 300, times: 12 });
  expect(await confirm(moderator, post, ['Time out all…', 'Time out 12 members'])).toContain(
    '12 members',
  );
  await vi.waitFor(() => expect(members.some(({ id }) => isTimedOut(scene, id))).toBe(true), WAIT);
  await scene.stopBot();
  await scene.startBot();
  await shown(scene, /☑️ \*\*Time out all\*\*: 12 of 12/);
  for (const { id } of members) expect(isTimedOut(scene, id)).toBe(true);
  for (const record of await casesOf(scene, messages)) {
    expect(record.moderatorActions).toHaveLength(1);
  }
});
