import { expect, it } from 'vitest';
import { CHANNEL, GUILD, idAt, snapshot } from '../../../helpers/snapshots.ts';
import { pass, turn } from '../../../helpers/turn.ts';
import { createWorld } from '../composition/pipeline/world.ts';

it('reads a message again that arrived but could not be read, even if later ones are finished', async () => {
  const world = createWorld();
  const missed = snapshot({ text: 'delete me', messageId: idAt(1000) });
  const later = snapshot({ text: 'hello', messageId: idAt(2000) });
  world.history.write(missed);
  world.history.write(later);
  const pipeline = world.boot();
  pipeline.submit(later);
  await turn();
  pipeline.missed({ guildId: GUILD, channelId: CHANNEL, messageId: idAt(1000), editedAt: null });
  await pass(world.clock, 5000);
  expect(world.stores.allCases()[0]?.messageId).toBe(idAt(1000));
});
