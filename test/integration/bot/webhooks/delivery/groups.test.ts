import { expect, it } from 'vitest';
import { guildOfLane } from '../../../../../src/bot/webhooks/delivery/event-content.ts';
import { createEventIntake } from '../../../../../src/bot/webhooks/delivery/event-intake.ts';
import { taggingContent } from '../../../../helpers/event-content.ts';
import { createTestBed, keywordEvent } from './test-bed.ts';

const OURS = '100000000000000001';
const THEIRS = '100000000000000002';

it('delivers only events of its own servers, and finds those without a notification', async () => {
  const bed = await createTestBed({ ownsLane: (lane) => lane === OURS });
  await bed.store.accept(keywordEvent('theirs', THEIRS), THEIRS);
  await bed.store.accept(keywordEvent('ours', OURS), OURS);
  bed.delivery.process(THEIRS);
  await bed.delivery.look();
  await bed.until(() => bed.poster.posted.length === 1);
  expect(bed.poster.posted).toEqual(['ours']);
  expect(await bed.store.lanes()).toEqual([THEIRS]);
});

it('hands an event for the fallback channel to the shard of that channel', async () => {
  const announced: string[] = [];
  const bed = await createTestBed({
    ownsLane: (lane) => lane === OURS,
    announceLane: (lane) => announced.push(lane),
  });
  bed.poster.target = () => ({ kind: 'elsewhere' });
  await bed.accept('word', OURS);
  await bed.until(() => announced.length > 0);
  expect(announced).toEqual(['-']);
  expect(await bed.store.lanes()).toEqual(['-']);
});

it('puts the result of a tagging session into a lane of the server where it was started', async () => {
  const bed = await createTestBed();
  const lanes: string[] = [];
  const intake = createEventIntake({
    store: bed.store,
    places: { placeOf: async () => ({ guildId: OURS, channelId: '1', userId: '2' }) },
    onStored: (lane) => lanes.push(lane),
  });
  await intake.accept({ id: 'result', content: taggingContent('convo'), receivedAtMs: 1 });
  expect(lanes.map(guildOfLane)).toEqual([OURS]);
  expect(guildOfLane('-')).toBeNull();
});
