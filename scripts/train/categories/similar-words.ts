/** Number of similar words per word, and their minimum similarity: the cosine of the vectors. */
export const SIMILAR = 6;
const LEAST = 0.6;
/** Number of words compared in each class, and among words without one: the most frequent in the texts. */
const COMPARED = 10_000;

interface KnownWords {
  /** A vector per word, with `dimensions` numbers. */
  own: Float32Array;
  dimensions: number;
  /** 0: no class. */
  classes: Uint8Array;
  /** Number of texts that contain the word. */
  counts: readonly number[];
}

/**
 * `SIMILAR` rows per word: the most similar words of the same class; -1 if there are fewer. Words of different classes never
 * replace each other: by their vectors, "kill" is close to "save".
 */
export function similarWords({ own, dimensions, classes, counts }: KnownWords): Int32Array {
  const unit = new Float32Array(own.length);
  const byClass = new Map<number, number[]>();
  counts.forEach((_, row) => {
    const vector = own.subarray(row * dimensions, (row + 1) * dimensions);
    const length = Math.hypot(...vector);
    if (length === 0) return;
    unit.set(
      vector.map((value) => value / length),
      row * dimensions,
    );
    const kind = classes[row] ?? 0;
    const rows = byClass.get(kind);
    if (rows === undefined) byClass.set(kind, [row]);
    else rows.push(row);
  });
  const similar = new Int32Array(counts.length * SIMILAR).fill(-1);
  for (const rows of byClass.values()) {
    const compared = rows
      .toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
      .slice(0, COMPARED);
    for (const row of compared) {
      const found: { other: number; cosine: number }[] = [];
      let least = LEAST;
      for (const other of compared) {
        if (other === row) continue;
        let cosine = 0;
        for (let d = 0; d < dimensions; d += 1) {
          cosine += (unit[row * dimensions + d] ?? 0) * (unit[other * dimensions + d] ?? 0);
        }
        if (cosine <= least) continue;
        found.push({ other, cosine });
        if (found.length <= SIMILAR) continue;
        found.sort((a, b) => b.cosine - a.cosine);
        found.length = SIMILAR;
        least = found.at(-1)?.cosine ?? LEAST;
      }
      found.forEach(({ other }, index) => {
        similar[row * SIMILAR + index] = other;
      });
    }
  }
  return similar;
}
