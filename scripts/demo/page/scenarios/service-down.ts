import type { Script } from './script.ts';

const DOWN_MS = 8_000;
const PATIENCE_MS = 30_000;

/** Messages wait while the service cannot judge them. */
export const serviceDown: Script = {
  id: 'service',
  name: 'The service goes down',
  description: 'The moderation service stops for some seconds. No message is lost.',
  async play({ cast, say, harness, signal }) {
    const service = harness.bot().embeddedService;
    if (service === null) throw new Error('The service is remote.');
    say(
      'The moderation service is down. Bob writes something vile: it waits, because nothing can judge it.',
    );
    await service.stop();
    let isStopped = true;
    try {
      const message = await cast
        .person('bob')
        .say(cast.general, 'nobody likes you, go kill yourself');
      await cast.pause(DOWN_MS);
      say('The service is back. The bot checks what waited.');
      await service.restart();
      isStopped = false;
      const isGone = await cast.until(() => !cast.exists(message), PATIENCE_MS);
      say(
        isGone ? 'Bob’s message is gone: late, but not missed.' : 'Bob’s message is still there.',
      );
    } finally {
      // Only a reset ends it early, and a reset stops the service anyway.
      if (isStopped && !signal.aborted) await service.restart();
    }
  },
};
