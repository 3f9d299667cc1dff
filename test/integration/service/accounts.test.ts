import { expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../src/shared/clock.ts';
import { silentLogger } from '../../../src/shared/logger.ts';
import { openAccountAdmin } from '../../../src/service/account-admin.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { describeOnEveryDatabase } from '../../helpers/test-state.ts';
import { addKeyword } from './addon-calls.ts';
import { call, moderate } from './call.ts';
import { startService } from './start.ts';

describeOnEveryDatabase((newDatabase) => {
  async function start() {
    const stateUrl = await newDatabase();
    const { baseUrl } = await startService({ stateUrl });
    const admin = await openAccountAdmin({ stateUrl, clock: systemClock, logger: silentLogger });
    onTestFinished(() => admin.close());
    const statusOf = async (key: string): Promise<number> =>
      (await call(baseUrl, { method: 'GET', path: '/stats/moderation', key })).status;
    const becomes = (key: string, status: number) =>
      vi.waitFor(async () => expect(await statusOf(key)).toBe(status), { timeout: 5_000 });
    return { stateUrl, baseUrl, admin, becomes };
  }

  it('a running service accepts the key of a new account, and refuses a revoked one', async () => {
    const { admin, becomes } = await start();
    const key = await admin.add('partner');
    await becomes(key, 200);
    await admin.revoke('partner');
    await becomes(key, 401);
    const another = await admin.add('partner');
    expect(another).not.toBe(key);
    await becomes(another, 200);
    await becomes(key, 401);
  });

  it('a service that starts later knows the accounts', async () => {
    const { admin, stateUrl } = await start();
    const key = await admin.add('partner');
    const { baseUrl } = await startService({ stateUrl });
    const answer = await call(baseUrl, { method: 'GET', path: '/addons', key });
    expect(answer.status).toBe(200);
  });

  it('an account sees nothing of another', async () => {
    const { baseUrl, admin, becomes } = await start();
    const key = await admin.add('partner');
    await becomes(key, 200);
    await moderate(baseUrl, 'of the main account');
    await addKeyword(baseUrl, 'nitro');
    const get = async (path: string) => (await call(baseUrl, { method: 'GET', path, key })).body;
    expect(await get('/stats/moderation')).toMatchObject({ response: { commentsTotal: '0' } });
    expect(await get('/addons/keywords')).toMatchObject({ response: { keywords: [] } });
  });

  it('a key is stored as its hash only', async () => {
    const { stateUrl, admin } = await start();
    const key = await admin.add('partner');
    expect(key).toMatch(/^[\w-]{43}$/);
    const database = await openStore(stateUrl, silentLogger);
    onTestFinished(() => database.destroy());
    const rows = await database.selectFrom('accounts').selectAll().execute();
    expect(rows).toMatchObject([{ name: 'partner', key_hash: expect.stringMatching(/^\w{64}$/) }]);
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  it('an account has one key at a time', async () => {
    const { admin } = await start();
    await admin.add('partner');
    await expect(admin.add('partner')).rejects.toThrow('has a key');
    await admin.revoke('partner');
    await expect(admin.revoke('partner')).rejects.toThrow('No account partner has a key');
    expect(await admin.list()).toMatchObject([
      { name: 'partner', createdMs: expect.any(Number), revokedMs: expect.any(Number) },
    ]);
  });

  it.each(['main', '', 'Partner', '-a', 'a b', 'a'.repeat(65)])(
    'an account can’t be called “%s”',
    async (name) => {
      const { admin } = await start();
      await expect(admin.add(name)).rejects.toMatchObject({ code: 'account_refused' });
    },
  );
});
