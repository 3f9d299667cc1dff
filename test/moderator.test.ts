import { describe, expect, it } from 'vitest';
import {
  ConnectionError,
  InvalidRequestError,
  InvalidResponseError,
  RefusedError,
  StatusError,
} from '../src/client/errors.ts';
import { createModerator } from '../src/moderator.ts';
import type { Moderation } from '../src/moderation/ports.ts';

const TARGET = 'POST /text/moderation';

/** What the pipeline hears when every call fails with this, call by call. */
async function outcomes(error: Error, calls = 1): Promise<Moderation[]> {
  const moderate = async (): Promise<never> => {
    throw error;
  };
  const moderator = createModerator({ moderate });
  const heard: Moderation[] = [];
  for (let call = 0; call < calls; call += 1) heard.push(await moderator.moderate('text', {}));
  return heard;
}

describe('the moderator', () => {
  it('says that the service is away, and how long to wait', async () => {
    const busy = new StatusError(TARGET, { status: 429, retryAfterMs: 7000, serviceMessage: null });
    expect(await outcomes(busy)).toEqual([
      { kind: 'unavailable', reason: busy.message, retryAfterMs: 7000 },
    ]);
    expect(await outcomes(new ConnectionError(TARGET, new Error('x')))).toMatchObject([
      { kind: 'unavailable', retryAfterMs: null },
    ]);
  });

  it('takes a wrong key for a service that is away: nothing is judged until it is right', async () => {
    const refused = { status: 401, retryAfterMs: null, serviceMessage: 'wrong key' };
    const heard = await outcomes(new StatusError(TARGET, refused));
    expect(heard[0]?.kind).toBe('unavailable');
  });

  it("passes on the service's own sentence about a text it refused, cut to a length that fits", async () => {
    expect(await outcomes(new RefusedError(TARGET, 'Too odd.'))).toEqual([
      { kind: 'rejected', reason: 'The service refused it: Too odd.' },
    ]);
    const [long] = await outcomes(new RefusedError(TARGET, 'x'.repeat(5000)));
    expect(long?.kind === 'rejected' && long.reason.length).toBe(300);
  });

  it.each([
    ['makes no sense', new InvalidResponseError(TARGET, { status: 200, problem: 'not JSON' })],
    ['is a refusal', new RefusedError(TARGET, 'quota exceeded')],
    [
      'says that payment is due',
      new StatusError(TARGET, { status: 402, retryAfterMs: null, serviceMessage: null }),
    ],
  ])(
    'blames the text for an answer that %s, and the service for five in a row',
    async (_, error) => {
      const kinds = (await outcomes(error, 6)).map(({ kind }) => kind);
      expect(kinds).toEqual([...Array(4).fill('rejected'), 'unavailable', 'unavailable']);
    },
  );

  it('does not blame the service for what was never sent', async () => {
    const kinds = (await outcomes(new InvalidRequestError(TARGET, 'too many keys'), 6)).map(
      ({ kind }) => kind,
    );
    expect(new Set(kinds)).toEqual(new Set(['rejected']));
  });

  it('lets a fault of our own through', async () => {
    await expect(outcomes(new TypeError('a bug'))).rejects.toThrow(TypeError);
  });
});
