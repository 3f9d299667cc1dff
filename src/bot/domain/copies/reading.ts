import { signatureOf, type Signature } from '../incidents/signature.ts';
import type { Part, Snapshot } from '../snapshot.ts';

/** A message as it is compared with others of its author. */
export interface Reading {
  /** The signature of the text without addresses; null: too short to tell copies from habit, such as a greeting. */
  readonly signature: Signature | null;
  /** Without scheme, query and fragment. */
  readonly links: readonly string[];
  /** There is more than words: a picture, a link, or a mention of everyone. */
  readonly hasLure: boolean;
  readonly isForward: boolean;
}

/** A shorter text says too little: `gm`, `lol`, `LF2M`. */
const LEAST_LETTERS = 20;
/** Only this much of a text is compared. */
const MOST_READ = 4_000;
/** With a scheme, or an invite. The lengths are limited so that the search stays linear. */
const LINK =
  /https?:\/\/([!-;=?-~]{4,300})|\b(?:discord\.gg|discord(?:app)?\.com\/invite)\/[\w-]{2,40}/giu;
/** Discord's own picker of moving pictures posts links. */
const PICKED = /^(?:[\w-]+\.)?(?:tenor|giphy|klipy)\.(?:com|co)\//u;
const EVERYONE = /@(?:everyone|here)\b/u;
const LETTER = /\p{L}/gu;

export function readingOf(snapshot: Snapshot): Reading {
  const text = writtenText(snapshot.parts).slice(0, MOST_READ);
  const links = linksIn(text);
  const words = text.replace(LINK, ' ');
  const isLong = (words.match(LETTER)?.length ?? 0) >= LEAST_LETTERS;
  const pictures = snapshot.posting?.pictures ?? [];
  return {
    signature: isLong ? signatureOf(words) : null,
    links,
    hasLure: pictures.length > 0 || links.length > 0 || EVERYONE.test(text),
    isForward: snapshot.parts.some(({ kind }) => kind === 'forwarded'),
  };
}

/** The author's words and those they forward, without the names of files and the like. */
function writtenText(parts: readonly Part[]): string {
  return parts
    .filter(isWritten)
    .map(({ text }) => text)
    .join('\n');
}

export function isWritten({ kind }: Part): boolean {
  return kind === 'content' || kind === 'forwarded';
}

function linksIn(text: string): string[] {
  return Array.from(text.matchAll(LINK), ([address]) => placeOf(address)).filter(
    (place) => !PICKED.test(place),
  );
}

function placeOf(address: string): string {
  const [place = ''] = address
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/u, '')
    .split(/[?#]/u);
  return place.replace(/[/.,!>)\]]+$/u, '');
}
