/** What is counted of a command and of everything in it. */
interface Sized {
  readonly name: string;
  readonly name_localizations?: object | null | undefined;
  readonly description?: string | null | undefined;
  readonly description_localizations?: object | null | undefined;
  readonly value?: string | number;
  readonly options?: readonly Sized[] | null | undefined;
  readonly choices?: readonly Sized[] | null | undefined;
}

/**
 * Characters of names, descriptions and values, with options and choices. Of a text and its translations
 * only the longest counts (interactions/application-commands, slash commands).
 */
export function charactersOf(one: Sized): number {
  const inner = [...(one.options ?? []), ...(one.choices ?? [])];
  return (
    longest(one.name, one.name_localizations) +
    longest(one.description ?? '', one.description_localizations) +
    (typeof one.value === 'string' ? one.value.length : 0) +
    inner.reduce((sum, part) => sum + charactersOf(part), 0)
  );
}

function longest(text: string, translations: object | null | undefined): number {
  const lengths = Object.values(translations ?? {}).map(
    (translation) => String(translation).length,
  );
  return Math.max(text.length, ...lengths);
}
