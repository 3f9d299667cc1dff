import { expect, it, vi } from 'vitest';
import { describeOnPostgres } from '../../../helpers/test-state.ts';
import { call, moderate } from '../call.ts';
import { startTwo } from './fixture.ts';

describeOnPostgres((newDatabase) => {
  it('samples at two instances are counted together', async () => {
    const [one, other] = await startTwo(await newDatabase());
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => moderate(index % 2 === 0 ? one : other, 'hello')),
    );
    for (const baseUrl of [one, other]) {
      await vi.waitFor(
        async () => {
          const { body } = await call(baseUrl, { method: 'GET', path: '/stats/moderation' });
          expect(body).toMatchObject({ response: { commentsTotal: '100' } });
        },
        { timeout: 5_000 },
      );
    }
  });

  it('a search at one instance counts at the other', async () => {
    const [one, other] = await startTwo(await newDatabase());
    const search = (baseUrl: string) =>
      call(baseUrl, {
        method: 'POST',
        path: '/stats/moderation/search',
        body: { timefrom: '2026-01-01 00:00:00', timeto: '2026-01-02 00:00:00' },
      });
    const answers = await Promise.all([one, other].map(search));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429]);
    const again = await search(other);
    expect(again.status).toBe(429);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(100);
  });
});
