/** Converts a color of Discord's API to CSS. Null: none; 0 is Discord's default color. */
export function cssColor(color: number | null | undefined): string | null {
  return color === null || color === undefined || color === 0
    ? null
    : `#${color.toString(16).padStart(6, '0')}`;
}
