import { expect, it } from 'vitest';
import { silentLogger } from '../../../src/shared/logger.ts';
import { redactPii } from '../../../src/service/samples/redact-pii.ts';
import { eraseFromStore, exportFromStore } from '../../../src/service/store/erasure.ts';
import { createPropertyStore } from '../../../src/service/store/property.ts';
import { createSamplePartitions } from '../../../src/service/store/sample-partitions.ts';
import { addSamples } from '../../../src/service/store/samples.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { describeOnEveryDatabase } from '../../helpers/test-state.ts';

const PROPERTY = '400000000000000001';
const OTHER = '400000000000000002';
const USER = '400000000000000003';

describeOnEveryDatabase((newDatabase) => {
  async function open() {
    const database = await openStore(await newDatabase(), silentLogger);
    const store = createPropertyStore(database);
    for (const propertyId of [PROPERTY, OTHER]) {
      const events = [USER, '400000000000000009'].map((authorId) => ({
        timeMs: 1,
        type: 'moderation.flag',
        detail: { authorId },
      }));
      const counts = { passed: 0, flagged: 2, deleted: 0 };
      await store.add([{ account: 'main', propertyId, day: '2026-01-01', counts, events }], 10);
      await store.set('main', { propertyId, key: 'k', value: 'v' });
    }
    const count = async (propertyId: string, table: string): Promise<number> =>
      (await exportFromStore(database, propertyId))[table]?.length ?? 0;
    return { database, count };
  }

  it('erases the events about a person in one property, and keeps the rest', async () => {
    const { database, count } = await open();
    await eraseFromStore(database, { propertyId: PROPERTY, userId: USER });
    expect(await count(PROPERTY, 'property_events')).toBe(1);
    expect(await count(PROPERTY, 'property_settings')).toBe(1);
    expect(await count(OTHER, 'property_events')).toBe(2);
    await database.destroy();
  });

  it('erases everything of a property', async () => {
    const { database, count } = await open();
    await eraseFromStore(database, { propertyId: PROPERTY, convoIds: [] });
    for (const table of ['property_events', 'property_settings', 'property_days']) {
      expect(await count(PROPERTY, table)).toBe(0);
      expect(await count(OTHER, table)).toBeGreaterThan(0);
    }
    await database.destroy();
  });

  it('erases samples by their text, as they are stored without personal data, or by a line', async () => {
    const { database } = await open();
    const scores = { sentiment: 0, political: 0, vulgarity: 0, version: '1' };
    const sent = 'write to someone@example.org now';
    expect(redactPii(sent)).not.toBe(sent);
    const stored = [redactPii(sent), 'b a d\nbad\nd', 'bad', 'kept', 'badly kept'].map(
      (sample) => ({
        account: 'main',
        timeMs: 1,
        sample,
        ...scores,
      }),
    );
    await createSamplePartitions(database)?.ensure([1]);
    await addSamples(database, stored);
    await eraseFromStore(database, { samples: [sent], lines: ['bad'] });
    expect(await database.selectFrom('samples').select('sample').execute()).toEqual([
      { sample: 'kept' },
      { sample: 'badly kept' },
    ]);
    await database.destroy();
  });
});
