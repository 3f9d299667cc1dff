import { ChannelType, OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import { expect, it, onTestFinished, vi } from 'vitest';
import { lockDatabase } from '../helpers/processes/lock-database.ts';
import { BOTS_USE_POSTGRES } from '../helpers/state-url.ts';
import { createSkippingClock } from '../helpers/skipping-clock.ts';
import { countedIn, createKeywordScene, type KeywordScene } from './keyword-scene.ts';

const POST = 'POST /channels/:id/messages';
/** More often than the bot tries within a minute. */
const ALWAYS = 500;
const MINUTE_MS = 60_000;
const WAIT = { timeout: 10_000, interval: 20 };

function actionOf({ sandbox }: KeywordScene) {
  return { byUserId: sandbox.members.owner.id, reason: null };
}

/** A scene with a clock that can skip time. */
async function skippingScene() {
  const clock = createSkippingClock();
  const on = await createKeywordScene({ deps: { clock } });
  async function forAMinute(): Promise<void> {
    const startedAt = clock.now();
    await clock.skipUntil(() => clock.now() - startedAt > MINUTE_MS);
  }
  const shown = (count: number): Promise<void> =>
    clock.skipUntil(() => countedIn(on.posts()) >= count);
  return { on, forAMinute, shown };
}

it.each([500, 502, 429])(
  'after Discord answered %d for a minute, each alert is posted once, in order',
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
    const words = on.posts().map(({ embeds }) => /“(.*?)”/.exec(embeds[0]?.description ?? '')?.[1]);
    expect(words).toEqual(['one', 'two', 'three']);
  },
);

it('events are stored while the gateway is down and shown once it is back', async () => {
  const { on, shown } = await skippingScene();
  const { faults } = on.sandbox;
  faults.closeGateway(true);
  faults.dropGateway();
  await vi.waitFor(() => expect(on.bot().readiness().gateway.state).toBe('down'), WAIT);
  expect(await on.send(on.event('one'))).toBe(200);
  faults.closeGateway(false);
  await shown(1);
  expect(on.posts()).toHaveLength(1);
});

it('events of a deleted moderator channel wait until the channel is created again', async () => {
  const on = await createKeywordScene();
  const { world, channels, guildId } = on.sandbox;
  world.channels.delete(channels['mod-alerts'], actionOf(on));
  await vi.waitFor(async () => {
    expect(await on.send(on.event('lost'))).toBe(200);
    expect(on.log.join('\n')).toContain('events are waiting: the bot cannot post them');
  }, WAIT);
  await on.send(on.event('kept'));
  const waitingLines = () => on.log.filter((line) => line.includes('events are waiting'));
  expect(waitingLines()).toHaveLength(1);
  expect(waitingLines()[0]).toContain('Create a text channel named');
  const { id } = world.channels.create(
    guildId,
    { name: 'mod-alerts', type: ChannelType.GuildText },
    actionOf(on),
  );
  await vi.waitFor(() => expect(JSON.stringify(on.posts(id))).toContain('kept'), WAIT);
  expect(on.log.join('\n')).toContain('the bot can post events again');
});

it('waiting events are posted in the new channel after the channel setting changes', async () => {
  const on = await createKeywordScene();
  const { world, channels } = on.sandbox;
  world.channels.delete(channels['mod-alerts'], actionOf(on));
  await on.send(on.event('kept'));
  await vi.waitFor(() => expect(on.log.join()).toContain('events are waiting'), WAIT);
  await on.setPolicy({ keywords: { channelId: channels.random, roleId: null } });
  await vi.waitFor(() => expect(on.posts(channels.random)).toHaveLength(1), WAIT);
});

it('waiting events are posted once after a lost permission is granted again', async () => {
  const on = await createKeywordScene();
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
      actionOf(on),
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
  const values = on.posts().map(({ embeds }) => embeds[0]?.description);
  expect(values.length).toBeGreaterThan(before);
  expect(new Set(values).size).toBe(values.length);
});

it('a post that Discord rejects five times fails, and later posts continue', async () => {
  const { on, shown } = await skippingScene();
  on.sandbox.faults.failNext({ route: POST, status: 400, times: 5 });
  await on.send(on.event('poison'));
  await on.send(on.event('fine'));
  await shown(1);
  expect(JSON.stringify(on.posts())).toContain('fine');
  const [failed] = await on.bot().inbox.failed(on.sandbox.guildId);
  expect(failed).toMatchObject({ addon: 'keywordAlert', guildId: on.sandbox.guildId });
  expect(await on.bot().inbox.retry(failed?.eventId ?? '')).toBe(true);
  await shown(2);
  expect(JSON.stringify(on.posts()[1])).toContain('poison');
  expect(await on.bot().inbox.failed(on.sandbox.guildId)).toEqual([]);
});

// SQLite locks the whole file; PostgreSQL does not.
it.skipIf(BOTS_USE_POSTGRES)(
  'an event gets 503 while the database is locked and is accepted when it is sent again',
  async () => {
    const on = await createKeywordScene();
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
  },
  40_000,
);
