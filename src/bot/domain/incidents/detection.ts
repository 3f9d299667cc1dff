import { DAY_MS } from '../../../shared/clock.ts';
import { isAboutCopies, type Case } from '../case.ts';
import type { IncidentSettings } from '../policy/policy.ts';
import { alertUrgency, isSevere } from '../posts/urgency.ts';
import type { Flood, FloodKind, Trigger } from './incident.ts';
import { isSimilar, signatureOf, type Signature } from './signature.ts';

/* Finds a server's cases that belong together. Nothing here acts. Each case costs at most a millisecond. */

/** A member is new for this long after joining. */
export const NEW_MEMBER_MS = DAY_MS;
/** A case is compared with at most this many of the latest ones. */
const MAX_RECENT = 300;
/** A text is compared with at most this many of an incident's latest texts. */
const MAX_TEXTS = 100;

/** The facts of a case that detection uses. */
export interface Sighting {
  readonly number: number;
  readonly openedAt: number;
  /** A member, a webhook or a bot. */
  readonly authorId: string;
  /** Null: no member wrote the text. */
  readonly memberId: string | null;
  /** The author's account posts the same in many channels, and the bot does more than tell the moderators. */
  readonly isHacked: boolean;
  /** The author joined within a day, and the bot does more than tell the moderators. */
  readonly isNewMember: boolean;
  /**
   * The kind of flood that the case can be part of; null: none, because its author is new or unknown, or the bot only tells
   * the moderators.
   */
  readonly floodKind: FloodKind | null;
  /** Null: the text has no letters. */
  readonly signature: Signature | null;
}

/**
 * Null: the case never belongs to an incident. A moderator's text is left to the moderators, a text that could not be
 * checked is no evidence, and a case opened by a moderator is already handled. While the bot only watches, what it would
 * have done counts as done: moderators want to see how it would have coped.
 */
export function sightingOf(record: Case, text: string | null): Sighting | null {
  const { number, openedAt, author, judgement, withheld, steps } = record;
  const isActedOn = steps.some(({ effect }) => effect.kind !== 'alert');
  const isHacked = isAboutCopies(record) && isActedOn;
  if ((judgement.kind !== 'verdict' && !isHacked) || withheld !== null) return null;
  const memberId = author.kind === 'person' ? author.id : null;
  const isNew = isNewMember(author, openedAt);
  const signature = text === null ? null : signatureOf(text);
  return {
    number,
    openedAt,
    authorId: author.id,
    memberId,
    isHacked,
    isNewMember: isNew && isActedOn && !isHacked,
    floodKind: isActedOn && !isNew && !isHacked && author.id !== '' ? floodKindOf(record) : null,
    signature,
  };
}

/** An urgent case never joins an incident of ordinary ones. */
function floodKindOf(record: Case): FloodKind {
  return isSevere(alertUrgency(record)) ? 'manySevere' : 'manyAuthors';
}

function isNewMember({ kind, joinedAt }: Case['author'], now: number): boolean {
  return kind === 'person' && joinedAt !== null && now - joinedAt < NEW_MEMBER_MS;
}

/** Cases that belong together, oldest first. */
export interface Finding {
  readonly triggers: Trigger[];
  readonly sightings: readonly Sighting[];
}

/** Compares each case of a server with those shortly before it. */
export interface Detector {
  /** Null: not enough cases belong together yet. The cases of a finding are not counted again. */
  add(sighting: Sighting, settings: IncidentSettings, flood: Flood): Finding | null;
}

export function createDetector(): Detector {
  let recent: readonly Sighting[] = [];

  return {
    add(sighting, { windowSeconds, sameTextMembers, newMembers }, flood) {
      const since = sighting.openedAt - windowSeconds * 1000;
      recent = [...recent.filter(({ openedAt }) => openedAt >= since), sighting].slice(-MAX_RECENT);
      const found = new Map<Trigger, readonly Sighting[]>([
        ['hackedAccount', sighting.isHacked ? recent.filter((other) => other.isHacked) : []],
        ['sameText', recent.filter((other) => other === sighting || isSameText(other, sighting))],
        ['newMembers', sighting.isNewMember ? recent.filter((other) => other.isNewMember) : []],
      ]);
      const thresholds = new Map<Trigger, number>([
        ['sameText', sameTextMembers],
        ['newMembers', newMembers],
      ]);
      const triggers = [...found].flatMap(([trigger, sightings]) => {
        return membersOf(sightings).size >= (thresholds.get(trigger) ?? 1) ? [trigger] : [];
      });
      const { floodKind } = sighting;
      if (flood === 'begins' && floodKind !== null) {
        found.set(
          floodKind,
          recent.filter((other) => other.floodKind === floodKind),
        );
        triggers.push(floodKind);
      }
      if (triggers.length === 0) return null;
      const belonging = new Set(triggers.flatMap((trigger) => found.get(trigger) ?? []));
      const sightings = recent.filter((other) => belonging.has(other));
      recent = recent.filter((other) => !belonging.has(other));
      return { triggers, sightings };
    },
  };
}

/** Features of an incident's cases, to recognise further ones. */
export interface OpenIncident {
  readonly number: number;
  /**
   * Whether a case belongs to the incident, depending on its triggers: by its text, because its author is new, or as part of
   * a flood that is still going on. Other texts of the incident's members do not belong to it: moderators could miss a
   * threat, and a common insult would bring in everybody who uses it.
   */
  includes(sighting: Sighting, flood: Flood): boolean;
  /** Remembers the text. Returns the case with nearly the same text; null: the text is new. */
  add(sighting: Sighting): number | null;
  /** Extends the incident to these triggers. */
  watch(triggers: readonly Trigger[]): void;
}

export function createOpenIncident(
  number: number,
  initialTriggers: readonly Trigger[],
): OpenIncident {
  const watched = new Set(initialTriggers);
  let texts: readonly { number: number; signature: Signature }[] = [];

  function textLike({ signature }: Sighting): number | null {
    if (signature === null) return null;
    return texts.find((text) => isSimilar(text.signature, signature))?.number ?? null;
  }

  return {
    number,
    includes: (sighting, flood) =>
      (watched.has('hackedAccount') && sighting.isHacked) ||
      (watched.has('newMembers') && sighting.isNewMember) ||
      (watched.has('sameText') && textLike(sighting) !== null) ||
      (flood !== 'none' && sighting.floodKind !== null && watched.has(sighting.floodKind)),
    add(sighting) {
      const similarTo = textLike(sighting);
      const { signature } = sighting;
      if (similarTo === null && signature !== null) {
        texts = [...texts, { number: sighting.number, signature }].slice(-MAX_TEXTS);
      }
      return similarTo;
    },
    watch(triggers) {
      for (const trigger of triggers) watched.add(trigger);
    },
  };
}

function isSameText({ signature: one }: Sighting, { signature: other }: Sighting): boolean {
  return one !== null && other !== null && isSimilar(one, other);
}

function membersOf(sightings: Iterable<Sighting>): Set<string> {
  const members = new Set<string>();
  for (const { memberId } of sightings) if (memberId !== null) members.add(memberId);
  return members;
}
