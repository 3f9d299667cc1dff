import { expect, it } from 'vitest';
import { chartTranslator } from '../../../../commands/shared/chart-file.ts';
import { languages } from '../../../../src/bot/locales/languages.ts';
import { translator } from '../../../../src/bot/locales/translate.ts';

it.each(languages)(
  'the texts of charts for readers of “%s” are in a script that the font has',
  (language) => {
    const t = chartTranslator(translator(language));
    const texts = [
      t('stats:reply.history.title'),
      t('stats:reply.lifetime.title'),
      t('property:reply.analytics.chart'),
      t('insights:reply.mean'),
    ];
    expect(texts.filter((text) => /[^\p{Script=Latin}\p{Script=Common}]/u.test(text))).toEqual([]);
  },
);

it('the texts of charts are in the reader’s language if the font has its script', () => {
  expect(chartTranslator(translator('de')).language).toBe('de');
});
