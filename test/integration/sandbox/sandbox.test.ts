import { expect, it, onTestFinished } from 'vitest';
import type { ApiRequest } from '../../../src/sandbox/edge/observe-requests.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { createCaller } from './discord-client.ts';

it('reports every request with its answer and whether a person sent it', async () => {
  const requests: ApiRequest[] = [];
  const sandbox = await createSandbox({ observe: (request) => requests.push(request) });
  onTestFinished(() => sandbox.stop());
  const { channels, members, botToken, faults } = sandbox;
  const route = `/channels/${channels.general}`;
  const template = 'GET /channels/:id';
  await createCaller(sandbox, members.alice.token)('GET', route);
  faults.rateLimitNext({ retryAfterSeconds: 1 });
  await createCaller(sandbox, `Bot ${botToken}`)('GET', route);
  const seen = { template, majorId: channels.general, path: route, reason: null };
  expect(requests).toEqual([
    { ...seen, status: 200, isPerson: true },
    { ...seen, status: 429, isPerson: false },
  ]);
});

it('adds a member who joined at an earlier time', async () => {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.stop());
  const { world, guildId } = sandbox;
  const { id: userId } = world.users.create({ username: 'erin' });
  const member = world.members.add({ guildId, userId }, { joinedAt: Date.UTC(2025, 0, 31) });
  expect(member.joined_at).toBe('2025-01-31T00:00:00.000000+00:00');
});
