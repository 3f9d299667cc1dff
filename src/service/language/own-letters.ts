/** Letters and signs that, of the languages told apart here, only one has. */
export const OWN_LETTERS: Readonly<Record<string, string>> = {
  de: 'ß',
  fr: 'œ',
  es: 'ñ¿¡',
  pt: 'ãõ',
  pl: 'łżśźń',
  hu: 'őű',
  cs: 'řěů',
  ro: 'șțşţ',
  tr: 'ğı',
  vi: 'ươ',
};
