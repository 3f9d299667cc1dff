import { insideBorder, squareOf, wholeOf, type Area, type Plane } from './plane.ts';

/*
 * The hash of a picture says for each of its 64 coarsest waves, except the mean, whether it is above the median. Resizing
 * and compression hardly change them. A crop shifts them all, so a blocked picture has hashes of its likely crops, and a
 * mirrored one of each.
 */

const SIDE = 32;
const BITS = 64;
/** Waves above this are structure; what compression leaves on a flat picture is below it. */
const STRUCTURE = 10;
/** A picture with fewer such waves would be like many others. */
const MIN_WAVES = 14;

/** The parts of a picture that are left after a likely crop: cut off left, top, right and bottom. */
const CROPS: readonly (readonly [left: number, top: number, right: number, bottom: number])[] = [
  ...[0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.15].map((cut) => [cut, cut, cut, cut] as const),
  ...[0.04, 0.08, 0.12, 0.16, 0.2].flatMap((cut) => [
    [cut, 0, 0, 0] as const,
    [0, cut, 0, 0] as const,
    [0, 0, cut, 0] as const,
    [0, 0, 0, cut] as const,
  ]),
  ...[0.05, 0.1].flatMap((cut) => [
    [cut, cut, 0, 0] as const,
    [0, cut, cut, 0] as const,
    [cut, 0, 0, cut] as const,
    [0, 0, cut, cut] as const,
  ]),
];

/** Text is added at the top or the bottom, and frames all around. */
const LESS_OFTEN_CHANGED: typeof CROPS = [
  [0, 0.16, 0, 0],
  [0, 0, 0, 0.16],
  [0.15, 0.15, 0.15, 0.15],
];

export interface PlaneHashes {
  /** Of the whole picture, of what is inside its border, and of the parts that are changed less often. The first is its name. */
  readonly hashes: readonly string[];
  /** Nearly no structure: its hash would be like those of many pictures. */
  readonly isFlat: boolean;
}

/** 16 hexadecimal digits each. */
export function hashesOf(plane: Plane): PlaneHashes {
  const whole = wholeOf(plane);
  const areas = [...areasOf(plane), ...LESS_OFTEN_CHANGED.map((crop) => cropped(whole, crop))];
  const waves = areas.map((area) => wavesOf(plane, area));
  const hashes = [...new Set(waves.map(hashOf))];
  const [coarse = new Float32Array()] = waves;
  const structure = coarse.filter((wave) => Math.abs(wave) > STRUCTURE).length;
  return { hashes, isFlat: structure < MIN_WAVES };
}

/** The hashes by which a blocked picture is recognised: as it is, cropped, and each of them mirrored. */
export function variantsOf(plane: Plane): string[] {
  const variants = areasOf(plane).flatMap((area) => [
    area,
    ...CROPS.map((crop) => cropped(area, crop)),
  ]);
  const hashes = variants.flatMap((area) => {
    const waves = wavesOf(plane, area);
    return [hashOf(waves), hashOf(mirrored(waves))];
  });
  return [...new Set(hashes)];
}

function areasOf(plane: Plane): Area[] {
  const whole = wholeOf(plane);
  const inside = insideBorder(plane);
  const hasBorder = inside.width < whole.width || inside.height < whole.height;
  return hasBorder ? [whole, inside] : [whole];
}

function cropped({ left, top, width, height }: Area, [l, t, r, b]: (typeof CROPS)[number]): Area {
  return {
    left: left + l * width,
    top: top + t * height,
    width: width * (1 - l - r),
    height: height * (1 - t - b),
  };
}

/** The waves of the discrete cosine transform, the coarsest first: across, down. */
const WAVES: readonly (readonly [across: number, down: number])[] = Array.from(
  { length: 16 * 16 },
  (_, index) => [index % 16, Math.floor(index / 16)] as const,
)
  .filter(([across, down]) => across + down > 0)
  .sort(([a, b], [c, d]) => a + b - (c + d) || a - c)
  .slice(0, BITS);

const COSINES = Array.from({ length: 16 }, (_, wave) =>
  Float32Array.from({ length: SIDE }, (__, at) =>
    Math.cos((Math.PI * wave * (2 * at + 1)) / (2 * SIDE)),
  ),
);

function wavesOf(plane: Plane, area: Area): Float32Array {
  const square = squareOf(plane, area, SIDE);
  // Each row once per wave across, then the columns of the result.
  const rows = COSINES.map((cosine) =>
    Float32Array.from({ length: SIDE }, (_, y) => {
      let sum = 0;
      for (let x = 0; x < SIDE; x += 1) sum += (square[y * SIDE + x] ?? 0) * (cosine[x] ?? 0);
      return sum;
    }),
  );
  return Float32Array.from(WAVES, ([across, down]) => {
    const row = rows[across];
    const cosine = COSINES[down];
    let sum = 0;
    for (let y = 0; y < SIDE; y += 1) sum += (row?.[y] ?? 0) * (cosine?.[y] ?? 0);
    return sum / SIDE;
  });
}

/** Mirroring left and right turns over each wave that is uneven across. */
function mirrored(waves: Float32Array): Float32Array {
  return waves.map((wave, index) => ((WAVES[index]?.[0] ?? 0) % 2 === 0 ? wave : -wave));
}

function hashOf(waves: Float32Array): string {
  const sorted = waves.toSorted();
  const median = ((sorted[BITS / 2 - 1] ?? 0) + (sorted[BITS / 2] ?? 0)) / 2;
  let hash = '';
  for (let at = 0; at < BITS; at += 4) {
    const bits = [...waves.subarray(at, at + 4)].map((wave) => (wave > median ? 1 : 0));
    hash += Number.parseInt(bits.join(''), 2).toString(16);
  }
  return hash;
}
