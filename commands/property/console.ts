import {
  ConnectionError,
  InvalidResponseError,
  StatusError,
  TimeoutError,
} from '../../src/service-api/client/errors.ts';
import type { PropertyGroup } from '../../src/service-api/client/groups/property.ts';
import { type CommandDeps, defuse, type Renderer } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { explainServiceFailure } from '../explain.ts';

const MAX_REASON_LENGTH = 600;

/** The status of our own service's answer if it runs separately from the bot. */
const NOTHING_TO_ACT_WITH = 409;
const KEY_STATUSES: ReadonlySet<number> = new Set([401, 403]);

/** Returns the property interface. Throws a `UserError` that explains the missing setting. */
export function consoleOf({ t }: Pick<Renderer, 't'>, { service }: CommandDeps): PropertyGroup {
  if (service.property === null) throw new UserError(t('property:reply.noConsole'));
  return service.property;
}

/**
 * Requests a change. A failure becomes a `UserError` with the service's reason and whether the change may have
 * happened.
 */
export async function change<T>(renderer: Renderer, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    const explanation = explain(error, renderer);
    if (explanation === null) throw error;
    throw new UserError(explanation, { cause: error });
  }
}

function explain(error: unknown, renderer: Renderer): string | null {
  const { t, mention } = renderer;
  if (error instanceof StatusError && !KEY_STATUSES.has(error.status)) {
    const { serviceMessage, status } = error;
    if (serviceMessage === null) return status >= 500 ? unclear(error, renderer) : null;
    const reason = defuse(serviceMessage, MAX_REASON_LENGTH);
    if (status === NOTHING_TO_ACT_WITH) {
      const commands = { ban: mention('ban'), unban: mention('unban') };
      return t('property:reply.noExecutor', commands);
    }
    return status >= 500
      ? t('property:reply.notDoneForNow', { reason })
      : t('property:reply.notDone', { reason });
  }
  const isUnclear =
    error instanceof TimeoutError ||
    error instanceof InvalidResponseError ||
    (error instanceof ConnectionError && !error.neverSent);
  return isUnclear ? unclear(error, renderer) : null;
}

function unclear(error: unknown, { t, mention }: Renderer): string | null {
  const explanation = explainServiceFailure(error, { t });
  if (explanation === null) return null;
  return `${explanation}\n${t('property:reply.unclear', { command: mention('property audit') })}`;
}
