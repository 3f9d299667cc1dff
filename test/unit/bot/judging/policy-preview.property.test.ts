import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuthorRank } from '../../../../src/bot/domain/snapshot.ts';
import type { Policy } from '../../../../src/bot/domain/policy/policy.ts';
import { createPolicyPreview } from '../../../../src/bot/judging/policy-preview.ts';
import { runs } from '../../../helpers/vitest/property-runs.ts';
import { CHANNEL, GUILD, idAt, snapshot } from '../../../helpers/snapshots.ts';
import { noWords } from '../../../helpers/words.ts';
import { pass } from '../../../helpers/turn.ts';
import { policyArbitrary } from '../domain/arbitraries.ts';
import { createWorld, type World } from '../composition/pipeline/world.ts';

const OTHER = '100000000000000020';

/** Short messages, so that some say something only together; some texts repeat. */
const textArbitrary = fc.constantFrom(
  'hello',
  'ban',
  'delete me',
  'flag',
  'warn it',
  'frobnicate',
  'reject',
  'mute',
  '',
);

const messagesArbitrary = fc.array(
  fc.record({
    text: textArbitrary,
    channelId: fc.constantFrom(CHANNEL, OTHER),
    authorId: fc.constantFrom('100000000000000004', '100000000000000005'),
    rank: fc.constantFrom<AuthorRank>('member', 'moderator', 'owner'),
    roleIds: fc.subarray(['100000000000000010', '100000000000000011']),
    isAgeRestricted: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

function previewOf({ moderator, history, stores, clock }: World) {
  return createPolicyPreview({
    moderator,
    history,
    words: noWords,
    textFiles: { read: () => Promise.resolve({ kind: 'none' }) },
    cases: stores.cases,
    allowedTexts: stores.allowedTexts,
    caseOrigins: () => Promise.resolve(new Map()),
    clock,
  });
}

function run(world: World, policy: Policy) {
  return previewOf(world).run({
    guildId: GUILD,
    policy: { ...policy, mode: 'enforce' },
    channelIds: [CHANNEL, OTHER],
    canSee: () => Promise.resolve(true),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}

describe('a preview', () => {
  it('says what the bot then does about the same messages', async () => {
    let acted = 0;
    await fc.assert(
      fc.asyncProperty(policyArbitrary, messagesArbitrary, async (drawn, messages) => {
        const world = createWorld();
        const policy = { ...drawn, incidents: { ...drawn.incidents, enabled: false } };
        await world.stores.policies.set(GUILD, policy);
        const snapshots = messages.map(({ text, authorId, rank, roleIds, ...place }, index) =>
          snapshot({
            ...place,
            text,
            messageId: idAt(1000 + index * 500),
            author: { id: authorId, rank, roleIds },
          }),
        );
        for (const each of snapshots) world.history.write(each);
        world.clock.advance(10_000);

        const previewed = await run(world, policy);
        if (previewed.kind !== 'done') throw new Error('the service is available');
        expect(world.stores.allCases()).toEqual([]);
        const foreseen = previewed.texts.flatMap(({ messageId, decision }) =>
          decision === null ? [] : [[messageId, decision.effects] as const],
        );

        const pipeline = world.boot();
        for (const each of snapshots) pipeline.submit(each);
        await pass(world.clock, 2000);
        const happened = world.stores
          .allCases()
          .map(({ messageId, steps }) => [messageId, steps.map(({ effect }) => effect)] as const);
        acted += happened.length;
        expect(new Map(foreseen)).toEqual(new Map(happened));
        await pipeline.stop({ deadlineMs: 0 });
      }),
      { numRuns: runs(60) },
    );
    expect(acted).toBeGreaterThan(60);
  }, 120_000);

  it('stores nothing, and ends when the service is unavailable', async () => {
    const world = createWorld();
    world.history.write(snapshot({ text: 'poison' }));
    expect(await run(world, await world.stores.policies.get(GUILD))).toMatchObject({
      kind: 'unavailable',
    });
  });
});
