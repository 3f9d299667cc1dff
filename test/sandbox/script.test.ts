import { expect, it } from 'vitest';
import { z } from 'zod';

import { startChild } from '../helpers/child.ts';
import { createCaller } from './discord-client.ts';

const SCRIPT = 'scripts/sandbox.js';

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
  'says as one JSON line where everything is, serves it, and ends on %s',
  async (signal) => {
    const child = startChild(SCRIPT, { args: ['--port', '0'] });
    const said = lineSchema.parse(await child.firstLine());
    expect(Object.keys(said.channels)).toEqual(
      expect.arrayContaining(['general', 'random', 'mod-alerts', 'help-forum', 'Lounge']),
    );
    expect(Object.keys(said.members)).toEqual(
      expect.arrayContaining(['owner', 'moderator', 'alice', 'bob']),
    );
    expect(said.members['moderator']).toMatchObject({ roles: ['Moderator'] });

    const alice = createCaller(said, said.members['alice']?.token ?? '');
    const posted = await alice('POST', `/channels/${said.channels['general']}/messages`, {
      content: 'hello',
    });
    expect(posted.body).toMatchObject({ content: 'hello', author: { username: 'alice' } });

    child.kill(signal);
    expect(await child.exit).toBe(0);
    expect(child.stdout().trim().split('\n')).toHaveLength(1);
  },
);
