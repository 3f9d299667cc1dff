const WORD = /[\p{L}\p{N}']+|\p{Extended_Pictographic}/gu;
/** Texts that share at least this part of their words say the same thing, or deliberately the opposite. */
const ALIKE = 0.5;
/** Words that occur in more texts than this don't suggest that two texts belong together. */
const MAX_TEXTS = 300;

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(WORD) ?? []);

/**
 * For each text, the first text of its group. A group consists of texts that share half of their words, directly or through
 * others. Such texts belong on the same side of a split: otherwise, a model that remembers one of them fails on the other, or
 * gets it for free.
 */
export function groupNearDuplicates(texts: readonly string[]): string[] {
  const words = texts.map(wordsOf);
  const parents = [...texts.keys()];
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root] ?? root;
    return root;
  };
  const withWord = new Map<string, number[]>();
  words.forEach((own, at) => {
    const candidates = new Set<number>();
    for (const word of own) {
      const others = withWord.get(word);
      if (others === undefined) {
        withWord.set(word, [at]);
        continue;
      }
      if (others.length < MAX_TEXTS) for (const other of others) candidates.add(other);
      others.push(at);
    }
    for (const other of candidates) {
      const theirs = words[other] ?? new Set();
      let common = 0;
      for (const word of own) if (theirs.has(word)) common += 1;
      if (common < ALIKE * (own.size + theirs.size - common)) continue;
      const [a, b] = [rootOf(other), rootOf(at)];
      parents[Math.max(a, b)] = Math.min(a, b);
    }
  });
  return texts.map((_, at) => texts[rootOf(at)] ?? '');
}
