import { setTimeout as wait } from 'node:timers/promises';
import { AuditLogEvent, type APIMessage } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import { compareSnowflakes } from '../../../src/shared/snowflake.ts';
import { createPerson } from '../../../src/sandbox/person.ts';
import { createProcessFixture } from './fixture.ts';
import { buttonsOf, press, textOf } from '../commands/alert-view.ts';

const WAIT = { timeout: 20_000, interval: 20 };
/** When to kill the bot during an undo, in milliseconds after the click was answered: before, during and after its request. */
const MOMENTS = [0, 60, 200, 330];
/** Discord is slow, so that the kill hits a request. */
const DELAY_MS = 250;

it('an undo that a kill interrupts is finished by the next process, and done once', async () => {
  const { sandbox, startConnected, person } = await createProcessFixture();
  const { world, channels, members, guildId } = sandbox;
  const moderator = createPerson(sandbox.apiUrl, members.moderator);
  const bob = () => world.state.guilds.get(guildId)?.members.get(members.bob.id);
  const changes = () =>
    world.state.guilds
      .get(guildId)
      ?.auditLog.filter(
        ({ action_type: type, target_id: id }) =>
          type === AuditLogEvent.MemberUpdate && id === members.bob.id,
      ).length ?? 0;
  const alertAbout = (message: APIMessage) =>
    [...(world.state.channels.get(channels['mod-alerts'])?.messages.values() ?? [])].find(
      ({ id }) => compareSnowflakes(id, message.id) > 0,
    );
  const present = (alert: APIMessage | undefined): APIMessage => {
    if (alert === undefined) throw new Error('There is no alert.');
    return alert;
  };

  /** An action killed before it was stored never began; otherwise this click changes nothing. */
  async function pressAgain(said: APIMessage): Promise<void> {
    if (!buttonsOf(present(alertAbout(said))).includes('Undo')) return;
    await press(moderator, present(alertAbout(said)), 'Undo');
  }

  let child = await startConnected();
  for (const [index, moment] of MOMENTS.entries()) {
    const said = await person('bob').say(channels.general, `number ${index} calls for [timeout]`);
    await vi.waitFor(() => present(alertAbout(said)), WAIT);
    expect(bob()?.communication_disabled_until ?? null).not.toBeNull();
    const before = changes();

    sandbox.faults.delayNext({ route: 'PATCH /guilds/:id/members/:id', delayMs: DELAY_MS });
    await moderator.click(present(alertAbout(said)), 'Undo');
    await wait(moment);
    child.kill('SIGKILL');
    expect(await child.exit).toBe('SIGKILL');
    sandbox.faults.clear();
    child = await startConnected();

    await pressAgain(said);
    await vi.waitFor(() => expect(textOf(present(alertAbout(said)))).toContain('Undone'), WAIT);
    expect(textOf(present(alertAbout(said))).match(/Undone/g)).toHaveLength(1);
    expect(bob()?.communication_disabled_until ?? null).toBeNull();
    expect(changes() - before).toBe(1);
  }
  child.kill('SIGTERM');
  expect(await child.exit).toBe(0);
}, 90_000);
