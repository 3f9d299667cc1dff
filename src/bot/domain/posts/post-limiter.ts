import type { Clock } from '../../../shared/clock.ts';
import { isSevere, type PostUrgency } from './urgency.ts';

/** The right to one post. It counts until it is given up, or for a minute after the post. */
export interface PostPlace {
  /** The post exists, or may exist. */
  used(): void;
  /** Nothing was posted. */
  giveUp(): void;
}

/**
 * Limits the posts for a server's moderators in any minute. Severe posts have ten places of their own; any other post gets a
 * place only while fewer than ten posts of all kinds count. Edits do not count.
 */
export interface PostLimiter {
  /** Null: the limit is reached for posts of this urgency. */
  take(guildId: string, urgency: PostUrgency): PostPlace | null;
}

const WINDOW_MS = 60_000;

/**
 * A post gets a place while fewer than this many of all places are taken, so that less urgent posts leave room for others.
 */
const OF_ALL: Readonly<Record<PostUrgency, number>> = {
  severest: 0,
  severe: 8,
  deletion: 8,
  ordinary: 6,
  summary: 10,
};
/** The same for places of severe posts, which others cannot use up. */
const OF_SEVERE: Readonly<Record<PostUrgency, number>> = {
  severest: 10,
  severe: 6,
  deletion: 0,
  ordinary: 0,
  summary: 0,
};

interface Place {
  readonly isSevere: boolean;
  /** Null: not yet. */
  postedAt: number | null;
}

export function createPostLimiter(clock: Pick<Clock, 'now'>): PostLimiter {
  const placesByGuild = new Map<string, Set<Place>>();

  /** The places of a server, without those that no longer count. */
  function placesOf(guildId: string): Set<Place> {
    const places = placesByGuild.get(guildId) ?? new Set();
    placesByGuild.set(guildId, places);
    const nowMs = clock.now();
    for (const place of places) {
      if (place.postedAt === null) continue;
      // Otherwise a clock that was set back by an hour would stop the posts for an hour.
      place.postedAt = Math.min(place.postedAt, nowMs);
      if (place.postedAt <= nowMs - WINDOW_MS) places.delete(place);
    }
    return places;
  }

  return {
    take(guildId, urgency) {
      const places = placesOf(guildId);
      const severe = [...places].filter(({ isSevere }) => isSevere).length;
      if (severe >= OF_SEVERE[urgency] && places.size >= OF_ALL[urgency]) return null;
      const place: Place = { isSevere: isSevere(urgency), postedAt: null };
      places.add(place);
      return {
        used() {
          place.postedAt = clock.now();
        },
        giveUp: () => void places.delete(place),
      };
    },
  };
}
