import { REST } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { DiscordUnavailableError } from '../../../../src/bot/rest/errors.ts';
import { editMessage, openDirectMessages, postMessage } from '../../../../src/bot/rest/rest.ts';

const ID = '123456789012345678';
const PLACE = { channelId: ID, messageId: ID };

/** Discord, or what stands in its place, with one answer to everything. */
function answering(body: unknown): REST {
  return new REST({
    async makeRequest() {
      return new Response(JSON.stringify(body), {
        headers: { 'content-type': 'application/json' },
      });
    },
  }).setToken('token');
}

const REQUESTS = [
  ['posting', (rest: REST) => postMessage(rest, ID, {})],
  ['editing', (rest: REST) => editMessage(rest, PLACE, {})],
  ['opening direct messages', (rest: REST) => openDirectMessages(rest, ID)],
] as const;

describe.each(REQUESTS)('%s', (_what, request) => {
  it.each([
    ['nothing', null],
    ['a list', []],
    ['no id', { content: 'hi' }],
    ['a number as id', { id: 5 }],
    ['an id that is none', { id: 'abc' }],
  ])('takes %s for no answer', async (_answer, body) => {
    await expect(request(answering(body))).rejects.toThrow(DiscordUnavailableError);
  });

  it('takes an id', async () => {
    await expect(request(answering({ id: ID }))).resolves.toBeDefined();
  });
});
