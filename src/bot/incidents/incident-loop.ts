import { sleep, type Clock } from '../../shared/clock.ts';
import type { IncidentPosts, Incidents, Progress } from '../domain/incidents/incident-ports.ts';
import { runningAction, type Incident } from '../domain/incidents/incident.ts';
import type { Cases, Policies } from '../domain/ports.ts';
import type { PostLimiter } from '../domain/posts/post-limiter.ts';
import type { Background } from '../../shared/tasks/background.ts';
import type { Retry, Unavailable } from '../../shared/tasks/retry.ts';

type IncidentRef = Pick<Incident, 'guildId' | 'number'>;

/**
 * Keeps the post of each incident equal to the store, and ends incidents that nothing has joined for a while or that are
 * two hours old. A post is edited at most once in `incidentEditMs`, however much happens.
 */
export interface IncidentLoop {
  /** The incident has begun, or something about it has changed. */
  changed(incident: IncidentRef): void;
  /** Goes on with an incident of an earlier process. */
  resume(incident: IncidentRef): void;
}

/** A phrase that many people use would otherwise keep an incident open for days, without alerts. */
const MAX_DURATION_MS = 2 * 3_600_000;
const TOO_MANY_POSTS: Unavailable = {
  status: 'unavailable',
  reason: 'Too many posts for the moderators of this server within a minute.',
};

interface Entry extends IncidentRef {
  isChanged: boolean;
  /** An earlier process may have posted it. */
  isResumed: boolean;
  wake: AbortController;
}

export function createIncidentLoop(deps: {
  posts: IncidentPosts;
  postLimiter: PostLimiter;
  incidents: Pick<Incidents, 'get' | 'update' | 'figures'>;
  cases: Pick<Cases, 'evidence'>;
  policies: Pick<Policies, 'get'>;
  progress: (incident: IncidentRef) => Progress | null;
  /** The shortest time between two edits of a post. */
  incidentEditMs: number;
  background: Background;
  retry: Retry;
  clock: Clock;
  signal: AbortSignal;
}): IncidentLoop {
  const {
    posts,
    postLimiter,
    incidents,
    cases,
    policies,
    progress,
    incidentEditMs,
    background,
    retry,
    clock,
    signal,
  } = deps;
  const entries = new Map<string, Entry>();

  /** Shows the incident as it is stored now. Resolves to when its latest case was opened. */
  async function show(entry: Entry, isRepeated: boolean): Promise<number | Unavailable> {
    const { guildId, number } = entry;
    const incident = await incidents.get(guildId, number);
    if (incident === null) return clock.now();
    const [policy, figures] = await Promise.all([
      policies.get(guildId),
      incidents.figures(guildId, number),
    ]);
    const texts = await Promise.all(
      figures.texts.map(async ({ caseNumber, cases: count }) => ({
        text: await cases.evidence(guildId, caseNumber),
        cases: count,
      })),
    );
    const view = { incident, figures, texts, policy, progress: progress(entry) };
    const place = incident.post === null ? postLimiter.take(guildId, 'summary') : null;
    if (incident.post === null && place === null) return TOO_MANY_POSTS;
    const shown = await posts
      .show({ ...view, resumed: entry.isResumed || isRepeated })
      .catch((error: unknown) => {
        place?.giveUp();
        throw error;
      });
    if (shown === null) place?.giveUp();
    else place?.used();
    if (shown !== null && 'status' in shown) return shown;
    if (shown !== null && shown.post.messageId !== incident.post?.messageId) {
      await incidents.update(incident, (latest) => ({ ...latest, post: shown.post }));
    }
    entry.isResumed = false;
    return figures.lastAt ?? incident.openedAt;
  }

  async function run(entry: Entry): Promise<void> {
    const { guildId, number } = entry;
    const errorContext = { operation: 'showing an incident', ids: { guildId, incident: number } };
    for (;;) {
      entry.isChanged = false;
      const lastAt = await retry(errorContext, (attempt) => show(entry, attempt > 0));
      await sleep(clock, incidentEditMs, signal);
      signal.throwIfAborted();
      const incident = await retry(errorContext, () => incidents.get(guildId, number));
      if (incident === null) return;
      if (incident.endedAt !== null) {
        if (entry.isChanged) continue;
        // A running action calls for the next edit.
        if (runningAction(incident) === null) return;
        await woken(entry);
        continue;
      }
      const { quietMinutes } = (await policies.get(guildId)).incidents;
      const lastEnd = incident.openedAt + MAX_DURATION_MS;
      const endsAt = Math.min(lastAt + quietMinutes * 60_000, lastEnd);
      if (clock.now() < lastEnd && (await woken(entry, endsAt - clock.now()))) continue;
      await retry(errorContext, () =>
        incidents.update(entry, (latest) => ({
          ...latest,
          endedAt: latest.endedAt ?? clock.now(),
        })),
      );
    }
  }

  /** Waits for a change, at most so long. False: the time is over. */
  async function woken(entry: Entry, delayMs = Infinity): Promise<boolean> {
    if (entry.isChanged) return true;
    entry.wake = new AbortController();
    const either = AbortSignal.any([signal, entry.wake.signal]);
    if (delayMs > 0) await sleep(clock, Math.min(delayMs, MAX_TIMER_MS), either);
    signal.throwIfAborted();
    return entry.isChanged || delayMs > MAX_TIMER_MS;
  }

  function begin({ guildId, number }: IncidentRef, isResumed: boolean): void {
    const key = `${guildId}/${number}`;
    const known = entries.get(key);
    if (known !== undefined) {
      known.isChanged = true;
      known.wake.abort();
      return;
    }
    const entry: Entry = {
      guildId,
      number,
      isChanged: true,
      isResumed,
      wake: new AbortController(),
    };
    entries.set(key, entry);
    const errorContext = { operation: 'showing an incident', ids: { guildId, incident: number } };
    background.run(errorContext, async () => {
      try {
        await run(entry);
      } finally {
        entries.delete(key);
      }
      if (entry.isChanged) begin(entry, false);
    });
  }

  return {
    changed: (incident) => begin(incident, false),
    resume: (incident) => begin(incident, true),
  };
}

/** Longer timers end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
