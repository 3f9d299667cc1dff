import { RateLimitError, type Client, type Guild } from 'discord.js';
import type { Clock } from '../lib/clock.ts';
import { MAX_TIMEOUT_SECONDS, type Action, type Outcome } from '../moderation/effects.ts';
import type { EffectContext, Unavailable } from '../moderation/ports.ts';
import { GO, lookAhead, PERMISSION_FOR, permissionToDelete } from './beforehand.ts';
import { botRoleName, isStarter, placeOf, readFacts, whereaboutsOf, type Facts } from './facts.ts';
import { failureOf } from './failure.ts';
import { outcomeOf } from './refusals.ts';
import { refusals, SERVER_AWAY, type Refusal } from './texts.ts';

/** A minute below Discord's limit, in case our clock is ahead of Discord's. */
const LONGEST_TIMEOUT_SECONDS = MAX_TIMEOUT_SECONDS - 60;

export interface Order {
  readonly client: Client;
  readonly clock: Clock;
  readonly action: Action;
  readonly context: EffectContext;
}

/**
 * What both executors do: look whether the action can succeed, carry it out by `act` if so, and put whatever
 * Discord says into words. `silentUntil` is when a timeout given now ends.
 */
export async function carryOut(
  { client, clock, action, context }: Order,
  act: (guild: Guild, silentUntil: number) => Promise<Outcome>,
): Promise<Outcome | Unavailable> {
  const { record, policy } = context;
  const refused = (refusal: Refusal): Outcome => {
    return { status: 'refused', at: clock.now(), code: null, ...refusal };
  };
  const whereabouts = whereaboutsOf(client, record.guildId);
  if (whereabouts.kind === 'left') return refused(refusals.botLeft);
  if (whereabouts.kind === 'away') return { status: 'unavailable', reason: SERVER_AWAY };
  const { guild } = whereabouts;
  const seconds = (action.kind === 'timeout' ? action.seconds : undefined) ?? policy.timeoutSeconds;
  const lengthMs = Math.min(seconds, LONGEST_TIMEOUT_SECONDS) * 1_000;
  const silentUntil = clock.now() + lengthMs;
  try {
    const facts = await readFacts(guild, action, placeOf(record));
    // After a restart a timeout that lasts as long as this case's may be the one it gave: it is not given anew.
    const begunAt = context.ruling?.at ?? record.openedAt;
    const silentEnough = context.resumed ? begunAt + lengthMs : silentUntil;
    const beforehand = facts === null ? GO : lookAhead(action, facts, silentEnough);
    switch (beforehand.kind) {
      case 'needless': {
        const until = context.resumed ? ownTimeoutOf(facts, silentUntil) : null;
        return {
          status: 'done',
          at: clock.now(),
          detail: beforehand.detail,
          ...(until === null ? {} : { until }),
        };
      }
      case 'futile':
        return refused(beforehand.refusal);
      case 'go':
        return await act(guild, silentUntil);
    }
  } catch (error) {
    // A notice that must wait long would hold up what comes after it, a ban perhaps.
    if (error instanceof RateLimitError && action.kind === 'notice') {
      return refused(refusals.dmsTooFast);
    }
    const failure = failureOf(error);
    if (failure.kind === 'unavailable') return { status: 'unavailable', reason: failure.reason };
    return outcomeOf(failure, {
      action,
      at: clock.now(),
      context: {
        effect: action.kind,
        permission:
          action.kind === 'delete'
            ? permissionToDelete(isStarter(record))
            : PERMISSION_FOR[action.kind],
        botRole: botRoleName(guild),
        channel: guild.channels.cache.get(record.channelId)?.name ?? record.channelId,
      },
    });
  }
}

/** The end of a timeout that this process or an earlier one may have given for the case: one given now would end later. */
function ownTimeoutOf(facts: Facts | null, silentUntil: number): number | null {
  if (facts?.author?.kind !== 'member') return null;
  const until = facts.author.timedOutUntil;
  return until !== null && until <= silentUntil ? until : null;
}
