/** Texts without any of these characters contain no personal data that is redacted. */
const SUSPICIOUS = /[\p{Nd}@＠:/=\0\u00ad\u200b\u2060\ufeff]/u;
/** NUL, and invisible characters that split words. */
const INVISIBLE = /[\0\u00ad\u200b\u2060\ufeff]/g;

/** Discord's markup ("Message Formatting"): ids and times, except the names of emoji and commands. */
const MENTION = /<@[!&]?\d{1,20}>/g;
const CHANNEL = /<#\d{1,20}>/g;
const TIMESTAMP = /<t:-?\d{1,16}(?::\w)?>/g;
const EMOJI = /<a?(:\w{1,32}:)\d{1,20}>/g;
const COMMAND = /<(\/[^:>\n]{1,100}):\d{1,20}>/g;

const WORD = /[^\s<>]+/g;
/** A host and the start of a path: whatever follows "?" is a query. */
const BARE_PATH = /[\p{L}\p{N}]\.[\p{L}\p{N}-]+(?::\d{1,5})?\//u;
/**
 * A bare host: "?" starts a query only if a name and a value follow, because people also forget the space after a question mark.
 */
const BARE_HOST = /[\p{L}\p{N}]\.[\p{L}\p{N}-]+(?::\d{1,5})?$/u;
const USER_INFO = /:\/\/[^/]*@/g;

/** The part after a scheme, or a token between symbols and formatting; an apostrophe inside a name is part of the token. */
const TOKEN =
  /:\/\/[^()"',;|*~`]*|(?:(?!:\/\/)[^()"',;|*~`[\]]|(?<=[\p{L}\p{N}])'(?=[\p{L}\p{N}]))+/gu;
const ADDRESS = /[@＠][^@＠]*\.\p{L}{2,}/u;
/** `@everyone` and `@here` name no person. */
const HANDLE = /(?<![\p{L}\p{N}])(?!@(?:everyone|here)\b)[@＠][\p{L}\p{N}_].*/u;

const UUID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi;
/** Hashes, keys, and ids of other systems. */
const LONG_HEX = /\b(?=[a-f]*\d)[0-9a-f]{24,}\b/gi;
/** Discord ids have 17 to 20 digits; card and account numbers are similarly long. */
const LONG_NUMBER = /\p{Nd}{15,}/gu;
/** Seven to fifteen digits with usual separators. This also removes some dates and amounts. */
const PHONE = /(?<!\p{Nd})(?:\+|\(\+?)?\p{Nd}(?:[ \t\u00a0().\-/]{0,3}\p{Nd}){6,14}(?!\p{Nd})/gu;

/** The word up to the query or fragment of its first URL. */
function withoutQuery(word: string): string {
  const parts = word.split(/[?#]/);
  let end = 0;
  for (const [index, part] of parts.entries()) {
    end += part.length;
    const next = parts[index + 1];
    if (next === undefined) break;
    const isAddress =
      part.includes('://') || BARE_PATH.test(part) || (next.includes('=') && BARE_HOST.test(part));
    if (isAddress) return word.slice(0, end);
    end += 1;
  }
  return word;
}

function redactToken(token: string): string {
  if (token.startsWith('://')) return token;
  if (ADDRESS.test(token)) return '[e-mail]';
  return token.replace(HANDLE, '[mention]');
}

function redactWord(word: string): string {
  return withoutQuery(word).replace(USER_INFO, '://').replace(TOKEN, redactToken);
}

/**
 * Removes personal data from a sample: mentions, e-mail addresses, phone numbers, URL queries and fragments, user names
 * in URLs, ids, and Discord timestamps. Names in plain words stay. Linear in the sample's length.
 */
export function redactPii(sample: string): string {
  const text = sample.toWellFormed();
  if (!SUSPICIOUS.test(text)) return text;
  return text
    .replace(INVISIBLE, '')
    .replace(MENTION, '[mention]')
    .replace(CHANNEL, '[channel]')
    .replace(TIMESTAMP, '[time]')
    .replace(EMOJI, '$1')
    .replace(COMMAND, '$1')
    .replace(WORD, redactWord)
    .replace(UUID, '[id]')
    .replace(LONG_HEX, '[id]')
    .replace(LONG_NUMBER, '[id]')
    .replace(PHONE, '[phone]');
}
