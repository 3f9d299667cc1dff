import { expect, it } from 'vitest';
import { webhookToken } from '../../../../src/bot/storage/key-value-store.ts';
import {
  describeOnEveryDatabase,
  openTestState,
  overwriteKeyValue,
} from '../../../helpers/test-state.ts';

describeOnEveryDatabase((newDatabase) => {
  it('gives processes that start at once the same webhook token, new to one of them', async () => {
    const url = await newDatabase();
    const processes = await Promise.all([1, 2, 3, 4].map(() => openTestState(url)));
    const tokens = await Promise.all(processes.map(({ keyValues }) => webhookToken(keyValues)));
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(1);
    expect(tokens.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  it('keeps the webhook token, and replaces one that is corrupt', async () => {
    const url = await newDatabase();
    const { keyValues } = await openTestState(url);
    const { token } = await webhookToken(keyValues);
    expect(await webhookToken(keyValues)).toEqual({ token, isNew: false });
    await overwriteKeyValue(url, 'webhook-token:path', '{"value":7}');
    const replaced = await webhookToken(keyValues);
    expect(replaced).toMatchObject({ isNew: true });
    expect(await webhookToken(keyValues)).toEqual({ token: replaced.token, isNew: false });
  });
});
