import type { Translate } from '../../src/bot/command-kit.ts';

type Spoken = readonly (readonly [time: string, sentence: string])[];

export interface Speech {
  readonly master: Spoken;
  /** By speaker index. */
  readonly speakers: Readonly<Record<string, Spoken>>;
}

const TIME = /^(\d+):(\d{2}):(\d{2})$/;
/** The service gives no end of a sentence: a subtitle ends at the next one's start, after at most this long. */
const SHOWN_SECONDS = 7;
const LAST_SHOWN_SECONDS = 4;

/** One line per sentence, with the speaker if there are several. */
export function asText(speech: Speech, t: Translate): string {
  const nameOf = namer(speech, t);
  return speech.master
    .map(([time, sentence]) => `[${time}] ${nameOf(time, sentence)}${oneLine(sentence)}\n`)
    .join('');
}

export function asSubtitles(speech: Speech, t: Translate): string {
  const nameOf = namer(speech, t);
  return speech.master
    .map(([time, sentence], index) => {
      const from = secondsOf(time);
      const next = speech.master[index + 1];
      const latest = from + (next === undefined ? LAST_SHOWN_SECONDS : SHOWN_SECONDS);
      const to = next === undefined ? latest : Math.min(latest, secondsOf(next[0]));
      // Times are whole seconds, so two sentences may start at the same time.
      const span = `${stamp(from)} --> ${stamp(Math.max(to, from + 1))}`;
      return `${index + 1}\n${span}\n${nameOf(time, sentence)}${oneLine(sentence)}\n`;
    })
    .join('\n');
}

/** An empty line ends a subtitle, and a line break looks like the next line of the transcript. */
function oneLine(sentence: string): string {
  return sentence.replaceAll(/\s+/gu, ' ').trim();
}

function namer({ speakers }: Speech, t: Translate): (time: string, sentence: string) => string {
  const names = Object.keys(speakers);
  if (names.length < 2) return () => '';
  const byWords = new Map<string, string>();
  for (const [name, spoken] of Object.entries(speakers)) {
    const shown = /^\d+$/.test(name) ? String(Number(name) + 1) : name;
    for (const [time, sentence] of spoken) byWords.set(`${time} ${sentence}`, shown);
  }
  return (time, sentence) => {
    const name = byWords.get(`${time} ${sentence}`);
    return name === undefined ? '' : `${t('tag:reply.speaker', { name })}: `;
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
