import { expect, it } from 'vitest';
import { defaultPolicy } from '../../../../src/bot/domain/policy/policy.ts';
import type { KeyValueStore } from '../../../../src/bot/storage/key-value-store.ts';
import { createPolicies } from '../../../../src/bot/storage/policies.ts';
import { createDeferred } from '../../../helpers/deferred.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';
import { rulesByAction } from '../../../helpers/rules.ts';
import {
  describeOnEveryDatabase,
  openTestState,
  overwriteKeyValue,
} from '../../../helpers/test-state.ts';

const GUILD = '100000000000000001';
const OTHER_GUILD = '100000000000000002';

/** A store that runs `read` and `set` through the given functions. */
function intercept(
  keyValues: KeyValueStore,
  {
    read = (run) => run(),
    set = (run) => run(),
  }: {
    read?: <T>(run: () => Promise<T>) => Promise<T>;
    set?: (run: () => Promise<void>) => Promise<void>;
  },
): KeyValueStore {
  return {
    ...keyValues,
    open(namespace, schema) {
      const records = keyValues.open(namespace, schema);
      return {
        ...records,
        read: (key) => read(() => records.read(key)),
        set: (key, value) => set(() => records.set(key, value)),
      };
    },
  };
}

describeOnEveryDatabase((newDatabase) => {
  it('returns the default policy until a server sets its own', async () => {
    const policies = createPolicies((await openTestState(await newDatabase())).keyValues);
    expect(await policies.get(GUILD)).toEqual(defaultPolicy);
    await policies.set(OTHER_GUILD, { ...defaultPolicy, mode: 'off' });
    expect(await policies.get(GUILD)).toEqual(defaultPolicy);
  });

  it('keeps policies across restarts', async () => {
    const url = await newDatabase();
    const policy = { ...defaultPolicy, exemptRoleIds: ['100000000000000009'] };
    const first = await openTestState(url);
    await createPolicies(first.keyValues).set(GUILD, policy);
    await first.close();
    const policies = createPolicies((await openTestState(url)).keyValues);
    expect(await policies.get(GUILD)).toEqual(policy);
  });

  it.each([
    ['has the wrong shape', '{"value":{"mode":"furious"}}'],
    ['is broken JSON', '{"value":{"mode":"enf'],
    ['is not one of ours', '[]'],
  ])('punishes nobody while the stored policy %s', async (_, stored) => {
    const url = await newDatabase();
    const { logger, lines } = createLogSink();
    const { keyValues } = await openTestState(url, logger);
    await createPolicies(keyValues).set(GUILD, defaultPolicy);
    await overwriteKeyValue(url, `policy:${GUILD}`, stored);
    const policies = createPolicies(keyValues);
    expect(await policies.get(GUILD)).toEqual({ ...defaultPolicy, mode: 'watch' });
    expect(lines.join()).toContain(`policy:${GUILD}`);
  });

  it('does not replace a newly set policy with the result of an earlier read', async () => {
    const { keyValues } = await openTestState(await newDatabase());
    const readMayEnd = createDeferred();
    const slowKeyValues = intercept(keyValues, {
      async read(read) {
        const result = await read();
        await readMayEnd.promise;
        return result;
      },
    });
    const policies = createPolicies(slowKeyValues);
    const read = policies.get(GUILD);
    await policies.set(GUILD, { ...defaultPolicy, mode: 'off' });
    readMayEnd.resolve();
    expect((await read).mode).toBe('off');
    expect((await policies.get(GUILD)).mode).toBe('off');
  });

  it('keeps all of several simultaneous changes', async () => {
    const { keyValues } = await openTestState(await newDatabase());
    const policies = createPolicies(keyValues);
    await Promise.all([
      policies.update(GUILD, (policy) => ({ policy: { ...policy, mode: 'off' } })),
      policies.update(GUILD, (policy) => ({ policy: { ...policy, evidenceDays: 7 } })),
      policies.update(GUILD, (policy) => ({ policy: { ...policy, timeZone: 'Asia/Tokyo' } })),
    ]);
    expect(await createPolicies(keyValues).get(GUILD)).toEqual({
      ...defaultPolicy,
      mode: 'off',
      evidenceDays: 7,
      timeZone: 'Asia/Tokyo',
    });
  });

  it('keeps the policy if a change throws, and runs the next change', async () => {
    const policies = createPolicies((await openTestState(await newDatabase())).keyValues);
    const failing = policies.update(GUILD, () => {
      throw new TypeError('no such role');
    });
    const next = policies.update(GUILD, (policy) => ({ policy, mode: policy.mode }));
    await expect(failing).rejects.toThrow('no such role');
    expect(await next).toEqual({ policy: defaultPolicy, mode: 'enforce' });
  });

  it('keeps the old policy if the new one cannot be saved', async () => {
    const { keyValues } = await openTestState(await newDatabase());
    let isBroken = true;
    const brokenKeyValues = intercept(keyValues, {
      async set(set) {
        if (isBroken) throw new Error('disk full');
        await set();
      },
    });
    const policies = createPolicies(brokenKeyValues);
    const off = { ...defaultPolicy, mode: 'off' as const };
    await expect(policies.set(GUILD, off)).rejects.toThrow('disk full');
    expect(await policies.get(GUILD)).toEqual(defaultPolicy);
    isBroken = false;
    await policies.set(GUILD, off);
    expect(await policies.get(GUILD)).toEqual(off);
  });

  it('rejects a rule that punishes harmless messages', async () => {
    const policies = createPolicies((await openTestState(await newDatabase())).keyValues);
    const rules = rulesByAction({ pass: [{ kind: 'ban' }] });
    await expect(policies.set(GUILD, { ...defaultPolicy, rules })).rejects.toThrow(
      /only be an alert/,
    );
  });

  it("reads policies of other shards' servers again, because others change them", async () => {
    const { keyValues } = await openTestState(await newDatabase());
    const elsewhere = createPolicies(keyValues, { ids: [0], count: 2 });
    const guildId = String(1n << 22n);
    expect((await elsewhere.get(guildId)).mode).toBe(defaultPolicy.mode);
    await createPolicies(keyValues).set(guildId, { ...defaultPolicy, mode: 'watch' });
    expect((await elsewhere.get(guildId)).mode).toBe('watch');
  });
});
