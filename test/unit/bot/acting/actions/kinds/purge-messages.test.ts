import { DiscordAPIError } from 'discord.js';
import { expect, it } from 'vitest';
import { purgeMessages } from '../../../../../../src/bot/acting/actions/kinds/purge-messages.ts';
import { snowflakeAt } from '../../../../../../src/shared/snowflake.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 5, 1);
const young = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => snowflakeAt(NOW - DAY_MS - index));
const old = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => snowflakeAt(NOW - 15 * DAY_MS - index));

/** Answers requests; `fails`: the code for a route, by the number of messages or by their id. */
function createRest(fails: (request: { ids: readonly string[] }) => number | null = () => null) {
  const requests: { kind: 'one' | 'bulk'; ids: string[]; reason: string | undefined }[] = [];
  async function answer(kind: 'one' | 'bulk', ids: string[], reason: string | undefined) {
    requests.push({ kind, ids, reason });
    const code = fails({ ids });
    if (code === null) return;
    throw new DiscordAPIError({ code, message: 'No.' }, code, 400, 'POST', '', {});
  }
  return {
    requests,
    rest: {
      delete: (route: string, { reason }: { reason?: string } = {}) =>
        answer('one', [route.split('/').at(-1) ?? ''], reason),
      post: (_route: string, { body, reason }: { body?: unknown; reason?: string } = {}) =>
        answer('bulk', (body as { messages: string[] }).messages, reason),
    },
  };
}

async function purge(messageIds: readonly string[], fails?: Parameters<typeof createRest>[0]) {
  const { rest, requests } = createRest(fails);
  const result = await purgeMessages(rest, {
    channelId: '1',
    messageIds,
    reason: 'Portcullis case #1: by a moderator',
    now: NOW,
  });
  return { requests, result };
}

it('deletes up to 100 messages with a request, each with the moderator’s reason', async () => {
  const { requests, result } = await purge(young(230));
  expect(requests.map(({ kind, ids }) => [kind, ids.length])).toEqual([
    ['bulk', 100],
    ['bulk', 100],
    ['bulk', 30],
  ]);
  expect(new Set(requests.map(({ reason }) => reason))).toEqual(
    new Set(['Portcullis case #1: by a moderator']),
  );
  expect(result).toEqual({ key: 'effects:purged.all', values: { count: 230 } });
});

it('deletes a single message, and those older than two weeks, one by one', async () => {
  const { requests } = await purge([...young(1), ...old(2)]);
  expect(requests.map(({ kind }) => kind)).toEqual(['one', 'one', 'one']);
});

it('goes on one by one where Discord refuses them together, and counts what is left', async () => {
  const ids = young(3);
  const { requests, result } = await purge(ids, ({ ids: asked }) =>
    asked.length > 1 || asked[0] === ids[1] ? 50021 : null,
  );
  expect(requests.map(({ kind }) => kind)).toEqual(['bulk', 'one', 'one', 'one']);
  expect(result).toEqual({ key: 'effects:purged.some', values: { count: 2, left: 1 } });
});

it('fails as a whole if Discord refuses the channel', async () => {
  await expect(purge(young(3), () => 50013)).rejects.toThrow('No.');
});
