import { LEET, LEET_SECOND } from './fold-tables.ts';

const leetTable = (rows: readonly ReadonlyMap<string, string>[]): Uint16Array => {
  const table = new Uint16Array(0x10000);
  for (const row of rows) {
    for (const [sign, letter] of row) table[sign.charCodeAt(0)] = letter.charCodeAt(0);
  }
  return table;
};
/** Signs as letters, by code unit; 0 for what is no sign. */
export const FIRST_LEET = leetTable([LEET]);
/** The same where a sign stands for its second letter, as 1 for l. */
export const SECOND_LEET = leetTable([LEET, LEET_SECOND]);
