import { english, type Texts } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { japanese } from './japanese.ts';
import { portuguese } from './portuguese.ts';
import { latinAmericanSpanish, spanish } from './spanish.ts';

export type { Texts } from './english.ts';

export interface Language {
  /** In its own language. */
  readonly name: string;
  readonly texts: Texts;
}

/** The bot's languages, by Discord's codes. */
export const languages: Readonly<Record<string, Language>> = {
  'en-US': { name: 'English', texts: english },
  de: { name: 'Deutsch', texts: german },
  'es-ES': { name: 'Español (España)', texts: spanish },
  'es-419': { name: 'Español (Latinoamérica)', texts: latinAmericanSpanish },
  fr: { name: 'Français', texts: french },
  ja: { name: '日本語', texts: japanese },
  'pt-BR': { name: 'Português (Brasil)', texts: portuguese },
};

export const textsIn = (locale: string): Texts => languages[locale]?.texts ?? english;
