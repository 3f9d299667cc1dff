import { readdirSync, readFileSync } from 'node:fs';
import type { Resource, ResourceKey, ResourceLanguage } from 'i18next';
import { languages, type Language } from './languages.ts';

/** The texts of every language, from `<language>/<namespace>.json` beside this file. */
export function readCatalogues(): Resource {
  return Object.fromEntries(languages.map((language) => [language, readCatalogue(language)]));
}

function readCatalogue(language: Language): ResourceLanguage {
  const folder = new URL(`./${language}/`, import.meta.url);
  const catalogue: ResourceLanguage = {};
  for (const file of readdirSync(folder)) {
    const texts: ResourceKey = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    catalogue[file.replace(/\.json$/, '')] = texts;
  }
  return catalogue;
}
