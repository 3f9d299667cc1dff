import { PermissionFlagsBits } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import { sendJson } from '../helpers/http-server.ts';
import { surroundings } from './process.ts';

/** Stands in whatever people write, and in what the service says about it. */
const MARKER = 'xyzzymarker';

// Each level is a part of the first.
it.each(['trace', 'info', 'error'])(
  'a log at level %s holds no token and nothing people wrote',
  async (level) => {
    const on = await surroundings();
    const { channels, faults, guildId, members, roles, world } = on.sandbox;
    const { general } = channels;
    const bob = on.person('bob');
    const alerted = (id: string) =>
      vi.waitFor(() => expect(on.alerts().get(id)).toHaveLength(1), 10_000);

    // What is written meanwhile tells that it is connected, also where the log does not.
    const child = on.start({ LOG_LEVEL: level });
    await vi.waitFor(
      async () => {
        await bob.say(general, `are you there? ${MARKER}`);
        expect(on.service.samples.length).toBeGreaterThan(0);
      },
      { timeout: 15_000, interval: 100 },
    );

    const bad = await bob.say(general, `this is [delete] ${MARKER}`);
    await alerted(bad.id);
    on.service.answer = (response) => {
      sendJson(response, { api: 'x', success: false, response: `I take no ${MARKER}` });
    };
    await alerted((await bob.say(general, `nonsense ${MARKER}`)).id);
    on.service.answer = (response) => {
      response.writeHead(200).end(`<h1>${MARKER}</h1>`);
    };
    await alerted((await bob.say(general, `more nonsense ${MARKER}`)).id);
    on.service.answer = (response) => response.writeHead(500).end(MARKER);
    const late = await bob.say(general, `late [delete] ${MARKER}`);
    await vi.waitFor(() => expect(on.service.samples.at(-1)).toContain('late'));
    on.service.answer = null;
    await alerted(late.id);
    faults.failNext({ route: 'DELETE /channels/:id/messages/:id', status: 503, times: 5 });
    await alerted((await bob.say(general, `stubborn [delete] ${MARKER}`)).id);
    const deed = { byUserId: members.owner.id, reason: null };
    const permissions = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages;
    world.roles.update({ guildId, roleId: roles.Portcullis }, { permissions }, deed);
    await bob.say(general, `refused [ban] ${MARKER}`);
    faults.dropGateway();
    child.kill('SIGTERM');
    expect(await child.exit).toBe(0);

    const log = child.stdout() + child.stderr();
    expect(log).toContain('carrying out an effect failed');
    const secrets = [MARKER, on.env['DISCORD_TOKEN'], on.env['MODERATION_API_KEY']];
    for (const secret of secrets) expect(log).not.toContain(secret);
  },
);
