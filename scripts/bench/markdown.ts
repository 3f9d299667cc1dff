/** Rounded, with thousands separators. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
export const fixed = (value: number, digits = 1): string => value.toFixed(digits);
export const mib = (bytes: number): string => `${whole(bytes / 2 ** 20)} MiB`;

/** `1.20 (1.15–1.24)`: a value with the minimum and maximum of the rounds. */
export function withRange(value: number, rounds: readonly number[]): string {
  return `${fixed(value, 2)} (${fixed(Math.min(...rounds), 2)}–${fixed(Math.max(...rounds), 2)})`;
}

/** Rows of cells as a Markdown table: names on the left, figures on the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
  return [
    line(head),
    `|---|${head
      .slice(1)
      .map(() => '---:|')
      .join('')}`,
    ...rows.map(line),
  ];
}
