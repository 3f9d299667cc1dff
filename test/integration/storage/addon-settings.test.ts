import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { silentLogger } from '../../../src/lib/logger.ts';
import { createAddonSettings } from '../../../src/storage/service/addon-settings.ts';
import { describeOnEveryDatabase, openTestState } from '../../helpers/test-state.ts';

describeOnEveryDatabase((newDatabase) => {
  it('shows every process what another one changed', async () => {
    const url = await newDatabase();
    const stateKey = randomBytes(32);
    const open = async () => {
      const { keyValues } = await openTestState(url);
      return createAddonSettings({ keyValues, stateKey, logger: silentLogger });
    };
    const here = await open();
    const there = await open();
    expect(await there.alerts()).toEqual({
      isEnabled: true,
      webhook: null,
      includeFullMessage: true,
    });
    expect(await there.secret()).toBeNull();
    const alerts = {
      isEnabled: false,
      webhook: 'https://other.example',
      includeFullMessage: false,
    };
    await here.setAlerts(alerts);
    await here.addSecret('first', 1);
    await there.addSecret('second', 2);
    await here.addSeenKeyword('raid');
    await there.addSeenKeyword('spam');
    expect(await there.alerts()).toEqual(alerts);
    expect(await here.secret()).toEqual({ secrets: ['second', 'first'], issuedAt: 2 });
    expect(await here.seenKeywords()).toEqual(['raid', 'spam']);
    await there.removeSeenKeyword('RAID');
    expect(await here.seenKeywords()).toEqual(['spam']);
  });
});
