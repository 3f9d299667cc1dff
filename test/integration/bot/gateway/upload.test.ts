import { DefaultRestOptions } from 'discord.js';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { expect, it, onTestFinished } from 'vitest';

import { createDiscordClient } from '../../../../src/bot/gateway/client.ts';
import { sendJson, startHttpServer } from '../../../helpers/http-server.ts';

it('uploads a file even if another copy of undici owns the global dispatcher', async () => {
  const previous = getGlobalDispatcher();
  const agent = new Agent();
  setGlobalDispatcher(agent);
  onTestFinished(async () => {
    setGlobalDispatcher(previous);
    await agent.close();
  });
  const server = await startHttpServer((response) => sendJson(response, { id: '1' }));
  const client = createDiscordClient({
    shards: 'auto',
    apiUrl: server.baseUrl,
    makeRequest: DefaultRestOptions.makeRequest,
  });
  onTestFinished(() => client.destroy());
  client.rest.setToken('token');

  await client.rest.post('/channels/1/messages', {
    body: { content: 'hi' },
    files: [{ name: 'a.txt', data: Buffer.from('file content') }],
  });

  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.body).toContain('file content');
});
