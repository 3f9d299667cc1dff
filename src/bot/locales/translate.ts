import { createInstance } from 'i18next';
import { readCatalogues } from './catalogues.ts';
import type { EnglishCatalogue } from './english.ts';
import { languages, type Language } from './languages.ts';

type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${KeysOf<T[K]>}`;
}[keyof T & string];

type WithoutPlural<K> = K extends `${infer Stem}_ordinal_${Intl.LDMLPluralRule}`
  ? Stem
  : K extends `${infer Stem}_${Intl.LDMLPluralRule}`
    ? Stem
    : K;

/** Every key of the catalogues, with its namespace: `common:back`. A plural has one key without its suffix (`_one`, `_ordinal_one`). */
export type MessageKey = {
  [N in keyof EnglishCatalogue]: `${N}:${KeysOf<EnglishCatalogue[N]>}`;
}[keyof EnglishCatalogue];

/** Gives the text of a key in one language. A missing value throws, because nobody should see an incomplete text. */
export interface Translate {
  (key: MessageKey, values?: Values): string;
  readonly language: Language;
}

/** Values for the placeholders of a text. `count` chooses the plural form; with `ordinal`, that of “1st, 2nd, 3rd”. */
export type Values = Readonly<Record<string, unknown>> & {
  readonly count?: number;
  readonly ordinal?: boolean;
};

const i18n = createInstance();
void i18n.init({
  resources: readCatalogues(),
  fallbackLng: 'en',
  supportedLngs: languages,
  ns: [],
  defaultNS: false,
  initAsync: false,
  returnNull: false,
  // Discord shows plain text; what members wrote is sanitized before it gets here.
  interpolation: { escapeValue: false },
  parseMissingKeyHandler(key: string) {
    throw new Error(`No catalogue has a text for “${key}”, or its plural lacks a count.`);
  },
  missingInterpolationHandler(text: string, match: readonly string[]) {
    throw new Error(`The text “${text}” lacks a value for ${match[0]}.`);
  },
});

const translators = new Map<Language, Translate>();

export function translator(language: Language): Translate {
  let translate = translators.get(language);
  if (translate === undefined) {
    const t = i18n.getFixedT(language);
    translate = Object.assign((key: MessageKey, values?: Values) => t(key, values ?? {}), {
      language,
    });
    translators.set(language, translate);
  }
  return translate;
}

export function isMessageKey(key: string): key is MessageKey {
  return i18n.exists(key, { count: 1 });
}

/** A text in every language except English, by Discord's locale, for the localizations of a command. */
export function localizations(key: MessageKey): Partial<Record<Exclude<Language, 'en'>, string>> {
  const [namespace = '', path = ''] = key.split(':');
  const texts = languages.flatMap((language): [Language, string][] => {
    // Read without the steps for values and plurals, because every start does it for thousands of texts.
    const text: unknown = i18n.getResource(language, namespace, path);
    return language !== 'en' && typeof text === 'string' ? [[language, text]] : [];
  });
  return Object.fromEntries(texts);
}
