/* The usual small text classifier: TF-IDF of words and word pairs, and a logistic regression. */

export interface Example {
  readonly text: string;
  readonly isHarmful: boolean;
}

const EPOCHS = 20;
const RATE = 2;
const WORD = /[\p{L}\p{N}']+/gu;

function termsOf(text: string): Map<string, number> {
  const words = text.toLowerCase().match(WORD) ?? [];
  const counts = new Map<string, number>();
  words.forEach((word, at) => {
    for (const term of at === 0 ? [word] : [word, `${words[at - 1]} ${word}`]) {
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  });
  return counts;
}

/** Learns from examples; returns a function that gives the probability that a text is harmful. */
export function trainTfIdf(examples: readonly Example[]): (text: string) => number {
  const documents = examples.map(({ text }) => termsOf(text));
  const frequencies = new Map<string, number>();
  for (const terms of documents) {
    for (const term of terms.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  const known = new Map(
    [...frequencies].map(([term, frequency], id): [string, { id: number; idf: number }] => [
      term,
      { id, idf: Math.log((1 + examples.length) / (1 + frequency)) + 1 },
    ]),
  );
  const weights = new Float64Array(known.size);
  let bias = 0;

  /** The known terms of a text as a vector of length 1. */
  function vectorOf(terms: ReadonlyMap<string, number>): { ids: number[]; values: number[] } {
    const [ids, values]: [number[], number[]] = [[], []];
    for (const [term, count] of terms) {
      const found = known.get(term);
      if (found === undefined) continue;
      ids.push(found.id);
      values.push((1 + Math.log(count)) * found.idf);
    }
    const length = Math.hypot(...values);
    return { ids, values: values.map((value) => value / length) };
  }

  function probability({ ids, values }: ReturnType<typeof vectorOf>): number {
    let sum = bias;
    for (const [at, id] of ids.entries()) sum += (weights[id] ?? 0) * (values[at] ?? 0);
    return 1 / (1 + Math.exp(-sum));
  }

  const vectors = documents.map(vectorOf);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const [index, vector] of vectors.entries()) {
      const target = examples[index]?.isHarmful === true ? 1 : 0;
      const step = RATE * (target - probability(vector));
      bias += step / 10;
      for (const [at, id] of vector.ids.entries()) {
        weights[id] = (weights[id] ?? 0) + step * (vector.values[at] ?? 0);
      }
    }
  }
  return (text) => probability(vectorOf(termsOf(text)));
}
