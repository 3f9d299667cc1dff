/** Markdown tables of an evaluation. */
export type Cell = string | number;

export function table(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

export const fixed = (value: number, digits = 3): string =>
  Number.isFinite(value) ? value.toFixed(digits) : '–';
export const percent = (share: number, digits = 1): string => `${(share * 100).toFixed(digits)} %`;

/**
 * Replaces a section of a document with this run's text. In the document, the section stands between `<!-- NAME: written by a
 * script -->`, with any text after the name, and `<!-- end of NAME -->`.
 */
export function intoSection(document: string, name: string, text: string): string {
  const from = document.indexOf(`<!-- ${name}: `);
  const body = document.indexOf('-->', from) + '-->'.length;
  const to = document.indexOf(`<!-- end of ${name} -->`);
  if (from === -1 || to < body) throw new RangeError(`the document has no section '${name}'`);
  return `${document.slice(0, body)}\n\n${text}\n\n${document.slice(to)}`;
}
