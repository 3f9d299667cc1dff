import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { expect, it } from 'vitest';

import { createCaller } from './discord-client.ts';

/** Built by `npm run build`, which `npm test` does first. */
const SCRIPT = 'dist/scripts/sandbox.js';

it('says as one JSON line where everything is, serves it, and ends on SIGTERM', async () => {
  const child = spawn(process.execPath, [SCRIPT, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const said = JSON.parse(String(line));
  expect(Object.keys(said)).toEqual([
    'apiUrl',
    'botToken',
    'applicationId',
    'guildId',
    'channels',
    'members',
  ]);
  expect(said.apiUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
  expect(Object.keys(said.channels)).toEqual(
    expect.arrayContaining(['general', 'random', 'mod-alerts', 'help-forum', 'Lounge']),
  );
  expect(said.members.moderator).toMatchObject({ roles: ['Moderator'] });

  const alice = createCaller(said, said.members.alice.token);
  const posted = await alice('POST', `/channels/${said.channels.general}/messages`, {
    content: 'hello',
  });
  expect(posted.body).toMatchObject({ content: 'hello', author: { username: 'alice' } });

  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('refuses a port that is none', async () => {
  const child = spawn(process.execPath, [SCRIPT, '--port', 'x'], { stdio: 'ignore' });
  expect(await once(child, 'exit')).toEqual([2, null]);
});
