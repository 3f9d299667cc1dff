import type { Script } from './script.ts';

const DOWN_MS = 6_000;
const PATIENCE_MS = 60_000;

/** The bot misses events and fetches the messages afterwards. */
export const gatewayBreaks: Script = {
  id: 'gateway',
  name: 'The gateway breaks',
  description: 'Discord drops the connection and forgets the session. The bot catches up.',
  async play({ cast, say, harness }) {
    const { faults } = harness.sandbox;
    say('Discord drops the bot and forgets its session. Bob writes something vile meanwhile.');
    faults.closeGateway(true);
    faults.invalidateSessions(false);
    faults.dropGateway();
    try {
      const message = await cast
        .person('bob')
        .say(cast.general, 'everyone hates you, go kill yourself');
      await cast.pause(DOWN_MS);
      say('Discord takes connections again. The bot reads what it missed.');
      faults.closeGateway(false);
      const isGone = await cast.until(() => !cast.exists(message), PATIENCE_MS);
      say(isGone ? 'Bob’s message is gone: the bot caught up.' : 'Bob’s message is still there.');
    } finally {
      faults.closeGateway(false);
    }
  },
};
