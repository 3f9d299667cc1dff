import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { sendJson, startHttpServer } from '../../../helpers/http-server.ts';
import { describeOnPostgres } from '../../../helpers/test-state.ts';
import { addKeyword, enable } from '../addon-calls.ts';
import { moderate } from '../call.ts';
import { startProcess, startTwo } from './fixture.ts';

const EVENTS = 500;
/** Time until another instance sees a keyword. */
const SEEN_AFTER_MS = 1_000;
/** The latency of a receiver on another machine. */
const RECEIVER_MS = 5;

async function startReceiver() {
  const server = await startHttpServer((response) => {
    setTimeout(() => sendJson(response, {}), RECEIVER_MS);
  });
  const bodies = (): string[] => server.requests.map(({ body }) => body);
  const indexOf = (body: string): number => JSON.parse(body).payload.metadata.index;
  return { url: server.baseUrl, bodies, indices: () => bodies().map(indexOf) };
}

async function enableAlerts(baseUrl: string, webhook: string): Promise<void> {
  await enable(baseUrl, { addon: 'keywordAlert', webhook });
  await addKeyword(baseUrl, 'nitro');
  await wait(SEEN_AFTER_MS);
}

const send = (baseUrl: string, index: number) =>
  moderate(baseUrl, 'free nitro', { metadata: { index } });

describeOnPostgres((newDatabase) => {
  it('events of two instances arrive at one webhook once and in order', async () => {
    const [one, other] = await startTwo(await newDatabase());
    const receiver = await startReceiver();
    await enableAlerts(one, receiver.url);
    const all = Array.from({ length: EVENTS }, (_, index) => index);
    for (const index of all) await send(index % 2 === 0 ? one : other, index);
    await vi.waitFor(() => expect(receiver.indices()).toEqual(all), { timeout: 30_000 });
  });

  it('with instances killed and paused, events arrive in order, none lost, and unchanged if repeated', async () => {
    const stateUrl = await newDatabase();
    const receiver = await startReceiver();
    const processes = [];
    for (let count = 0; count < 3; count += 1) processes.push(await startProcess(stateUrl));
    const [killed, paused, last] = processes;
    if (killed === undefined || paused === undefined || last === undefined) return;
    await enableAlerts(last.baseUrl, receiver.url);
    let running = processes;
    const accepted: number[] = [];
    for (let index = 0; index < EVENTS; index += 1) {
      if (index === 150) killed.kill('SIGKILL');
      if (index === 300) paused.kill('SIGSTOP');
      if (index === 150) running = [paused, last];
      if (index === 300) running = [last];
      const { baseUrl } = running[index % running.length] ?? last;
      await send(baseUrl, index);
      accepted.push(index);
    }
    const arrived = (): number[] => [...new Set(receiver.indices())];
    await vi.waitFor(() => expect(arrived()).toEqual(accepted), { timeout: 45_000 });
    paused.kill('SIGCONT');
    await wait(SEEN_AFTER_MS);
    // Each once; a repetition is identical.
    expect(arrived()).toEqual(accepted);
    expect(new Set(receiver.bodies()).size).toBe(EVENTS);
    expect(receiver.bodies().length).toBeLessThan(EVENTS + 5);
  });
});
