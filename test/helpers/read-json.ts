/** Parses JSON that comes in pieces. */
export async function readJson(pieces: AsyncIterable<string>): Promise<Record<string, unknown>> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return JSON.parse(text) as Record<string, unknown>;
}
