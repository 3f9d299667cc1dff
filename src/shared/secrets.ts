/** Shorter secrets are not struck out, because ordinary words would be, too. */
const MIN_LENGTH = 8;
const STRUCK = '[secret]';

/**
 * Returns a function that strikes these secrets out of a text, both as they are and as they appear in a JSON string or a URL.
 * Secrets of fewer than eight characters stay.
 */
export function createStrike(secrets: readonly string[]): (text: string) => string {
  const written = secrets
    .filter(({ length }) => length >= MIN_LENGTH)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  const forms = [...new Set(written)];
  return (text) => {
    let struck = text;
    for (const form of forms) if (struck.includes(form)) struck = struck.replaceAll(form, STRUCK);
    return struck;
  };
}
