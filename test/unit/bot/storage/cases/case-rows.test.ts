import { expect, it } from 'vitest';
import { silentLogger } from '../../../../../src/shared/logger.ts';
import { casesOf } from '../../../../../src/bot/storage/cases/case-rows.ts';
import { caseDraft } from '../../../../helpers/cases.ts';

it('other work goes on while many records are parsed', async () => {
  const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
  const rows = numbers.map((number) => ({
    guild_id: '1',
    number,
    record: JSON.stringify({ ...caseDraft(), number }),
  }));
  const order: string[] = [];
  setImmediate(() => order.push('other work'));
  const records = await casesOf(rows, { logger: silentLogger });
  order.push('parsed');
  expect(order).toEqual(['other work', 'parsed']);
  expect(records.map(({ number }) => number)).toEqual(numbers);
});
