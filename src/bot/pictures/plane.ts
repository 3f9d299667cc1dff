/** The brightness of each pixel, 0 to 255, row by row. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/** A part of a plane, in pixels. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Transparent pixels are shown on Discord's grey, because a picture may be black or white on nothing. */
const BEHIND = 128;

export function planeOf(
  rgba: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): Plane {
  const values = new Float32Array(width * height);
  for (let index = 0; index < values.length; index += 1) {
    const at = index * 4;
    const light =
      0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0);
    values[index] = BEHIND + ((light - BEHIND) * (rgba[at + 3] ?? 0)) / 255;
  }
  return { width, height, values };
}

export function wholeOf({ width, height }: Plane): Area {
  return { left: 0, top: 0, width, height };
}

/** Scales an area to a square by averaging what each of its points covers. */
export function squareOf(plane: Plane, area: Area, side: number): Float32Array {
  const columns = spansOf(area.left, area.width, side);
  const rows = spansOf(area.top, area.height, side);
  const square = new Float32Array(side * side);
  for (const [y, row] of rows.entries()) {
    for (const [x, column] of columns.entries()) {
      square[y * side + x] = meanOf(plane, column, row);
    }
  }
  return square;
}

/** Pixels from `from` up to, but without, `to`. */
interface Span {
  readonly from: number;
  readonly to: number;
}

function spansOf(start: number, length: number, count: number): Span[] {
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor(start + (index * length) / count);
    const to = Math.floor(start + ((index + 1) * length) / count);
    return { from, to: Math.max(to, from + 1) };
  });
}

function meanOf({ width, values }: Plane, columns: Span, rows: Span): number {
  let sum = 0;
  for (let y = rows.from; y < rows.to; y += 1) {
    for (let x = columns.from; x < columns.to; x += 1) sum += values[y * width + x] ?? 0;
  }
  return sum / ((columns.to - columns.from) * (rows.to - rows.from));
}

/** How far the pixels of a border may differ from its corner. Compression leaves such differences. */
const BORDER_TOLERANCE = 24;
/** A border is at most this part of the width or height. */
const MAX_BORDER = 0.4;

/** The picture inside its border of one colour. */
export function insideBorder(plane: Plane): Area {
  const { width, height, values } = plane;
  const isAlike = (from: number, step: number, count: number, light: number): boolean => {
    for (let index = 0; index < count; index += 1) {
      if (Math.abs((values[from + index * step] ?? 0) - light) > BORDER_TOLERANCE) return false;
    }
    return true;
  };
  const linesAt = (
    lines: number,
    line: (index: number) => readonly [from: number, step: number, count: number],
  ): number => {
    const [first] = line(0);
    const light = values[first] ?? 0;
    const most = Math.floor(lines * MAX_BORDER);
    let count = 0;
    while (count < most && isAlike(...line(count), light)) count += 1;
    return count;
  };
  const top = linesAt(height, (y) => [y * width, 1, width]);
  const bottom = linesAt(height, (y) => [(height - 1 - y) * width, 1, width]);
  const rows = height - top - bottom;
  const left = linesAt(width, (x) => [top * width + x, width, rows]);
  const right = linesAt(width, (x) => [top * width + width - 1 - x, width, rows]);
  return { left, top, width: width - left - right, height: rows };
}
