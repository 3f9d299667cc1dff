import { readdirSync, readFileSync } from 'node:fs';
import type { ResourceKey } from 'i18next';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../../commands/index.ts';
import { readCatalogues } from '../../../../src/bot/locales/catalogues.ts';
import { languages, type Language } from '../../../../src/bot/locales/languages.ts';

const PLURAL = /(?:_ordinal)?_(zero|one|two|few|many|other)$/;
const ORDINAL = /_ordinal_[a-z]+$/;
const QUOTES = /["“”„«»「」]/;
const QUOTED: Record<Language, RegExp> = {
  en: /“[^“”]*”/g,
  de: /„[^„“]*“/g,
  // French sets narrow no-break spaces inside.
  fr: /«\u202F[^«»]*\u202F»/g,
  'es-ES': /«[^«»]*»/g,
  'es-419': /“[^“”]*”/g,
  'pt-BR': /“[^“”]*”/g,
  ja: /「[^「」]*」/g,
};

/** Discord's limits, by the property or method that takes the text. */
const LIMITS = {
  label: 80,
  back: 80,
  forward: 80,
  button: 80,
  title: 256,
  name: 256,
  placeholder: 150,
  footer: 2048,
  text: 2048,
};
/** In a modal they are shorter. */
const MODAL_LIMITS = {
  'case:ban.title': 45,
  'case:ban.reason': 45,
  'moderation:reply.eraseAll.title': 45,
  'moderation:reply.eraseAll.label': 45,
  'moderation:reply.status.timeout': 45,
  'settings:notice.text': 45,
  'settings:notice.input': 45,
  'settings:change': 45,
  'settings:textDays': 45,
  'settings:caseDays': 45,
  'settings:zone': 45,
  'setup:test.title': 45,
  'setup:test.label': 45,
};

const resources = readCatalogues();
const catalogues = new Map(
  languages.map((language) => [language, new Map(flatten(resources[language] ?? {}))]),
);
const english = catalogueOf('en');
const stems = new Set([...english.keys()].map(stemOf));
const code = ['src', 'commands'].flatMap(readSources).join('\n');
const patterns = [...code.matchAll(/`([a-z-]+:(?:[\w.-]|\$\{[^}`]*\})*)`/g)].map(([, text = '']) =>
  patternOf(text),
);
const words = new Set(code.match(/[\w-]+/g));
const quoted = new Set(code.match(/(?<=')[\w.:-]+(?=')/g));
const limited = Object.entries(LIMITS).map(([property, limit]) => ({
  keys: keysOf(property),
  limit,
}));

describe.each(languages)('the catalogue “%s”', (language) => {
  const texts = catalogueOf(language);

  it('has every key', () => {
    const translated = new Set([...texts.keys()].map(stemOf));
    expect([...stems].filter((key) => !translated.has(key))).toEqual([]);
  });

  it('has no key that English lacks', () => {
    expect([...texts.keys()].filter((key) => !stems.has(stemOf(key)))).toEqual([]);
  });

  it('has the plural forms of its language', () => {
    const stemsOf = (pattern: RegExp) =>
      new Set([...english.keys()].filter((key) => pattern.test(key)).map(stemOf));
    const isPlural = stemsOf(PLURAL);
    const isOrdinal = stemsOf(ORDINAL);
    const wrong = [...new Set([...texts.keys()].map(stemOf))].filter((stem) => {
      const type = isOrdinal.has(stem) ? 'ordinal' : 'cardinal';
      const { pluralCategories } = new Intl.PluralRules(language, { type }).resolvedOptions();
      const suffix = type === 'ordinal' ? '_ordinal_' : '_';
      const expected = isPlural.has(stem)
        ? pluralCategories.map((category) => `${stem}${suffix}${category}`)
        : [stem];
      return String(formsOf(stem, texts).toSorted()) !== String(expected.toSorted());
    });
    expect(wrong).toEqual([]);
  });

  it('has no empty text, and none with blanks around it', () => {
    const wrong = [...texts].filter(([, text]) => text === '' || text !== text.trim());
    expect(wrong).toEqual([]);
  });

  it('has the placeholders of English', () => {
    expect(differing(texts, placeholdersOf)).toEqual([]);
  });

  it('keeps code, bold, spoilers, mentions, links, emoji and line breaks', () => {
    expect(differing(texts, markupOf)).toEqual([]);
  });

  it('mentions commands through a placeholder, so that they are clickable', () => {
    const wrong = [...texts].filter(([, text]) => /`\/[a-z]/.test(text));
    expect(wrong).toEqual([]);
  });

  it('uses the quotation marks of its language', () => {
    // People type plain quotes, inside code and in «"in quotes"».
    const wrong = [...texts].filter(([key, text]) => {
      if (key === 'property:options.value.description') return false;
      return QUOTES.test(text.replaceAll(QUOTED[language], '').replaceAll(/`[^`]*`/g, ''));
    });
    expect(wrong).toEqual([]);
  });

  it("keeps Discord's limits for titles, fields, buttons and modals", () => {
    const wrong = [...texts].filter(([key, text]) => visibleLength(text) > limitOf(stemOf(key)));
    expect(wrong).toEqual([]);
  });

  it('gives commands, and the choices of an option, different names', () => {
    const names = commands.map(({ data }) => [
      'description' in data ? 'slash' : 'menu',
      localName(data, language),
    ]);
    expect(repeated(names.map(String))).toEqual([]);
    expect(commands.flatMap(({ data }) => repeatedChoices(data, language))).toEqual([]);
  });
});

it('French has typographic apostrophes, and narrow no-break spaces before punctuation', () => {
  const wrong = [...catalogueOf('fr')].filter(([, text]) =>
    /'| [:;!?»]|« /.test(text.replaceAll(/`[^`]*`/g, '')),
  );
  expect(wrong).toEqual([]);
});

it('uses every key', () => {
  expect([...stems].filter((key) => !isUsed(key))).toEqual([]);
});

function catalogueOf(language: Language): ReadonlyMap<string, string> {
  return catalogues.get(language) ?? new Map<string, string>();
}

function flatten(texts: Exclude<ResourceKey, string>, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]: [string, ResourceKey]) => {
    if (typeof value === 'string') return [[`${prefix}${key}`, value]];
    return flatten(value, `${prefix}${key}${prefix === '' ? ':' : '.'}`);
  });
}

function stemOf(key: string): string {
  return key.replace(PLURAL, '');
}

function formsOf(stem: string, texts: ReadonlyMap<string, string>): string[] {
  return [...texts.keys()].filter((key) => stemOf(key) === stem);
}

/** The texts whose placeholders and markup differ from the English text's. */
function differing(
  texts: ReadonlyMap<string, string>,
  partsOf: (text: string) => string[],
): string[] {
  return [...texts].flatMap(([key, text]) => {
    const stem = stemOf(key);
    const original =
      english.get(stem) ??
      english.get(`${stem}_other`) ??
      english.get(`${stem}_ordinal_other`) ??
      '';
    // “one day” needs no number.
    const ignored = key.endsWith('_one') && !ORDINAL.test(key) ? '{{count, number}}' : '';
    const [expected, actual] = [original, text].map((of) =>
      partsOf(of.replace(ignored, '')).toSorted().join(' '),
    );
    return expected === actual ? [] : [`${key}: ${actual} instead of ${expected}`];
  });
}

function placeholdersOf(text: string): string[] {
  return text.match(/\{\{[^}]*\}\}|\{[a-z]+\}/g) ?? [];
}

function markupOf(text: string): string[] {
  const markup =
    /`[^`]*`|\*\*|\|\||<[@#][^>]*>|\]\([^)]*\)|\n|\p{Extended_Pictographic}|[→▶◀]|https?:\/\/|\b[A-Z]+(?:_[A-Z]+)+\b/gu;
  return text.match(markup) ?? [];
}

function visibleLength(text: string): number {
  return text.replaceAll(/\{\{[^}]*\}\}/g, '').length;
}

function limitOf(key: string): number {
  const modal = Object.entries(MODAL_LIMITS).find(([modalKey]) => modalKey === key);
  if (modal !== undefined) return modal[1];
  const limits = limited.filter(({ keys }) => keys.has(key));
  return Math.min(1024, ...limits.map(({ limit }) => limit));
}

/** The keys of texts that the code gives to this property, or to a function of this name. */
function keysOf(property: string): ReadonlySet<string> {
  const call = new RegExp(String.raw`\b${property}(?::|\()\s*(?:\w+\.)*t\(\s*(['\`])(.+?)\1`, 'g');
  const used = [...code.matchAll(call)].map(([, , key = '']) => patternOf(key));
  return new Set([...stems].filter((key) => used.some((of) => of.test(key))));
}

function readSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
}

/** A pattern for a key or a template of keys such as `case:which.${which}`. The variable parts are groups. */
function patternOf(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', String.raw`\.`));
  return new RegExp(`^${parts.join('(.+)')}$`);
}

/**
 * True if the code has the key: whole, as the prefix of a `name` and `description`, or as a template whose variable
 * parts occur in the code, too.
 */
function isUsed(key: string): boolean {
  const prefix = key.replace(/[:.](name|description)$/, '');
  if ([key, prefix].some((text) => quoted.has(text))) return true;
  return patterns.some((pattern) => {
    const values = pattern.exec(key)?.slice(1) ?? [];
    return (
      values.length > 0 &&
      values.flatMap((value) => value.split(/[. ]/)).every((value) => words.has(value))
    );
  });
}

interface Named {
  readonly name: string;
  readonly name_localizations?:
    | Readonly<Record<string, string | null | undefined>>
    | null
    | undefined;
  readonly options?: readonly object[] | undefined;
  readonly choices?: readonly object[] | undefined;
}

function isNamed(thing: object): thing is Named {
  return 'name' in thing;
}

function localName(thing: Named, language: Language): string {
  return thing.name_localizations?.[language] ?? thing.name;
}

function repeatedChoices(thing: Named, language: Language): string[] {
  const choices = (thing.choices ?? []).filter(isNamed);
  const options = (thing.options ?? []).filter(isNamed);
  return [
    ...repeated(choices.map((choice) => localName(choice, language))),
    ...options.flatMap((option) => repeatedChoices(option, language)),
  ];
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}
