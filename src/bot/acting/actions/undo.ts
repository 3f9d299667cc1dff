import { RESTJSONErrorCodes, type Client, type Guild } from 'discord.js';
import type { Clock } from '../../../shared/clock.ts';
import { message, type Message } from '../../locales/message.ts';
import type { Outcome, Refusal, Reversal } from '../../domain/effects.ts';
import type { EffectContext } from '../../domain/ports.ts';
import type { Undoer } from '../../domain/actions/moderator-action-ports.ts';
import { auditReason } from './audit-reason.ts';
import { checkAction } from './preflight.ts';
import { ACTIONS, REVERSALS } from './registry.ts';
import {
  botRoleName,
  targetOf,
  guildAvailability,
  SERVER_UNAVAILABLE,
} from '../../access/action-context.ts';
import { classifyError } from '../../rest/classify-error.ts';
import { permissionName } from '../../access/permissions.ts';
import { refusal, undoDetail } from './refusals.ts';

const UNKNOWN_MEMBER: number = RESTJSONErrorCodes.UnknownMember;
const UNKNOWN_BAN: number = RESTJSONErrorCodes.UnknownBan;

/** Codes that mean that there is nothing left to undo. */
const NOTHING_LEFT = new Map<number, Message>([
  [RESTJSONErrorCodes.UnknownUser, undoDetail('accountGone')],
  [UNKNOWN_BAN, undoDetail('notBanned')],
  [RESTJSONErrorCodes.UnknownRole, undoDetail('roleGone')],
]);

/** Undoes what the executor did. Checks the current state first, and leaves alone what somebody has changed since. */
export function createUndoer({ client, clock }: { client: Client; clock: Clock }): Undoer {
  const done = (detail?: Message): Outcome => {
    return { status: 'done', at: clock.now(), ...(detail === undefined ? {} : { detail }) };
  };
  const refused = (reason: Refusal, code: number | null = null): Outcome => {
    return { status: 'refused', at: clock.now(), code, ...reason };
  };

  async function undo(guild: Guild, reversal: Reversal, context: EffectContext): Promise<Outcome> {
    const { record } = context;
    const definition = REVERSALS[reversal.kind];
    const request = { guild, reversal, record, now: clock.now() };
    const state = await definition.check(request);
    if (state.kind === 'blocked') return refused(state.refusal);
    if (state.kind === 'noop') {
      // On a repeat, our own earlier attempt may have undone it, so the detail would be wrong.
      return done(context.resumed ? undefined : state.detail);
    }
    // The action with the same requirements. With an infinite end, no current timeout counts as long enough.
    const action = definition.counterpart(reversal);
    const target = targetOf(record);
    const permission = await checkAction(ACTIONS, { guild, action, target }, Infinity);
    if (permission.kind === 'blocked') return refused(permission.refusal);
    await definition.send({ ...request, reason: auditReason(guild, context) });
    return done();
  }

  function refusedBy(
    guild: Guild,
    { code, answer }: { code: number; answer: string },
    { reversal, resumed }: { reversal: Reversal; resumed: boolean },
  ): Outcome {
    const nothingLeft = NOTHING_LEFT.get(code);
    if (nothingLeft !== undefined) {
      const isMaybeOurs = resumed && code === UNKNOWN_BAN;
      return done(isMaybeOurs ? undefined : nothingLeft);
    }
    if (code === UNKNOWN_MEMBER) return refused(refusal('notInServer'), code);
    const { permission } = ACTIONS[REVERSALS[reversal.kind].counterpart(reversal).kind];
    const values = {
      action: message(`effects:infinitive.${reversal.kind}`),
      answer,
      code,
      permission: permissionName(permission ?? 'ManageRoles'),
      botRole: botRoleName(guild),
    };
    return refused(refusal('undoFailed', values), code);
  }

  return {
    async undo(reversal, context) {
      const availability = guildAvailability(client, context.record.guildId);
      if (availability.kind === 'left') return refused(refusal('botLeft'));
      if (availability.kind === 'away') {
        return { status: 'unavailable', reason: SERVER_UNAVAILABLE };
      }
      const { guild } = availability;
      try {
        return await undo(guild, reversal, context);
      } catch (error) {
        const failure = classifyError(error);
        if (failure.kind === 'unavailable') {
          return { status: 'unavailable', reason: failure.reason };
        }
        return refusedBy(guild, failure, { reversal, resumed: context.resumed });
      }
    },
  };
}
