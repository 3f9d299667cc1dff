import { RateLimitError, RESTJSONErrorCodes, type Client, type Guild } from 'discord.js';
import type { Clock } from '../../../shared/clock.ts';
import type { Action, Outcome, Refusal } from '../../domain/effects.ts';
import { manualActionOf, type Case } from '../../domain/case.ts';
import type { EffectContext } from '../../domain/ports.ts';
import type { Unavailable } from '../../../shared/tasks/retry.ts';
import { PROCEED } from './checks.ts';
import { contextOf } from './preflight.ts';
import { ACTIONS } from './registry.ts';
import {
  botRoleName,
  targetOf,
  guildAvailability,
  SERVER_UNAVAILABLE,
  type ActionContext,
} from '../../access/action-context.ts';
import { isForumPostStarter } from '../../domain/snapshot.ts';
import type { RequiredPermission } from '../../access/permissions.ts';
import { classifyError } from '../../rest/classify-error.ts';
import { refusalOutcome } from './refusal-outcome.ts';
import { refusal } from './refusals.ts';

/** With this error, Discord does not say how long to wait. */
const OPENING_DMS_TOO_FAST: number = RESTJSONErrorCodes.OpeningDirectMessagesTooFast;
const DMS_PAUSE_MS = 5 * 60_000;
const DMS_TOO_FAST = 'Discord limits how many direct message channels a bot may open.';

export interface RunActionOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly action: Action;
  readonly context: EffectContext;
}

/**
 * The shared part of both executors: the preflight check, then `act` if the action can succeed, then the explanation of
 * Discord's answer. `endsAt` is when a timeout or temporary ban given now ends.
 */
export async function runAction(
  { client, clock, action, context }: RunActionOptions,
  act: (guild: Guild, endsAt: number) => Promise<Outcome>,
): Promise<Outcome | Unavailable> {
  const { record, policy } = context;
  const refused = (reason: Refusal): Outcome => {
    return { status: 'refused', at: clock.now(), code: null, ...reason };
  };
  const availability = guildAvailability(client, record.guildId);
  if (availability.kind === 'left') return refused(refusal('botLeft'));
  if (availability.kind === 'away') return { status: 'unavailable', reason: SERVER_UNAVAILABLE };
  const { guild } = availability;
  const definition = ACTIONS[action.kind];
  const lengthMs = (definition.lengthSeconds?.(action, policy) ?? 0) * 1_000;
  const endsAt = clock.now() + lengthMs;
  try {
    const actionContext = await contextOf(ACTIONS, { guild, action, target: targetOf(record) });
    // On a repeat, a timeout as long as this case's may be the one given before, so it is not given again.
    const begunAt = context.moderatorAction?.at ?? record.openedAt;
    // A moderator may also shorten a timeout.
    const isChosen = manualActionOf(record) !== null;
    const neededUntil = isChosen ? Infinity : endsAt;
    const longEnough = context.resumed ? begunAt + lengthMs : neededUntil;
    const result =
      actionContext === null ? PROCEED : definition.preflight(action, actionContext, longEnough);
    switch (result.kind) {
      case 'noop': {
        const mayBeOurs = context.resumed && definition.lengthSeconds !== undefined;
        const until = mayBeOurs ? ownTimeoutOf(actionContext, endsAt) : null;
        return {
          status: 'done',
          at: clock.now(),
          detail: result.detail,
          ...(until === null ? {} : { until }),
        };
      }
      case 'blocked':
        return refused(result.refusal);
      case 'go':
        return await act(guild, endsAt);
    }
  } catch (error) {
    if (error instanceof RateLimitError && definition.retriesLater === true) {
      const { retryAfter: retryAfterMs } = error;
      return { status: 'unavailable', reason: DMS_TOO_FAST, retryAfterMs };
    }
    const failure = classifyError(error);
    if (failure.kind === 'refused' && failure.code === OPENING_DMS_TOO_FAST) {
      return { status: 'unavailable', reason: DMS_TOO_FAST, retryAfterMs: DMS_PAUSE_MS };
    }
    if (failure.kind === 'unavailable') return { status: 'unavailable', reason: failure.reason };
    return refusalOutcome(failure, {
      action,
      at: clock.now(),
      context: {
        effect: action.kind,
        permission: permissionFor(action, record),
        botRole: botRoleName(guild),
        channel: guild.channels.cache.get(record.channelId)?.name ?? record.channelId,
      },
    });
  }
}

function permissionFor({ kind }: Action, record: Case): RequiredPermission | null {
  const { permission, permissionFor: forTarget } = ACTIONS[kind];
  const { subject } = record;
  return forTarget?.({ subject, isStarter: isForumPostStarter(record) }) ?? permission;
}

/** The end of the member's timeout, if it can be the one that an earlier attempt gave for this case. */
function ownTimeoutOf(context: ActionContext | null, endsAt: number): number | null {
  if (context?.author?.kind !== 'member') return null;
  const until = context.author.timedOutUntil;
  return until !== null && until <= endsAt ? until : null;
}
