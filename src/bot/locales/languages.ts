/** The languages of the catalogues, as Discord names them. English stands for `en-US` and `en-GB`. */
export const languages = ['en', 'de', 'fr', 'es-ES', 'es-419', 'pt-BR', 'ja'] as const;

export type Language = (typeof languages)[number];

/** The catalogue for a Discord locale such as `en-GB`; English for a locale without one. */
export function languageOf(locale: string | null | undefined): Language {
  return languages.find((language) => language === locale) ?? 'en';
}
