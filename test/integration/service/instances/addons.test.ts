import { expect, it, vi } from 'vitest';
import { sendJson, startHttpServer } from '../../../helpers/http-server.ts';
import { describeOnPostgres } from '../../../helpers/test-state.ts';
import { addKeyword, enable, removeKeyword } from '../addon-calls.ts';
import { call, moderate } from '../call.ts';
import { startTwo } from './fixture.ts';

describeOnPostgres((newDatabase) => {
  async function start() {
    const receiver = await startHttpServer((response) => sendJson(response, {}));
    const [one, other] = await startTwo(await newDatabase());
    await enable(one, { addon: 'keywordAlert', webhook: receiver.baseUrl });
    const detected = (): string[] =>
      receiver.requests.map(({ body }) => JSON.parse(body).payload.keywordDetected);
    return { one, other, detected };
  }

  it('a keyword registered at one instance flags at the other within a moment', async () => {
    const { one, other, detected } = await start();
    await addKeyword(one, 'nitro');
    await vi.waitFor(
      async () => {
        await moderate(other, 'free nitro');
        expect(detected()).toContain('nitro');
      },
      { timeout: 5_000, interval: 100 },
    );
  });

  it('a keyword removed at one instance is forgotten by the other within a moment', async () => {
    const { one, other, detected } = await start();
    await addKeyword(one, 'nitro');
    await addKeyword(one, 'boost');
    await removeKeyword(other, 'nitro');
    await vi.waitFor(
      async () => {
        const before = detected().length;
        await moderate(one, 'nitro boost');
        await vi.waitFor(() => expect(detected().slice(before)).toEqual(['boost']));
      },
      { timeout: 5_000, interval: 100 },
    );
  });

  it('two instances issue one secret', async () => {
    const { one, other } = await start();
    const issue = (baseUrl: string) => call(baseUrl, { method: 'PATCH', path: '/addons/secrets' });
    const [first, second] = await Promise.all([issue(one), issue(other)]);
    expect(first.body).toEqual(second.body);
  });
});
