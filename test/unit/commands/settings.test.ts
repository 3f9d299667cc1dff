import { expect, it } from 'vitest';
import { SETTINGS } from '../../../commands/settings/index.ts';
import { summaryOf } from '../../../commands/settings/setting.ts';
import { languages } from '../../../src/bot/locales/languages.ts';
import { translator } from '../../../src/bot/locales/translate.ts';

/** Discord's limit for the description of an option of a select. */
const MAX_LENGTH = 100;

it.each(languages)('settings are explained in whole sentences in the menu in “%s”', (language) => {
  const t = translator(language);
  const texts = Object.values(SETTINGS).map((setting) => t(summaryOf(setting)));
  expect(texts.filter(({ length }) => length > MAX_LENGTH)).toEqual([]);
});
