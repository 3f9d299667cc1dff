/** JSON whose long lists come in pages: an async iterable of pages is written as one list. */
export type JsonSource = AsyncIterable<readonly unknown[]> | { readonly [key: string]: unknown };

/** The JSON text of an object, in pieces, so that neither its lists nor the text are ever in memory as a whole. */
export async function* jsonPieces(source: JsonSource): AsyncGenerator<string> {
  if (isPages(source)) {
    let separator = '[\n';
    for await (const page of source) {
      if (page.length === 0) continue;
      yield separator + page.map((item) => JSON.stringify(item, null, 2)).join(',\n');
      separator = ',\n';
    }
    yield separator === ',\n' ? '\n]' : '[]';
    return;
  }
  let separator = '{\n';
  for (const [key, value] of Object.entries(source)) {
    yield `${separator}${JSON.stringify(key)}: `;
    separator = ',\n';
    if (isObject(value)) yield* jsonPieces(value);
    else yield JSON.stringify(value, null, 2) ?? 'null';
  }
  yield separator === '{\n' ? '{}' : '\n}';
}

function isPages(source: JsonSource): source is AsyncIterable<readonly unknown[]> {
  return Symbol.asyncIterator in source;
}

function isObject(value: unknown): value is JsonSource {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
