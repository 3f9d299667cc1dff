import type { APIMessage } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createPostgresServer,
  POSTGRES_BINARIES,
  type PostgresServer,
} from '../../helpers/servers/postgres-server.ts';
import { expectEachShownOnce } from '../processes/stored-state.ts';
import { createScene, type Scene } from '../scene.ts';

const RECOVERY = { timeout: 30_000 };

describe.skipIf(POSTGRES_BINARIES === null)('a bot on PostgreSQL', { timeout: 90_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await createPostgresServer();
  }, 60_000);
  afterAll(() => server.remove());

  async function createBot(database: string): Promise<Scene> {
    await server.run(`CREATE DATABASE ${database}`);
    const stateUrl = Object.assign(new URL(server.url), { pathname: database }).href;
    return createScene({ stateUrl });
  }

  const storageState = (on: Scene): string => on.bot().readiness().storage.state;
  const linesWith = (on: Scene, text: string): string[] =>
    on.log.filter((line) => line.includes(text));

  /** Each message has one case, shown once to the moderators. */
  async function expectOneCaseEach(on: Scene, messages: readonly APIMessage[]): Promise<void> {
    const { sandbox } = on;
    await vi.waitFor(async () => {
      const cases = (await on.bot().cases.list(sandbox.guildId, { limit: 100 })).toReversed();
      expect(cases.map(({ messageId }) => messageId).toSorted()).toEqual(
        messages.map(({ id }) => id).toSorted(),
      );
      const posts = [...on.channel(sandbox.channels['mod-alerts']).messages.values()].filter(
        ({ author, embeds }) => author.id === sandbox.botId && embeds.length > 0,
      );
      expectEachShownOnce({ cases, incidents: [], digests: [] }, posts);
    }, RECOVERY);
  }

  /** Members write during a fault, which `repair` ends. */
  async function expectNothingLost(on: Scene, repair: () => Promise<unknown>): Promise<void> {
    const bob = on.person('bob');
    const { general } = on.sandbox.channels;
    const bad: APIMessage[] = [];
    const harmless: APIMessage[] = [];
    for (let n = 0; n < 20; n += 1) {
      bad.push(await bob.say(general, `this is [delete] ${n}`));
      harmless.push(await bob.say(general, `harmless ${n}`));
    }
    await vi.waitFor(() => expect(storageState(on)).toBe('down'), RECOVERY);
    expect(bad.every((message) => on.exists(message))).toBe(true);
    await repair();
    for (const message of bad) {
      expect(await on.outcomeOf(message.id)).toMatchObject({ kind: 'acted' });
    }
    await vi.waitFor(() => expect(storageState(on)).toBe('up'), RECOVERY);
    expect(bad.some((message) => on.exists(message))).toBe(false);
    expect(harmless.every((message) => on.exists(message))).toBe(true);
    await expectOneCaseEach(on, bad);
  }

  it('catches up on what was written while the server was down', async () => {
    const on = await createBot('down');
    await on.sayAndWait(on.person('alice'), 'harmless');
    await server.stop();
    await expectNothingLost(on, () => server.start());
    // Usually once; more often if one connection is refused while another is accepted.
    expect(linesWith(on, 'the database is unavailable').length).toBeLessThanOrEqual(3);
    expect(linesWith(on, 'the database is available again').length).toBeGreaterThan(0);
    expect(linesWith(on, 'judging a message failed').length).toBeLessThanOrEqual(2);
  });

  it('catches up on what was written while the server was read-only', async () => {
    const on = await createBot('standby');
    await on.sayAndWait(on.person('alice'), 'harmless');
    const reload = `SELECT pg_reload_conf()`;
    await server.run(`ALTER SYSTEM SET default_transaction_read_only = on`, reload);
    await expectNothingLost(on, () =>
      server.run(
        `SET default_transaction_read_only = off`,
        `ALTER SYSTEM RESET default_transaction_read_only`,
        reload,
      ),
    );
    // The server answered throughout.
    expect(linesWith(on, 'the database is unavailable')).toEqual([]);
  });

  it('does nothing twice when the server crashes again and again', async () => {
    const on = await createBot('crashes');
    const bob = on.person('bob');
    const messages: APIMessage[] = [];
    for (let round = 0; round < 4; round += 1) {
      for (let n = 0; n < 10; n += 1) {
        messages.push(await bob.say(on.sandbox.channels.general, `[delete] ${round} ${n}`));
      }
      await server.crash();
      await server.start();
    }
    for (const { id } of messages) {
      expect(await on.outcomeOf(id)).toMatchObject({ caseNumber: expect.any(Number) });
    }
    expect(messages.some((message) => on.exists(message))).toBe(false);
    await expectOneCaseEach(on, messages);
  });
});
