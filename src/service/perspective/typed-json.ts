/** A string, a name with the colon after it, or a comma with nothing after it. A string left open ends with the text. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|([A-Za-z_$][\w$]*)(\s*:)?|,(?=\s*[}\]])/gs;

/**
 * JSON as people type it: names without quotes, and commas before a closing bracket. Google's servers accept both, and
 * Perspective's documentation has examples of both.
 */
export function jsonFromTyped(typed: string): string {
  return typed.replaceAll(TOKEN, (token, name?: string, colon?: string) => {
    if (token === ',') return '';
    return name === undefined || colon === undefined ? token : `"${name}"${colon}`;
  });
}
