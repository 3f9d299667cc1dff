import type { Clock } from '../../../shared/clock.ts';

/**
 * The importance of a post. `urgent`: an alert that says that something was done or refused. `summary`: a post that stands
 * for many others, such as a digest. All others are `ordinary`.
 */
export type PostUrgency = 'ordinary' | 'urgent' | 'summary';

/** The right to one post. It counts until it is given up, or for a minute after the post. */
export interface PostPlace {
  /** The post is there, or may be. */
  used(): void;
  /** Nothing was posted. */
  giveUp(): void;
}

/** Limits the posts for a server's moderators to ten in any minute, whatever they are about. Edits do not count. */
export interface PostLimiter {
  /** Null: the limit is reached for posts of this urgency. */
  take(guildId: string, urgency: PostUrgency): PostPlace | null;
}

const WINDOW_MS = 60_000;

/** A post gets a place while fewer than this many are taken, so that the less urgent leave room for the others. */
const CAPACITY: Readonly<Record<PostUrgency, number>> = { ordinary: 6, urgent: 8, summary: 10 };

export function createPostLimiter(clock: Pick<Clock, 'now'>): PostLimiter {
  /** Per server, when each post was made; null: not yet. */
  const placesByGuild = new Map<string, Set<{ postedAt: number | null }>>();

  /** Without those that no longer count. */
  function placesOf(guildId: string): Set<{ postedAt: number | null }> {
    const places = placesByGuild.get(guildId) ?? new Set();
    placesByGuild.set(guildId, places);
    const since = clock.now() - WINDOW_MS;
    for (const place of places) {
      if (place.postedAt !== null && place.postedAt <= since) places.delete(place);
    }
    return places;
  }

  return {
    take(guildId, urgency) {
      const places = placesOf(guildId);
      if (places.size >= CAPACITY[urgency]) return null;
      const place: { postedAt: number | null } = { postedAt: null };
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
