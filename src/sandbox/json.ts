/** An integer with too many digits for a JavaScript number. May also match inside a string. */
const LONG_INTEGER = /[:[,]\s*\d{16,}\s*[,}\]]/;
const STRING_OR_LONG_INTEGER = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])\d{16,}(?![\d.eE])/g;

/**
 * Parses what a client sends. Discord takes ids as integers too, as discord.py writes them, so long integers become strings
 * rather than lose digits. Throws a SyntaxError for invalid JSON.
 */
export function parseClientJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!LONG_INTEGER.test(text)) return value;
  const quoted = text.replace(STRING_OR_LONG_INTEGER, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
  return JSON.parse(quoted);
}
