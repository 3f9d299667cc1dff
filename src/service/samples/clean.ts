/** Only texts with one of these can hold any of what follows. */
const SUSPICIOUS = /[\p{Nd}@＠:/\0\u00ad\u200b\u2060\ufeff]/u;
/** Invisible characters that part what belongs together, and NUL. */
const INVISIBLE = /[\0\u00ad\u200b\u2060\ufeff]/g;

/** Discord's markup ("Message Formatting"): everything in it is an id or a time, save for an emoji's or command's name. */
const MENTION = /<@[!&]?\d{1,20}>/g;
const CHANNEL = /<#\d{1,20}>/g;
const TIMESTAMP = /<t:-?\d{1,16}(?::\w)?>/g;
const EMOJI = /<a?(:\w{1,32}:)\d{1,20}>/g;
const COMMAND = /<(\/[^:>\n]{1,100}):\d{1,20}>/g;

const TOKEN = /[^\s<>()"',;]+/g;
const ADDRESS = /[@＠][^@＠]*\.\p{L}{2,}/u;
const HANDLE = /^[@＠][\p{L}\p{N}_]/u;
/** They mention nobody in particular. */
const EVERYBODY = /^@(?:everyone|here)\b/;
const URL = /^([a-z][a-z0-9+.-]{0,20}:\/\/)([^/?#]*)([^?#]*)/i;
/** An address without its scheme: a host with a dot, a path. */
const BARE_URL = /^[^/?#@.]+(?:\.[^/?#@.]+)+\/[^?#]*(?=[?#])/;

const UUID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi;
/** Digests, keys, ids of other systems. */
const LONG_HEX = /\b(?=[a-f]*\d)[0-9a-f]{24,}\b/gi;
/** Discord's ids have 17 to 20 digits; card and account numbers are as long. */
const LONG_NUMBER = /\p{Nd}{15,}/gu;
/** Seven to fifteen digits with what people put between them. Some dates and sums look the same and go too. */
const PHONE = /(?<!\p{Nd})(?:\+|\(\+?)?\p{Nd}(?:[ \t\u00a0().\-/]{0,3}\p{Nd}){6,14}(?!\p{Nd})/gu;

function cleanToken(token: string): string {
  const url = URL.exec(token);
  if (url !== null) {
    const [, scheme = '', authority = '', path = ''] = url;
    return `${scheme}${authority.slice(authority.lastIndexOf('@') + 1)}${path}`;
  }
  if (ADDRESS.test(token)) return '[e-mail]';
  if (HANDLE.test(token) && !EVERYBODY.test(token)) return '[mention]';
  return BARE_URL.exec(token)?.[0] ?? token;
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
    .replace(TOKEN, cleanToken)
    .replace(UUID, '[id]')
    .replace(LONG_HEX, '[id]')
    .replace(LONG_NUMBER, '[id]')
    .replace(PHONE, '[phone]');
}
