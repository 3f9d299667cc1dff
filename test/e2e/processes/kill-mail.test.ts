import { setTimeout as wait } from 'node:timers/promises';
import type { APIMessage } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import { seeded } from '../../helpers/seeded.ts';
import { buttonsOf } from '../commands/alert-view.ts';
import { createProcessFixture } from './fixture.ts';

const KILLS = Number(process.env['KILLS'] ?? 3);
/** Each; a member may send 20 in ten minutes. */
const MESSAGES = 15;
const LONGEST_LIFE_MS = 1_500;
const PATIENCE = { timeout: 30_000, interval: 50 };

it('passes every message on once, in both directions, however often the process is killed', async () => {
  const random = seeded(20_261_126);
  const { sandbox, person, deploy, startConnected } = await createProcessFixture();
  const { world, channels, botId } = sandbox;
  const [alice, owner] = [person('alice'), person('owner')];
  const dm = world.users.openDm(alice.id, botId).id;
  const fromBot = (channelId: string): APIMessage[] =>
    [...(world.state.channels.get(channelId)?.messages.values() ?? [])].filter(
      ({ author }) => author.id === botId,
    );
  const textsIn = (channelId: string): string[] =>
    fromBot(channelId).flatMap(({ embeds: [embed] }) => embed?.description ?? []);
  const found = <T>(look: () => T | undefined): Promise<T> =>
    vi.waitFor(() => {
      const value = look();
      if (value === undefined) throw new Error('It is not there yet.');
      return value;
    }, PATIENCE);

  await deploy();
  let child = await startConnected();
  await (await owner.slash(channels.general, 'modmail on')).response();
  await alice.say(dm, 'hello');
  const question = await found(() => fromBot(dm).at(0));
  const [label = ''] = buttonsOf(question);
  await (await alice.click(question, label)).response();
  const { id: threadId } = await found(() =>
    fromBot(channels['mod-alerts']).find(({ embeds: [embed] }) => embed?.title?.startsWith('📨')),
  );
  await found(() => textsIn(threadId).find((text) => text === 'hello'));

  const perLife = Math.ceil(MESSAGES / KILLS);
  let written = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const writing = (async () => {
      for (let count = 0; count < perLife; count += 1) {
        await alice.say(dm, `question ${written}`);
        await owner.say(threadId, `answer ${written}`);
        written += 1;
        await wait(random() * 100);
      }
    })();
    await wait(random() * LONGEST_LIFE_MS);
    child.kill('SIGKILL');
    expect(await child.exit).toBe('SIGKILL');
    await writing;
    child = await startConnected();
  }

  const all = (kind: string) => Array.from({ length: written }, (_, index) => `${kind} ${index}`);
  await vi.waitFor(() => {
    expect(
      textsIn(threadId)
        .filter((text) => text.startsWith('question'))
        .toSorted(),
    ).toEqual(all('question').toSorted());
    expect(
      textsIn(dm)
        .filter((text) => text.startsWith('answer'))
        .toSorted(),
    ).toEqual(all('answer').toSorted());
  }, PATIENCE);
  expect(fromBot(channels['mod-alerts'])).toHaveLength(1);
}, 120_000);
