import { DiscordAPIError, HTTPError, type REST } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { bulkReason } from '../../../../../../src/bot/acting/actions/audit-reason.ts';
import { createMessageDeletions } from '../../../../../../src/bot/acting/actions/kinds/message-deletions.ts';
import { createFakeClock } from '../../../../../helpers/fake-clock.ts';
import { idAt } from '../../../../../helpers/snapshots.ts';
import { pass, turn } from '../../../../../helpers/turn.ts';

const DAY_MS = 86_400_000;

interface Request {
  readonly kind: 'one' | 'bulk';
  readonly ids: readonly string[];
  readonly reason: string | undefined;
  answer(headers?: Record<string, string>): Promise<void>;
  fail(error: Error): Promise<void>;
}

function refusal(code: number, status = 400): DiscordAPIError {
  return new DiscordAPIError({ code, message: 'No.' }, code, status, 'POST', '', {});
}

/** Deletions whose requests the test answers. */
function createBench() {
  const clock = createFakeClock();
  const requests: Request[] = [];
  const results: string[] = [];

  function send<T>(
    request: Pick<Request, 'kind' | 'ids' | 'reason'>,
    answerWith: (headers: Record<string, string>) => T,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      requests.push({
        ...request,
        async answer(headers = {}) {
          resolve(answerWith(headers));
          await turn();
        },
        async fail(error) {
          reject(error);
          await turn();
        },
      });
    });
  }

  const rest: Pick<REST, 'delete' | 'queueRequest'> = {
    delete: (route, { reason } = {}) =>
      send({ kind: 'one', ids: [route.split('/').at(-1) ?? ''], reason }, () => undefined),
    queueRequest: ({ body, reason }) =>
      send({ kind: 'bulk', ids: (body as { messages: string[] }).messages, reason }, (headers) => {
        return new Response(null, { status: 204, headers });
      }),
  };
  const deletions = createMessageDeletions({ rest, clock });

  /** Deletes the message with this number, for the case with the same number. */
  function remove(
    n: number,
    overrides: { caseNumber?: number; isOfIncident?: boolean; channelId?: string } = {},
  ): void {
    const messageId = idAt(n);
    deletions
      .delete({
        guildId: '1',
        channelId: '5',
        messageId,
        caseNumber: n,
        isOfIncident: false,
        ...overrides,
      })
      .then(
        () => results.push(`${n} deleted`),
        (error: unknown) =>
          results.push(`${n} ${error instanceof DiscordAPIError ? error.code : 'failed'}`),
      );
  }
  const sent = (): string[] =>
    requests.map(({ kind, ids }) => `${kind} ${ids.map((id) => numberOf(id)).join()}`);
  const last = (): Request => {
    const request = requests.at(-1);
    if (request === undefined) throw new Error('nothing was sent');
    return request;
  };
  /** Waits until a bulk deletion has its messages. */
  const gather = (): Promise<void> => pass(clock, 200);
  return { clock, remove, requests, sent, last, results, deletions, gather };
}

/** The reverse of `idAt`. */
function numberOf(id: string): number {
  return Number((BigInt(id) - BigInt(idAt(0))) >> 22n);
}

it('sends the first at once and alone, without a reason, because nobody would see it', () => {
  const { remove, sent, last } = createBench();
  remove(1);
  expect(sent()).toEqual(['one 1']);
  expect(last().reason).toBeUndefined();
});

it('sends those that wait together, and names their cases', async () => {
  const { remove, sent, last, requests, results, gather } = createBench();
  for (const n of [1, 2, 3]) remove(n);
  expect(sent()).toEqual(['one 1']);
  await gather();
  expect(sent()).toEqual(['one 1', 'bulk 2,3']);
  expect(last().reason).toBe('Portcullis cases #2–#3');
  await last().answer();
  expect(results).toEqual(['2 deleted', '3 deleted']);
  await requests[0]?.answer();
  expect(results).toEqual(['2 deleted', '3 deleted', '1 deleted']);
});

it('sends one that waits alone when the one before it is done', async () => {
  const { remove, sent, last } = createBench();
  remove(1);
  remove(2);
  expect(sent()).toEqual(['one 1']);
  await last().answer();
  expect(sent()).toEqual(['one 1', 'one 2']);
});

it('sends at most 100 together, and the rest with the next request', async () => {
  const { clock, remove, requests, last, gather } = createBench();
  for (let n = 1; n <= 150; n += 1) remove(n);
  await gather();
  expect(requests.map(({ ids }) => ids.length)).toEqual([1, 100]);
  await last().answer();
  await pass(clock, 1);
  expect(last().ids).toHaveLength(49);
});

it('waits for the end of Discord’s limit before it chooses what goes together', async () => {
  const { clock, remove, sent, last, gather } = createBench();
  for (const n of [1, 2, 3]) remove(n);
  await gather();
  await last().answer({ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset-After': '3' });
  for (const n of [4, 5]) remove(n);
  await pass(clock, 2900);
  remove(6);
  expect(sent()).toEqual(['one 1', 'bulk 2,3']);
  await pass(clock, 100);
  expect(sent()).toEqual(['one 1', 'bulk 2,3', 'bulk 4,5,6']);
});

it('deletes one by one while Discord limits bulk deletions', async () => {
  const { remove, sent, requests, last, gather } = createBench();
  for (const n of [1, 2, 3]) remove(n);
  await gather();
  await last().answer({ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset-After': '3' });
  for (const n of [4, 5]) remove(n);
  await requests[0]?.answer();
  expect(sent()).toEqual(['one 1', 'bulk 2,3', 'one 4']);
});

it('never sends a message twice in one request', async () => {
  const { remove, last, results, gather } = createBench();
  remove(1);
  remove(2);
  remove(2, { caseNumber: 9 });
  remove(3);
  await gather();
  expect(last().ids).toEqual([idAt(2), idAt(3)]);
  expect(last().reason).toBe('Portcullis cases #2–#3, #9');
  await last().answer();
  expect(results).toEqual(['2 deleted', '2 deleted', '3 deleted']);
});

it('deletes messages one by one that are nearly two weeks old', async () => {
  const { clock, remove, sent, gather } = createBench();
  clock.advance(14 * DAY_MS);
  for (const n of [1, 2, 3]) remove(n);
  await gather();
  expect(sent()).toEqual(['one 1']);
});

describe('of an incident', () => {
  const together = { isOfIncident: true };

  it('deletes the first message at once and the others together, so that another one goes alone', async () => {
    const { remove, sent, last, gather } = createBench();
    for (const n of [1, 2, 3]) remove(n, together);
    expect(sent()).toEqual(['one 1']);
    await last().answer();
    await gather();
    for (const n of [4, 5]) remove(n, together);
    expect(sent()).toEqual(['one 1', 'bulk 2,3']);
    remove(6);
    expect(sent()).toEqual(['one 1', 'bulk 2,3', 'one 6']);
  });

  it('deletes a message alone when no other comes', async () => {
    const { remove, sent, last, gather } = createBench();
    remove(1);
    await last().answer();
    remove(2, together);
    expect(sent()).toEqual(['one 1']);
    await gather();
    expect(sent()).toEqual(['one 1', 'one 2']);
  });

  it('waits no longer in a channel that was quiet for a while', async () => {
    const { clock, remove, sent, last } = createBench();
    remove(1, together);
    await last().answer();
    await pass(clock, 5_000);
    remove(2, together);
    expect(sent()).toEqual(['one 1', 'one 2']);
  });

  it('gathers the messages of many channels from the second on', async () => {
    const { clock, remove, sent, gather } = createBench();
    for (const [n, channelId] of ['5', '6', '7'].entries()) {
      remove(2 * n, { ...together, channelId });
      await pass(clock, 50);
      remove(2 * n + 1, { ...together, channelId });
    }
    expect(sent()).toEqual(['one 0']);
    await gather();
    expect(sent()).toEqual(['one 0', 'bulk 2,3', 'bulk 4,5']);
  });
});

it('never repeats a message whose later version belongs to an incident', async () => {
  const { remove, sent, gather } = createBench();
  for (const n of [1, 2, 3]) remove(n);
  remove(3, { caseNumber: 4, isOfIncident: true });
  await gather();
  expect(sent()).toEqual(['one 1', 'bulk 2,3']);
});

it('keeps channels apart', () => {
  const { deletions, remove, sent } = createBench();
  remove(1);
  void deletions.delete({
    guildId: '1',
    channelId: '6',
    messageId: idAt(2),
    caseNumber: 2,
    isOfIncident: false,
  });
  expect(sent()).toEqual(['one 1', 'one 2']);
});

it.each([10_003, 50_001, 50_013])(
  'asks once when the channel as a whole is refused (%i)',
  async (code) => {
    const { remove, requests, last, results, gather } = createBench();
    for (const n of [1, 2, 3]) remove(n);
    await gather();
    await last().fail(refusal(code));
    expect(results).toEqual([`2 ${code}`, `3 ${code}`]);
    expect(requests).toHaveLength(2);
  },
);

it.each([50_034, 50_021, 50_035])('tries one by one after another refusal (%i)', async (code) => {
  const { remove, sent, requests, last, results, gather } = createBench();
  for (const n of [1, 2, 3]) remove(n);
  await gather();
  await last().fail(refusal(code));
  await requests[0]?.answer();
  expect(sent()).toEqual(['one 1', 'bulk 2,3', 'one 2']);
  await last().answer();
  await last().fail(refusal(50_021, 403));
  expect(results).toEqual(['1 deleted', '2 deleted', '3 50021']);
});

it('leaves retrying to its caller when Discord is unavailable', async () => {
  const { remove, requests, last, results, gather } = createBench();
  for (const n of [1, 2, 3]) remove(n);
  await gather();
  await last().fail(new HTTPError(503, 'Unavailable', 'POST', '', {}));
  expect(results).toEqual(['2 failed', '3 failed']);
  expect(requests).toHaveLength(2);
});

it('needs no bulk deletion for a few messages that Discord deletes at once', async () => {
  const { remove, sent, last, gather } = createBench();
  for (const n of [1, 2, 3]) remove(n);
  for (let n = 0; n < 3; n += 1) await last().answer();
  await gather();
  expect(sent()).toEqual(['one 1', 'one 2', 'one 3']);
});

it('lets those that must go alone and the others take turns', async () => {
  const { remove, sent, requests, last, gather } = createBench();
  for (const n of [1, 2, 3, 4]) remove(n);
  await gather();
  await last().fail(refusal(50_035));
  remove(5);
  await requests[0]?.answer();
  await last().answer();
  expect(sent().slice(2)).toEqual(['one 5', 'one 2']);
});

it('names as many cases as fit into an audit-log reason', () => {
  expect(bulkReason([7, 3, 4, 5])).toBe('Portcullis cases #3–#5, #7');
  expect(bulkReason([8, 8])).toBe('Portcullis case #8');
  const odd = Array.from({ length: 100 }, (_, index) => 1_000_001 + index * 2);
  const reason = bulkReason(odd);
  expect(reason.length).toBeLessThanOrEqual(512);
  expect(reason).toMatch(/, #\d+ and \d+ more$/);
});
