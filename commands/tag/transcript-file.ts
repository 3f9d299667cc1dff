import { transcript as texts } from '../texts/tag-answers.ts';

type Spoken = readonly (readonly [time: string, sentence: string])[];

export interface Said {
  /** Chronological. */
  readonly master: Spoken;
  /** By the speaker's index. */
  readonly speakers: Readonly<Record<string, Spoken>>;
}

const TIME = /^(\d+):(\d{2}):(\d{2})$/;
/** Subtitles want an end, which the service does not tell: the next sentence's beginning, at most so much later. */
const SHOWN_SECONDS = 7;
const LAST_SHOWN_SECONDS = 4;

/** A line a sentence; who said it where there are several. */
export function asText(said: Said): string {
  const nameOf = namer(said);
  return said.master
    .map(([time, sentence]) => `[${time}] ${nameOf(time, sentence)}${oneLine(sentence)}\n`)
    .join('');
}

/** SubRip. */
export function asSubtitles(said: Said): string {
  const nameOf = namer(said);
  return said.master
    .map(([time, sentence], index) => {
      const from = secondsOf(time);
      const next = said.master[index + 1];
      const latest = from + (next === undefined ? LAST_SHOWN_SECONDS : SHOWN_SECONDS);
      const to = next === undefined ? latest : Math.min(latest, secondsOf(next[0]));
      // Times are whole seconds, so two sentences may begin together.
      const span = `${stamp(from)} --> ${stamp(Math.max(to, from + 1))}`;
      return `${index + 1}\n${span}\n${nameOf(time, sentence)}${oneLine(sentence)}\n`;
    })
    .join('\n');
}

/** An empty line would end a subtitle, and a line break forge a line of text. */
function oneLine(sentence: string): string {
  return sentence.replaceAll(/\s+/gu, ' ').trim();
}

function namer({ speakers }: Said): (time: string, sentence: string) => string {
  const names = Object.keys(speakers);
  if (names.length < 2) return () => '';
  const byWords = new Map<string, string>();
  for (const [name, spoken] of Object.entries(speakers)) {
    const shown = /^\d+$/.test(name) ? String(Number(name) + 1) : name;
    for (const [time, sentence] of spoken) byWords.set(`${time} ${sentence}`, shown);
  }
  return (time, sentence) => {
    const name = byWords.get(`${time} ${sentence}`);
    return name === undefined ? '' : `${texts.speaker(name)}: `;
  };
}

function secondsOf(time: string): number {
  const [, hours = '0', minutes = '0', seconds = '0'] = TIME.exec(time) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function stamp(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)},000`;
}
