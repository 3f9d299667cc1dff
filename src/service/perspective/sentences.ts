/** A part of a text, in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly begin: number;
  readonly end: number;
}

/** Keeps a text of nothing but full stops from costing more than any other. The last span holds the rest of the text. */
const MAX_SPANS = 100;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a text, without the space around them. */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = [];
  for (const { index, segment } of segmenter.segment(text)) {
    const begin = index + (segment.length - segment.trimStart().length);
    const end = index + segment.trimEnd().length;
    if (begin >= end) continue;
    if (spans.length === MAX_SPANS - 1) {
      spans.push({ begin, end: text.trimEnd().length });
      break;
    }
    spans.push({ begin, end });
  }
  return spans;
}
