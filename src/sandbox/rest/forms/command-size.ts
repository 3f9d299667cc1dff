/** The fields that count towards a command's size, in the command and everything it contains. */
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
 * The number of characters in names, descriptions and values, including options and choices. Only the longest of a
 * text and its localizations counts (interactions/application-commands, slash commands).
 */
export function charactersOf(part: Sized): number {
  const inner = [...(part.options ?? []), ...(part.choices ?? [])];
  return (
    longest(part.name, part.name_localizations) +
    longest(part.description ?? '', part.description_localizations) +
    (typeof part.value === 'string' ? part.value.length : 0) +
    inner.reduce((sum, innerPart) => sum + charactersOf(innerPart), 0)
  );
}

function longest(text: string, translations: object | null | undefined): number {
  const lengths = Object.values(translations ?? {}).map(
    (translation) => String(translation).length,
  );
  return Math.max(text.length, ...lengths);
}
