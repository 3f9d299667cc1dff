/** Markdown tables of an evaluation. */
export type Cell = string | number;

export function table(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

export const fixed = (value: number, digits = 3): string =>
  Number.isFinite(value) ? value.toFixed(digits) : '–';
export const percent = (share: number, digits = 1): string => `${(share * 100).toFixed(digits)} %`;

const BEGIN = '<!-- evaluation: written by npm run evaluate -->';
const END = '<!-- end of evaluation -->';

/** Replaces the figures in the model card by those of this run. */
export function intoCard(card: string, figures: string): string {
  const from = card.indexOf(BEGIN);
  const to = card.indexOf(END);
  if (from === -1 || to < from) {
    throw new RangeError('the model card has no evaluation section');
  }
  return `${card.slice(0, from)}${BEGIN}\n\n${figures}\n\n${card.slice(to)}`;
}
