import { PermissionFlagsBits } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import { sendJson } from '../../helpers/http-server.ts';
import { createProcessFixture } from './fixture.ts';
import { numbersOn, openStoredState } from './stored-state.ts';

/** Part of every message and of every response of the service. */
const MARKER = 'xyzzymarker';

it('the log contains no token and no message text', async () => {
  const on = await createProcessFixture();
  const { channels, faults, guildId, members, roles, world } = on.sandbox;
  const { general } = channels;
  const bob = on.person('bob');
  // Bob's cases share an alert.
  const alerted = (id: string) =>
    vi.waitFor(async () => {
      const { cases } = await state();
      const about = cases.filter(({ messageId }) => messageId === id).map(({ number }) => number);
      expect(about).toHaveLength(1);
      expect(
        on
          .posts()
          .flatMap(numbersOn)
          .filter((number) => about.includes(number)),
      ).toEqual(about);
    }, 10_000);

  // Contains everything that the other levels log.
  const child = await on.startConnected({ LOG_LEVEL: 'trace' });

  const state = await openStoredState(on);
  const bad = await bob.say(general, `this is [delete] ${MARKER}`);
  await alerted(bad.id);
  on.service.answer = (response) => {
    sendJson(response, { api: 'x', success: false, response: `I take no ${MARKER}` });
  };
  await alerted((await bob.say(general, `nonsense ${MARKER}`)).id);
  on.service.answer = (response) => {
    response.writeHead(200).end(`<h1>${MARKER}</h1>`);
  };
  const garbled = await bob.say(general, `garbled [delete] ${MARKER}`);
  await vi.waitFor(() => expect(on.service.samples.at(-1)).toContain('garbled'));
  on.service.answer = null;
  await alerted(garbled.id);
  on.service.answer = (response) => response.writeHead(500).end(MARKER);
  const late = await bob.say(general, `late [delete] ${MARKER}`);
  await vi.waitFor(() => expect(on.service.samples.at(-1)).toContain('late'));
  on.service.answer = null;
  await alerted(late.id);
  faults.failNext({ route: 'DELETE /channels/:id/messages/:id', status: 503, times: 5 });
  await alerted((await bob.say(general, `stubborn [delete] ${MARKER}`)).id);
  const action = { byUserId: members.owner.id, reason: null };
  const permissions = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages;
  world.roles.update({ guildId, roleId: roles.Portcullis }, { permissions }, action);
  await bob.say(general, `refused [ban] ${MARKER}`);
  faults.dropGateway();
  child.kill('SIGTERM');
  expect(await child.exit).toBe(0);

  const log = child.stdout() + child.stderr();
  expect(log).toContain('running an effect failed');
  const secrets = [MARKER, on.env['DISCORD_TOKEN'], on.env['MODERATION_API_KEY']];
  for (const secret of secrets) expect(log).not.toContain(secret);
});
