import { GatewayCloseCodes, type APIChannel, type APIMessage } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScene, type Scene } from '../scene.ts';

describe('while the gateway', () => {
  let on: Scene;
  let thread: APIChannel;
  let harmless: APIMessage;

  beforeAll(async () => {
    on = await openScene();
    thread = await on.person('alice').openThread(on.sandbox.channels.general, 'a thread');
  });
  afterAll(() => on.close());

  const FAULTS: [what: string, cause: () => void][] = [
    ['is cut', () => on.sandbox.faults.dropGateway()],
    ['is closed by Discord', () => on.sandbox.faults.dropGateway(GatewayCloseCodes.UnknownError)],
    ['asks the bot to reconnect', () => on.sandbox.faults.requestReconnect()],
    ['loses its session', () => on.sandbox.faults.invalidateSessions(false)],
    ['invalidates a session that can be resumed', () => on.sandbox.faults.invalidateSessions(true)],
  ];

  it.each(FAULTS)('%s, no message or edit is lost, including in threads', async (_what, cause) => {
    const { general } = on.sandbox.channels;
    const alice = on.person('alice');
    ({ message: harmless } = await on.sayAndWait(alice, 'harmless'));
    on.sandbox.faults.closeGateway(true);
    cause();
    const bad = await on.person('bob').say(general, 'this is [delete]');
    const inThread = await on.person('bob').say(thread.id, 'this is [delete]');
    const inNewThread = await on
      .person('bob')
      .openThread(on.sandbox.channels['help-forum'], 'a [delete] post');
    const clean = await alice.say(general, 'good morning');
    await alice.edit(general, harmless.id, 'not so harmless [delete]');
    on.sandbox.faults.closeGateway(false);

    for (const { id } of [bad, inThread, inNewThread, harmless]) {
      expect(await on.outcomeOf(id)).toMatchObject({ kind: 'acted' });
      expect(on.alertsAbout(id)).toHaveLength(1);
    }
    expect(await on.outcomeOf(clean.id)).toEqual({ kind: 'passed' });
    const post = { id: inNewThread.id, channel_id: inNewThread.id };
    expect([bad, inThread, post, harmless, clean].map(on.exists)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
  });
});
