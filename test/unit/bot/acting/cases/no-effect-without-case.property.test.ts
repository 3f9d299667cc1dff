import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ServiceJudgement } from '../../../../../src/bot/domain/case.ts';
import { snowflakeAt } from '../../../../../src/shared/snowflake.ts';
import { runs } from '../../../../helpers/vitest/property-runs.ts';
import { pass } from '../../../../helpers/turn.ts';
import { snapshot } from '../../../../helpers/snapshots.ts';
import { judgedTextArbitrary, policyArbitrary } from '../../domain/arbitraries.ts';
import { createWorld } from '../../composition/pipeline/world.ts';

const RUNS = 2000;
/** At a time, so that the pipeline has room for all of them. */
const BATCH = 100;

it('under any policy, nothing is done without a stored case that lists it and names the rule', async () => {
  const samples = fc.sample(fc.tuple(policyArbitrary, judgedTextArbitrary), runs(RUNS));
  let done = 0;
  for (let start = 0; start < samples.length; start += BATCH) {
    const world = createWorld();
    const batch = samples.slice(start, start + BATCH);
    const answers = new Map(
      batch.map(([, { judgement }], index): [string, ServiceJudgement] => [`${index}`, judgement]),
    );
    const pipeline = world.boot({
      moderator: {
        moderate: async (_sample, metadata) =>
          answers.get(metadata?.['guildId'] ?? '') ?? Promise.reject(new Error('who asks?')),
      },
    });
    const messageIds = new Map<string, number>();
    for (const [index, [policy, { origin }]] of batch.entries()) {
      const guildId = `${index}`;
      // Long texts are not joined with those before them.
      const text = 'one of many words that say nothing '.repeat(10);
      const messageId = snowflakeAt(Date.UTC(2025, 0, 2) + index);
      messageIds.set(messageId, index);
      await world.stores.policies.set(guildId, policy);
      pipeline.submit(snapshot({ ...origin, text, guildId, messageId, subject: 'message' }));
    }
    await pass(world.clock, 5_000);
    const cases = new Map(world.stores.allCases().map((record) => [record.messageId, record]));
    for (const { messageId, kind } of world.discord.performed) {
      const record = cases.get(messageId);
      expect(record?.steps.map(({ effect }) => effect.kind)).toContain(kind);
      expect(record?.rule.of).toMatch(/^(server|preset|unknown)$/);
      expect(messageIds.has(messageId)).toBe(true);
    }
    done += world.discord.performed.length;
    await pipeline.stop({ deadlineMs: 1_000 });
  }
  expect(done).toBeGreaterThan(RUNS / 10);
});
