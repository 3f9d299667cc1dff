import {
  ConnectionError,
  InvalidResponseError,
  StatusError,
  TimeoutError,
} from '../../src/client/errors.ts';
import type { PropertyGroup } from '../../src/client/property.ts';
import { defuse } from '../../src/discord/text.ts';
import { UserError } from '../../src/lib/errors.ts';
import type { CommandDeps } from '../deps.ts';
import { explainServiceFailure } from '../explain.ts';
import { problems } from '../texts/property-answers.ts';

/** The service's own words are shown up to here. */
const WHY_LENGTH = 600;

const KEY_STATUSES: ReadonlySet<number> = new Set([401, 403]);

/** The property interface, or a sentence that says what is missing. */
export function consoleOf({ service }: CommandDeps): PropertyGroup {
  if (service.property === null) throw new UserError(problems.noConsole);
  return service.property;
}

/** Asks for a change. What the service says against it is told in its words; whether it was done, as far as is known. */
export async function change<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const sentence = refusalOf(error);
    if (sentence === null) throw error;
    throw new UserError(sentence, { cause: error });
  }
}

function refusalOf(error: unknown): string | null {
  if (error instanceof StatusError && !KEY_STATUSES.has(error.status)) {
    const { serviceMessage, status } = error;
    if (serviceMessage === null) return status >= 500 ? open(error) : null;
    const why = defuse(serviceMessage, WHY_LENGTH);
    return status >= 500 ? problems.unreachable(why) : problems.notDone(why);
  }
  const isOpen =
    error instanceof TimeoutError ||
    error instanceof InvalidResponseError ||
    (error instanceof ConnectionError && !error.neverSent);
  return isOpen ? open(error) : null;
}

function open(error: unknown): string | null {
  const why = explainServiceFailure(error);
  return why === null ? null : problems.open(why);
}
