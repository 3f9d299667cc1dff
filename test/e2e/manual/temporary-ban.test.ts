import { AuditLogEvent, PermissionFlagsBits } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import type { Case } from '../../../src/bot/domain/case.ts';
import type { Person } from '../../../src/sandbox/person.ts';
import { createSkippingClock, type SkippingClock } from '../../helpers/skipping-clock.ts';
import { buttonsOf, press, textOf } from '../commands/alert-view.ts';
import { createScene, type Scene } from '../scene.ts';
import { latestPost } from './latest-post.ts';

const HOUR_MS = 60 * 60_000;

interface BanScene {
  readonly on: Scene;
  readonly clock: SkippingClock;
  readonly moderator: Person;
  readonly target: Person;
  run(command: string, options: Record<string, string>): Promise<string>;
  isBanned(): boolean;
  latestCase(): Promise<Case>;
  lifts(): (string | null | undefined)[];
}

async function createBanScene(): Promise<BanScene> {
  const clock = createSkippingClock();
  const on = await createScene({ deps: { clock } });
  const moderator = on.person('moderator');
  const target = on.join('target');
  return {
    on,
    clock,
    moderator,
    target,
    async run(command, options) {
      const interaction = await moderator.slash(on.sandbox.channels.general, command, options);
      return (await interaction.response()).content;
    },
    isBanned: () => on.guild.bans.has(target.id),
    async latestCase() {
      const options = { authorId: target.id, limit: 1 };
      const [record] = await on.bot().cases.list(on.sandbox.guildId, options);
      if (record === undefined) throw new Error('There is no case.');
      return record;
    },
    lifts: () =>
      on.guild.auditLog
        .filter(({ action_type: type }) => type === AuditLogEvent.MemberBanRemove)
        .map(({ reason }) => reason),
  };
}

/** Time for several looks at what is due. */
async function waitLonger({ clock }: BanScene): Promise<void> {
  const until = clock.now() + 60_000;
  await clock.skipUntil(() => clock.now() > until);
}

it('a ban with a duration says how long it lasts, and ends then', async () => {
  const scene = await createBanScene();
  const { on, clock, target } = scene;
  const reply = await scene.run('ban', { user: target.id, duration: '2h', reason: 'calm down' });
  expect(reply).toContain('**Banned (2 hours)**');
  expect(reply).toMatch(/until <t:\d+:f>/);
  const notice = JSON.stringify(on.noticesTo(target.id));
  expect(notice).toContain('You were banned from the server for 2 hours.');
  expect(notice).toContain('calm down');
  clock.skip(HOUR_MS);
  await waitLonger(scene);
  expect(scene.isBanned()).toBe(true);
  clock.skip(HOUR_MS);
  await clock.skipUntil(() => !scene.isBanned());
  const { number } = await scene.latestCase();
  await vi.waitFor(() => {
    expect(textOf(latestPost(on))).toContain('Ban ended: its time was over');
    expect(buttonsOf(latestPost(on))).toEqual(['Undo', 'More…']);
  });
  await waitLonger(scene);
  expect(scene.lifts()).toEqual([expect.stringContaining(`case #${number}: temporary ban ended`)]);
  expect((await scene.latestCase()).moderatorActions).toMatchObject([
    { kind: 'expire', by: { id: on.sandbox.botId } },
  ]);
});

it('a ban that is over while the bot is stopped ends at its next start, once', async () => {
  const scene = await createBanScene();
  const { on, clock, target } = scene;
  await scene.run('ban', { user: target.id, duration: '1d' });
  await on.stopBot();
  clock.skip(25 * HOUR_MS);
  await on.startBot();
  await clock.skipUntil(() => !scene.isBanned());
  await on.stopBot();
  await on.startBot();
  await waitLonger(scene);
  expect(scene.lifts()).toHaveLength(1);
});

it('a ban that was undone in time is not ended again, and a later one stays', async () => {
  const scene = await createBanScene();
  const { clock, moderator, on, target } = scene;
  await scene.run('ban', { user: target.id, duration: '1h' });
  const post = await vi.waitFor(() => latestPost(on));
  await press(moderator, post, 'Undo');
  expect(scene.isBanned()).toBe(false);
  await scene.run('ban', { user: target.id, reason: 'for good' });
  clock.skip(2 * HOUR_MS);
  await waitLonger(scene);
  expect(scene.isBanned()).toBe(true);
  expect(scene.lifts()).toHaveLength(1);
});

it('a ban that somebody lifted and renewed in Discord stays', async () => {
  const scene = await createBanScene();
  const { on, clock, target } = scene;
  await scene.run('ban', { user: target.id, duration: '1h' });
  const { bans } = on.sandbox.world;
  const member = { guildId: on.sandbox.guildId, userId: target.id };
  bans.remove(member, on.asOwner);
  bans.add(member, { ...on.asOwner, reason: 'by hand' });
  clock.skip(2 * HOUR_MS);
  await vi.waitFor(async () => {
    expect((await scene.latestCase()).moderatorActions).toMatchObject([
      { kind: 'expire', steps: [{ outcome: { detail: { key: 'effects:undo.otherBan' } } }] },
    ]);
  });
  expect(scene.isBanned()).toBe(true);
});

it('moderators are told when Discord does not let the bot end a ban', async () => {
  const scene = await createBanScene();
  const { on, clock, target } = scene;
  await scene.run('ban', { user: target.id, duration: '1h' });
  const { world, guildId, roles } = on.sandbox;
  const { permissions = '0' } = on.guild.roles.get(roles.Portcullis) ?? {};
  const without = BigInt(permissions) & ~PermissionFlagsBits.BanMembers;
  world.roles.update({ guildId, roleId: roles.Portcullis }, { permissions: without }, on.asOwner);
  clock.skip(2 * HOUR_MS);
  await vi.waitFor(() => {
    expect(on.announcements()).toEqual([expect.stringContaining('should have ended')]);
  });
  expect(scene.isBanned()).toBe(true);
});

it('a duration that cannot be read or is longer than a year bans nobody', async () => {
  const scene = await createBanScene();
  const { target } = scene;
  expect(await scene.run('ban', { user: target.id, duration: 'soon' })).toContain('cannot read');
  expect(await scene.run('ban', { user: target.id, duration: '400d' })).toContain('at most a year');
  expect(scene.isBanned()).toBe(false);
});
