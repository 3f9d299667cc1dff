import type { Clock } from '../../shared/clock.ts';
import type { Session } from './session.ts';

/** Discord keeps the session of a disconnected client for "a few minutes". */
const SESSION_TIMEOUT_MS = 180_000;

/** The sessions of all clients, connected or waiting for a resume. */
export interface SessionStore {
  add(session: Session): void;
  get(id: string): Session | undefined;
  all(): Iterable<Session>;
  /** Ends the session after Discord's timeout, unless `keep` is called before. */
  expire(session: Session): void;
  keep(session: Session): void;
  end(session: Session): void;
  endAll(): void;
}

export function createSessionStore(clock: Clock): SessionStore {
  const sessions = new Map<string, Session>();
  /** By session id: cancels the timeout. */
  const expiries = new Map<string, () => void>();

  function keep({ id }: Session): void {
    expiries.get(id)?.();
    expiries.delete(id);
  }

  function end(session: Session): void {
    keep(session);
    sessions.delete(session.id);
  }

  return {
    add: (session) => void sessions.set(session.id, session),
    get: (id) => sessions.get(id),
    all: () => sessions.values(),
    expire(session) {
      if (!sessions.has(session.id)) return;
      expiries.set(
        session.id,
        clock.after(SESSION_TIMEOUT_MS, () => end(session)),
      );
    },
    keep,
    end,
    endAll() {
      for (const cancel of expiries.values()) cancel();
      expiries.clear();
      sessions.clear();
    },
  };
}
