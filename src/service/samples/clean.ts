/** Only texts with one of these can hold any of what follows. */
const SUSPICIOUS = /[\p{Nd}@＠:/=\0\u00ad\u200b\u2060\ufeff]/u;
/** Invisible characters that part what belongs together, and NUL. */
const INVISIBLE = /[\0\u00ad\u200b\u2060\ufeff]/g;

/** Discord's markup ("Message Formatting"): everything in it is an id or a time, save for an emoji's or command's name. */
const MENTION = /<@[!&]?\d{1,20}>/g;
const CHANNEL = /<#\d{1,20}>/g;
const TIMESTAMP = /<t:-?\d{1,16}(?::\w)?>/g;
const EMOJI = /<a?(:\w{1,32}:)\d{1,20}>/g;
const COMMAND = /<(\/[^:>\n]{1,100}):\d{1,20}>/g;

const WORD = /[^\s<>]+/g;
/** A host with a dot and a path; the query may be anything. */
const BARE_PATH = /[\p{L}\p{N}]\.[\p{L}\p{N}-]+(?::\d{1,5})?\//u;
/** A host alone: what follows is a query only if it has a name and a value, for people forget blanks, too. */
const BARE_HOST = /[\p{L}\p{N}]\.[\p{L}\p{N}-]+(?::\d{1,5})?$/u;
const USER_INFO = /:\/\/[^/]*@/g;

/** What follows a scheme, or what stands between signs and Discord's formatting; an apostrophe within a name belongs to it. */
const TOKEN =
  /:\/\/[^()"',;|*~`]*|(?:(?!:\/\/)[^()"',;|*~`[\]]|(?<=[\p{L}\p{N}])'(?=[\p{L}\p{N}]))+/gu;
const ADDRESS = /[@＠][^@＠]*\.\p{L}{2,}/u;
/** Everybody is nobody in particular. */
const HANDLE = /(?<![\p{L}\p{N}])(?!@(?:everyone|here)\b)[@＠][\p{L}\p{N}_].*/u;

const UUID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi;
/** Digests, keys, ids of other systems. */
const LONG_HEX = /\b(?=[a-f]*\d)[0-9a-f]{24,}\b/gi;
/** Discord's ids have 17 to 20 digits; card and account numbers are as long. */
const LONG_NUMBER = /\p{Nd}{15,}/gu;
/** Seven to fifteen digits with what people put between them. Some dates and sums look the same and go too. */
const PHONE = /(?<!\p{Nd})(?:\+|\(\+?)?\p{Nd}(?:[ \t\u00a0().\-/]{0,3}\p{Nd}){6,14}(?!\p{Nd})/gu;

/** Cut where the query or fragment of the first address in it begins. */
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

function cleanToken(token: string): string {
  if (token.startsWith('://')) return token;
  if (ADDRESS.test(token)) return '[e-mail]';
  return token.replace(HANDLE, '[mention]');
}

function cleanWord(word: string): string {
  return withoutQuery(word).replace(USER_INFO, '://').replace(TOKEN, cleanToken);
}

/**
 * The sample without personal data: mentions, e-mail addresses, phone numbers, what follows the path of a URL, user
 * names in URLs, ids, and times in Discord's markup. Names written as plain words stay. Linear in the sample's length.
 */
export function withoutPersonalData(sample: string): string {
  const text = sample.toWellFormed();
  if (!SUSPICIOUS.test(text)) return text;
  return text
    .replace(INVISIBLE, '')
    .replace(MENTION, '[mention]')
    .replace(CHANNEL, '[channel]')
    .replace(TIMESTAMP, '[time]')
    .replace(EMOJI, '$1')
    .replace(COMMAND, '$1')
    .replace(WORD, cleanWord)
    .replace(UUID, '[id]')
    .replace(LONG_HEX, '[id]')
    .replace(LONG_NUMBER, '[id]')
    .replace(PHONE, '[phone]');
}
