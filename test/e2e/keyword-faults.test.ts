import { ChannelType, OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import { expect, it, onTestFinished, vi } from 'vitest';
import { lockDatabase } from '../helpers/lock-database.ts';
import { createSkippingClock } from '../helpers/skipping-clock.ts';
import { countedIn, keywordScene, type KeywordScene } from './keyword-scene.ts';

const POST = 'POST /channels/:id/messages';
/** More often than the bot can try within a minute. */
const ALWAYS = 500;
const MINUTE_MS = 60_000;
const WAIT = { timeout: 10_000, interval: 20 };

function deedOf({ sandbox }: KeywordScene) {
  return { byUserId: sandbox.members.owner.id, reason: null };
}

/** A scene whose time can be skipped, and the time that was skipped. */
async function skippingScene() {
  const clock = createSkippingClock();
  const on = await keywordScene({ deps: { clock } });
  async function forAMinute(): Promise<void> {
    const startedAt = clock.now();
    await clock.skipUntil(() => clock.now() - startedAt > MINUTE_MS);
  }
  const shown = (count: number): Promise<void> =>
    clock.skipUntil(() => countedIn(on.posts()) >= count);
  return { on, forAMinute, shown };
}

it.each([500, 502, 429])(
  'a Discord that answers %d for a minute gets each alert once, in order',
  async (status) => {
    const { on, forAMinute, shown } = await skippingScene();
    const { faults } = on.sandbox;
    if (status === 429) {
      faults.rateLimitNext({ route: POST, retryAfterSeconds: 0.05, times: ALWAYS });
    } else {
      faults.failNext({ route: POST, status, times: ALWAYS });
    }
    for (const word of ['one', 'two', 'three']) expect(await on.send(on.event(word))).toBe(200);
    await forAMinute();
    expect(on.posts()).toEqual([]);
    faults.clear();
    await shown(3);
    expect(on.posts().map(({ embeds }) => embeds[0]?.fields?.[0]?.value)).toEqual([
      'one',
      'two',
      'three',
    ]);
  },
);

it('while the gateway is down events are stored, and shown at the latest when it is back', async () => {
  const { on, shown } = await skippingScene();
  const { faults } = on.sandbox;
  faults.closeGateway(true);
  faults.dropGateway();
  await vi.waitFor(() => expect(on.bot().events.readiness().gateway.state).toBe('down'), WAIT);
  expect(await on.send(on.event('one'))).toBe(200);
  faults.closeGateway(false);
  await shown(1);
  expect(on.posts()).toHaveLength(1);
});

it('a moderator channel that is deleted keeps its events until it is made anew', async () => {
  const on = await keywordScene();
  const { world, channels, guildId } = on.sandbox;
  world.channels.delete(channels['mod-alerts'], deedOf(on));
  await vi.waitFor(async () => {
    expect(await on.send(on.event('lost'))).toBe(200);
    expect(on.log.join('\n')).toContain('events wait: they cannot be posted');
  }, WAIT);
  await on.send(on.event('kept'));
  const told = () => on.log.filter((line) => line.includes('events wait'));
  expect(told()).toHaveLength(1);
  expect(told()[0]).toContain('Make a text channel named');
  const { id } = world.channels.create(
    guildId,
    { name: 'mod-alerts', type: ChannelType.GuildText },
    deedOf(on),
  );
  await vi.waitFor(() => expect(JSON.stringify(on.posts(id))).toContain('kept'), WAIT);
  expect(on.log.join('\n')).toContain('events can be posted again');
});

it('a moderator channel that is moved to another one gets what waited', async () => {
  const on = await keywordScene();
  const { world, channels } = on.sandbox;
  world.channels.delete(channels['mod-alerts'], deedOf(on));
  await on.send(on.event('kept'));
  await vi.waitFor(() => expect(on.log.join()).toContain('events wait'), WAIT);
  await on.setPolicy({ keywords: { channelId: channels.random, roleId: null } });
  await vi.waitFor(() => expect(on.posts(channels.random)).toHaveLength(1), WAIT);
});

it('a permission that is lost and given back lets through what was kept, once', async () => {
  const on = await keywordScene();
  const { world, channels, roles } = on.sandbox;
  const overwrite = (deny: bigint) =>
    world.channels.update(
      channels['mod-alerts'],
      {
        permission_overwrites: [
          {
            id: roles.Portcullis,
            type: OverwriteType.Role,
            allow: PermissionFlagsBits.ViewChannel.toString(),
            deny: deny.toString(),
          },
        ],
      },
      deedOf(on),
    );
  overwrite(PermissionFlagsBits.SendMessages);
  await vi.waitFor(async () => {
    await on.send(on.event('kept'));
    expect(on.log.join('\n')).toContain('Send Messages');
  }, WAIT);
  const before = on.posts().length;
  await on.send(on.event('kept, too'));
  overwrite(0n);
  await vi.waitFor(() => expect(JSON.stringify(on.posts())).toContain('kept, too'), WAIT);
  const values = on.posts().map(({ embeds }) => embeds[0]?.footer?.text);
  expect(values.length).toBeGreaterThan(before);
  expect(new Set(values).size).toBe(values.length);
});

it('a post that Discord does not take is put aside after five tries, and the next ones go on', async () => {
  const { on, shown } = await skippingScene();
  on.sandbox.faults.failNext({ route: POST, status: 400, times: 5 });
  await on.send(on.event('poison'));
  await on.send(on.event('fine'));
  await shown(1);
  expect(JSON.stringify(on.posts())).toContain('fine');
  const [parked] = await on.bot().events.inbox.parked(on.sandbox.guildId);
  expect(parked).toMatchObject({ addon: 'keywordAlert', guildId: on.sandbox.guildId });
  expect(await on.bot().events.inbox.retry(parked?.eventId ?? '')).toBe(true);
  await shown(2);
  expect(JSON.stringify(on.posts()[1])).toContain('poison');
  expect(await on.bot().events.inbox.parked(on.sandbox.guildId)).toEqual([]);
});

it('a locked database is answered with 503, and the event is taken when it is sent again', async () => {
  const on = await keywordScene();
  const unlock = await lockDatabase(on.stateFile);
  let isLocked = true;
  onTestFinished(async () => {
    if (isLocked) await unlock();
  });
  const event = on.event('one');
  expect(await on.send(event)).toBe(503);
  await unlock();
  isLocked = false;
  expect(await on.send(event)).toBe(200);
  await vi.waitFor(() => expect(on.posts()).toHaveLength(1), WAIT);
}, 40_000);
