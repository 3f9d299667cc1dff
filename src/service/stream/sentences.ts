import type { Segment } from './transcriber.ts';

export interface Sentence {
  /** Seconds from the start of the audio. */
  start: number;
  text: string;
  speaker: number;
}

/** A pause of this length ends a sentence regardless of punctuation. */
const PAUSE_SECONDS = 1.5;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Consecutive segments by one speaker without a long pause. */
interface Turn {
  speaker: number;
  segments: Segment[];
}

function turnsOf(segments: readonly Segment[]): Turn[] {
  const turns: Turn[] = [];
  for (const segment of segments) {
    const turn = turns.at(-1);
    const { speaker = 0 } = segment;
    const pause = segment.start - (turn?.segments.at(-1)?.end ?? 0);
    if (turn === undefined || turn.speaker !== speaker || pause >= PAUSE_SECONDS) {
      turns.push({ speaker, segments: [segment] });
    } else {
      turn.segments.push(segment);
    }
  }
  return turns;
}

/**
 * Regroups a transcriber's segments into sentences. A sentence that starts inside a segment gets a time in proportion to its
 * offset in the text.
 */
export function sentencesOf(segments: readonly Segment[]): Sentence[] {
  const sorted = [...segments].sort((a, b) => a.start - b.start);
  return turnsOf(sorted).flatMap(({ speaker, segments: spoken }) => {
    const places: { offset: number; segment: Segment }[] = [];
    let text = '';
    for (const segment of spoken) {
      const words = segment.text.replaceAll(/\s+/g, ' ').trim();
      if (words === '') continue;
      if (text !== '') text += ' ';
      places.push({ offset: text.length, segment: { ...segment, text: words } });
      text += words;
    }
    return Array.from(segmenter.segment(text), ({ segment, index }) => {
      const place = places.findLast(({ offset }) => offset <= index);
      return {
        start: place === undefined ? 0 : timeAt(place, index),
        text: segment.trim(),
        speaker,
      };
    });
  });
}

function timeAt({ offset, segment }: { offset: number; segment: Segment }, index: number): number {
  const share = Math.min(1, (index - offset) / segment.text.length);
  return segment.start + share * (segment.end - segment.start);
}

/** `HH:MM:SS` (interface.md, "Tagging session result"). */
export function timeString(seconds: number): string {
  const totalSeconds = Math.floor(seconds);
  const parts = [
    Math.floor(totalSeconds / 3600),
    Math.floor(totalSeconds / 60) % 60,
    totalSeconds % 60,
  ];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
