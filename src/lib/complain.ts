import type { Clock } from './clock.ts';
import { messageOf } from './errors.ts';
import type { Logger } from './logger.ts';

/** What went wrong, as the operator reads it. */
export interface Trouble {
  /** Names the operation, such as `moderating a message`. At most a line a minute is logged under each name. */
  readonly what: string;
  readonly ids: Readonly<Record<string, string | number>>;
}

/** Logs troubles, but a thousand messages with the same fault do not fill the log. */
export type Complain = (trouble: Trouble, error: unknown) => void;

const LINE_EVERY_MS = 60_000;
export function createComplain({ clock, logger }: { clock: Clock; logger: Logger }): Complain {
  const lines = new Map<string, { at: number; silenced: number }>();
  return ({ what, ids }, error) => {
    const last = lines.get(what);
    if (last !== undefined && clock.now() - last.at < LINE_EVERY_MS) {
      last.silenced += 1;
      return;
    }
    lines.set(what, { at: clock.now(), silenced: 0 });
    logger.error(
      { ...ids, error: messageOf(error), silenced: last?.silenced ?? 0 },
      `${what} failed`,
    );
  };
}
