import { RESTJSONErrorCodes, Routes, type APIBan, type Client, type Guild } from 'discord.js';
import type { Clock } from '../../../shared/clock.ts';
import type { EnglishCatalogue } from '../../locales/english.ts';
import { message, type Message } from '../../locales/message.ts';
import { manualActionOf } from '../../domain/case.ts';
import type { Action, Outcome, Refusal, Reversal } from '../../domain/effects.ts';
import type { EffectContext } from '../../domain/ports.ts';
import type { Undoer } from '../../domain/actions/moderator-action-ports.ts';
import { auditReason } from './audit-reason.ts';
import { isBanOf } from './target-state.ts';
import {
  blocked,
  noop,
  preflight,
  PERMISSION_FOR,
  PROCEED,
  type PreflightResult,
} from './preflight.ts';
import {
  botRoleName,
  fetchMember,
  targetOf,
  readActionContext,
  guildAvailability,
  SERVER_UNAVAILABLE,
} from '../../access/action-context.ts';
import { classifyError } from '../../rest/classify-error.ts';
import { permissionName } from '../../access/permissions.ts';
import { refusal } from './refusals.ts';

/** Discord keeps times to the millisecond; a proxy may round them. */
const SAME_TIME_MS = 1000;

const NOT_IN_SERVER = refusal('notInServer');

/** Undoes what the executor did. Checks the current state first, and leaves alone what somebody has changed since. */
export function createUndoer({ client, clock }: { client: Client; clock: Clock }): Undoer {
  const done = (detail?: Message): Outcome => {
    return { status: 'done', at: clock.now(), ...(detail === undefined ? {} : { detail }) };
  };
  const refused = (reason: Refusal, code: number | null = null): Outcome => {
    return { status: 'refused', at: clock.now(), code, ...reason };
  };

  async function undo(guild: Guild, reversal: Reversal, context: EffectContext): Promise<Outcome> {
    const state = await checkState(guild, { reversal, context, now: clock.now() });
    if (state.kind === 'blocked') return refused(state.refusal);
    if (state.kind === 'noop') {
      // On a repeat, our own earlier attempt may have undone it, so the detail would be wrong.
      return done(context.resumed ? undefined : state.detail);
    }
    const permission = await checkPermission(guild, reversal, context);
    if (permission.kind === 'blocked') return refused(permission.refusal);
    await send(guild, reversal, context);
    return done();
  }

  /** The outcome of an undo that Discord refused. */
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
    if (code === UNKNOWN_MEMBER) return refused(NOT_IN_SERVER, code);
    const values = {
      action: message(`effects:infinitive.${reversal.kind}`),
      answer,
      code,
      permission: permissionName(PERMISSION_FOR[actionOf(reversal).kind] ?? 'ManageRoles'),
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

const UNKNOWN_MEMBER: number = RESTJSONErrorCodes.UnknownMember;
const UNKNOWN_BAN: number = RESTJSONErrorCodes.UnknownBan;

function undoDetail(name: keyof EnglishCatalogue['effects']['undo']): Message {
  return message(`effects:undo.${name}`);
}

/** Codes that mean that there is nothing left to undo. */
const NOTHING_LEFT = new Map<number, Message>([
  [RESTJSONErrorCodes.UnknownUser, undoDetail('accountGone')],
  [UNKNOWN_BAN, undoDetail('notBanned')],
  [RESTJSONErrorCodes.UnknownRole, undoDetail('roleGone')],
]);

/** Whether there is still something of ours to undo, fresh from Discord. `blocked`: it may become possible later. */
async function checkState(
  guild: Guild,
  { reversal, context, now }: { reversal: Reversal; context: EffectContext; now: number },
): Promise<PreflightResult> {
  const { record } = context;
  const { author } = record;
  switch (reversal.kind) {
    case 'unban': {
      const { rest } = guild.client;
      // discord.js types every answer as `unknown`; this is the documented shape.
      const ban = (await rest.get(Routes.guildBan(guild.id, author.id))) as APIBan;
      // A moderator who lifts a ban by a command means whatever ban there is.
      const isMeant = manualActionOf(record)?.kind === 'unban' || isBanOf(record, ban);
      return isMeant ? PROCEED : noop(undoDetail('otherBan'));
    }
    case 'liftTimeout': {
      const member = await fetchMember(guild, author.id, 'now');
      // A timeout outlasts leaving: it applies again if the member comes back in time.
      if (member === null) {
        return reversal.until <= now ? noop(undoDetail('timeoutOver')) : blocked(NOT_IN_SERVER);
      }
      const until = member.communicationDisabledUntilTimestamp;
      if (until === null || until <= now) return noop(undoDetail('timeoutOver'));
      const isOurs = Math.abs(until - reversal.until) <= SAME_TIME_MS;
      return isOurs ? PROCEED : noop(undoDetail('otherTimeout'));
    }
    case 'takeRole': {
      const member = await fetchMember(guild, author.id, 'now');
      if (member === null) return noop(undoDetail('rolesLeft'));
      return member.roles.cache.has(reversal.roleId) ? PROCEED : noop(undoDetail('roleMissing'));
    }
    case 'giveRole': {
      const member = await fetchMember(guild, author.id, 'now');
      if (member === null) return blocked(NOT_IN_SERVER);
      return member.roles.cache.has(reversal.roleId) ? noop(undoDetail('roleAlready')) : PROCEED;
    }
  }
}

/** Whether Discord will let the bot: the preflight check of the action with the same requirements. */
async function checkPermission(
  guild: Guild,
  reversal: Reversal,
  { record }: EffectContext,
): Promise<PreflightResult> {
  const action = actionOf(reversal);
  const context = await readActionContext(guild, action, targetOf(record));
  // With an infinite end, no current timeout counts as long enough.
  return context === null ? PROCEED : preflight(action, context, Infinity);
}

/** The action that requires the same permissions. */
function actionOf(reversal: Reversal): Action {
  switch (reversal.kind) {
    case 'unban':
      return { kind: 'ban' };
    case 'liftTimeout':
      return { kind: 'timeout' };
    case 'takeRole':
      return { kind: 'removeRole', roleId: reversal.roleId };
    case 'giveRole':
      return { kind: 'addRole', roleId: reversal.roleId };
  }
}

async function send(guild: Guild, reversal: Reversal, context: EffectContext): Promise<void> {
  const { rest } = guild.client;
  const userId = context.record.author.id;
  const reason = auditReason(guild, context);
  switch (reversal.kind) {
    case 'unban':
      await rest.delete(Routes.guildBan(guild.id, userId), { reason });
      return;
    case 'liftTimeout': {
      const body = { communication_disabled_until: null };
      await rest.patch(Routes.guildMember(guild.id, userId), { body, reason });
      return;
    }
    case 'takeRole':
      await rest.delete(Routes.guildMemberRole(guild.id, userId, reversal.roleId), { reason });
      return;
    case 'giveRole':
      await rest.put(Routes.guildMemberRole(guild.id, userId, reversal.roleId), { reason });
  }
}
