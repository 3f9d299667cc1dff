import type { Snapshot } from '../snapshot.ts';
import { isSimilar } from '../incidents/signature.ts';
import { readingOf, type Reading } from './reading.ts';

/*
 * Finds what one author posts in many channels, as a hacked account does. Harmless members do so as well, by hand: a search
 * for players, a meme, an announcement. So the bot acts only on what nobody can do by hand, and only if there is more than
 * words. Pure.
 */

/** Only messages this close together count. */
export const COPIES_WINDOW_MS = 60_000;
/** A person needs this long to post the same in another channel. */
const BY_HAND_MS = 5_000;
/** A bare link is what helpers answer with, so it takes this many channels more. */
const MORE_FOR_LINK = 2;
/** Discord forwards a message to five channels at once, and a quick person reaches as many: this many more are beyond both. */
const MORE_AT_ANY_PACE = 3;
/** As many pictures as a message of most hacked accounts has. So many in two channels at once are enough. */
const PICTURES_IN_TWO = 4;

/** A message that may have copies. */
export interface Copy {
  readonly snapshot: Snapshot;
  /** When it was posted, in milliseconds since the Unix epoch. */
  readonly atMs: number;
  /** Read only when there is something to compare. */
  reading: Reading | null;
  /** The moderators know of it as one of several copies. */
  isReported: boolean;
}

/** The common content of copies. */
export type Copied = 'pictures' | 'text' | 'link';

export interface FoundCopies {
  readonly copied: Copied;
  /** Too fast, or in too many channels, for posting by hand. */
  readonly isCertain: boolean;
  /** Oldest first, the new message included. */
  readonly copies: readonly Copy[];
  readonly channels: number;
}

/**
 * The copies of a new message among its author's recent ones. `channels`: how many make them suspicious. Null: there are too
 * few.
 */
export function findCopies(
  added: Copy,
  recent: readonly Copy[],
  channels: number,
): FoundCopies | null {
  const near = recent
    .filter(({ atMs }) => Math.abs(atMs - added.atMs) <= COPIES_WINDOW_MS)
    .sort((one, other) => one.atMs - other.atMs);
  const pictures = near.filter((copy) => sharePicture(copy, added));
  const texts = near.filter((copy) => haveSameText(copy, added));
  const lures = readOf(added).hasLure ? texts.filter((copy) => readOf(copy).hasLure) : [];
  const links = near.filter((copy) => shareLink(copy, added));
  const certain: readonly (readonly [Copied, readonly Copy[], boolean])[] = [
    ['pictures', pictures, isBeyondHands(pictures, channels)],
    ['text', lures, isBeyondHands(lures, channels)],
    ['link', links, isBeyondHands(links, channels + MORE_FOR_LINK)],
    ...near
      .filter(({ snapshot }) => snapshot.channelId !== added.snapshot.channelId)
      .map((other) => {
        const both = picturesInBoth(near, added, other);
        return ['pictures', both, both.length > 0] as const;
      }),
  ];
  const found = certain.filter(([, , isCertain]) => isCertain);
  const [first] = found;
  if (first !== undefined) {
    const all = new Set(found.flatMap(([, copies]) => copies));
    return foundIn(
      first[0],
      true,
      near.filter((copy) => all.has(copy)),
    );
  }
  const suspected = certain.find(([, copies]) => isSuspicious(copies, channels));
  if (suspected !== undefined) return foundIn(suspected[0], false, suspected[1]);
  return isSuspicious(texts, channels) ? foundIn('text', false, texts) : null;
}

function foundIn(copied: Copied, isCertain: boolean, copies: readonly Copy[]): FoundCopies {
  return { copied, isCertain, copies, channels: channelsOf(copies).size };
}

function isSuspicious(copies: readonly Copy[], channels: number): boolean {
  return channelsOf(copies.filter(isOnOneAuthorsOwn)).size >= channels;
}

function channelsOf(copies: readonly Copy[]): Set<string> {
  return new Set(copies.map(({ snapshot }) => snapshot.channelId));
}

/** An answer to somebody says the same as others when their questions are the same. */
function isOnOneAuthorsOwn({ snapshot }: Copy): boolean {
  return snapshot.posting?.isAnswer === false;
}

/** Whether the copies reach enough channels faster than a person can, or more of them than a person would. */
function isBeyondHands(copies: readonly Copy[], channels: number): boolean {
  const own = copies.filter(isOnOneAuthorsOwn);
  if (placesOf(own).size >= channels + MORE_AT_ANY_PACE) return true;
  const times = [...placesOf(own.filter((copy) => !readOf(copy).isForward)).values()];
  return times.some((fromMs, index) => {
    const toMs = times[index + channels - 1];
    return toMs !== undefined && toMs - fromMs <= BY_HAND_MS * (channels - 1);
  });
}

/** When each place got its first copy, oldest first. Threads of one channel are one place: helpers answer in many of them. */
function placesOf(copies: readonly Copy[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const { snapshot, atMs } of copies) {
    const placeId = snapshot.posting?.placeId ?? snapshot.channelId;
    if (!places.has(placeId)) places.set(placeId, atMs);
  }
  return places;
}

/** The copies in two channels, if they share so many pictures that nobody attaches them twice in this time. */
function picturesInBoth(near: readonly Copy[], one: Copy, other: Copy): Copy[] {
  if (one.snapshot.posting?.placeId === other.snapshot.posting?.placeId) return [];
  const own = near.filter((copy) => isOnOneAuthorsOwn(copy) && !readOf(copy).isForward);
  const here = own.filter(({ snapshot }) => snapshot.channelId === one.snapshot.channelId);
  const there = own.filter(({ snapshot }) => snapshot.channelId === other.snapshot.channelId);
  const keysHere = new Set(here.flatMap(picturesOf));
  const shared = new Set(there.flatMap(picturesOf).filter((key) => keysHere.has(key)));
  const [firstHere, firstThere] = [here, there].map((copies) =>
    copies.find((copy) => picturesOf(copy).some((key) => shared.has(key))),
  );
  if (shared.size < PICTURES_IN_TWO || firstHere === undefined || firstThere === undefined) {
    return [];
  }
  if (Math.abs(firstHere.atMs - firstThere.atMs) > BY_HAND_MS) return [];
  return [...here, ...there].filter((copy) => picturesOf(copy).some((key) => shared.has(key)));
}

function picturesOf({ snapshot }: Copy): readonly string[] {
  return snapshot.posting?.pictures ?? [];
}

function sharePicture(one: Copy, other: Copy): boolean {
  const pictures = picturesOf(other);
  return pictures.length > 0 && picturesOf(one).some((picture) => pictures.includes(picture));
}

function haveSameText(one: Copy, other: Copy): boolean {
  const [left, right] = [readOf(one), readOf(other)];
  if (left.signature === null || right.signature === null) return false;
  return isSimilar(left.signature, right.signature);
}

function shareLink(one: Copy, other: Copy): boolean {
  const { links } = readOf(other);
  return links.length > 0 && readOf(one).links.some((link) => links.includes(link));
}

function readOf(copy: Copy): Reading {
  copy.reading ??= readingOf(copy.snapshot);
  return copy.reading;
}
