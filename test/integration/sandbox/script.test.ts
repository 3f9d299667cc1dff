import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { startChild } from '../../helpers/processes/child.ts';
import { createCaller } from './discord-client.ts';

const SCRIPT = 'scripts/sandbox.ts';

const lineSchema = z.strictObject({
  apiUrl: z.string().regex(/^http:\/\/127\.0\.0\.1:\d+\/api$/),
  botToken: z.string(),
  applicationId: z.string(),
  guildId: z.string(),
  channels: z.record(z.string(), z.string()),
  members: z.record(
    z.string(),
    z.strictObject({ id: z.string(), token: z.string(), roles: z.array(z.string()) }),
  ),
});

it.each(['SIGTERM', 'SIGINT'] as const)(
  'prints its addresses and tokens as one line of JSON, serves requests, and exits with 0 on %s',
  async (signal) => {
    const child = startChild(SCRIPT, { args: ['--port', '0'] });
    const line = lineSchema.parse(await child.firstLine());
    expect(Object.keys(line.channels)).toEqual(
      expect.arrayContaining(['general', 'random', 'mod-alerts', 'help-forum', 'Lounge']),
    );
    expect(Object.keys(line.members)).toEqual(
      expect.arrayContaining(['owner', 'moderator', 'alice', 'bob']),
    );
    expect(line.members['moderator']).toMatchObject({ roles: ['Moderator'] });

    const alice = createCaller(line, line.members['alice']?.token ?? '');
    const posted = await alice('POST', `/channels/${line.channels['general']}/messages`, {
      content: 'hello',
    });
    expect(posted.body).toMatchObject({ content: 'hello', author: { username: 'alice' } });

    child.kill(signal);
    expect(await child.exit).toBe(0);
    expect(child.stdout().trim().split('\n')).toHaveLength(1);
  },
);

it('adds servers and recommends shards on request', async () => {
  const args = ['--servers', '6', '--shards', '4', '--max-concurrency', '2'];
  const child = startChild(SCRIPT, { args });
  const line = lineSchema.parse(await child.firstLine());
  const bot = createCaller(line, `Bot ${line.botToken}`);
  expect((await bot('GET', '/gateway/bot')).body).toMatchObject({
    shards: 4,
    session_start_limit: { max_concurrency: 2 },
  });
  expect((await bot('GET', '/users/@me/guilds')).body).toHaveLength(7);
});

it('prints lines for .env that Node parses even after npm output', async () => {
  const child = startChild(SCRIPT, { args: ['--env'] });
  await child.says('DISCORD_API_URL');
  const npmLines = '\n> portcullis@0.1.0 sandbox\n> node dist/scripts/sandbox.js --env\n\n';
  for (const content of [child.stdout(), npmLines + child.stdout()]) {
    expect(parseEnv(content)).toMatchObject({
      DISCORD_TOKEN: expect.stringMatching(/./),
      DISCORD_API_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api$/),
    });
  }
});
