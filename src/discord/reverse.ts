import { RESTJSONErrorCodes, Routes, type APIBan, type Client, type Guild } from 'discord.js';
import type { Clock } from '../lib/clock.ts';
import type { Action, Outcome, Reversal } from '../moderation/effects.ts';
import type { EffectContext } from '../moderation/ports.ts';
import type { Reverser } from '../moderation/ruling-ports.ts';
import { auditReason, reasonHead } from './audit-reason.ts';
import { lookAhead, PERMISSION_FOR, type Beforehand } from './beforehand.ts';
import { botRoleName, fetchMember, placeOf, readFacts, whereaboutsOf } from './facts.ts';
import { failureOf } from './failure.ts';
import { permissionName } from './permissions.ts';
import { refusals, SERVER_AWAY, type Refusal } from './texts.ts';
import { reversals as texts } from './texts-rulings.ts';

/** Discord keeps times to the millisecond; a proxy may not. */
const SAME_TIME_MS = 1000;

/** `needless`: it is so already, or no longer ours to change; the detail says why. */
type Look =
  | { readonly kind: 'go' }
  | { readonly kind: 'needless'; readonly detail: string }
  /** It may be possible again some day. */
  | { readonly kind: 'futile'; readonly refusal: Refusal };

const GO: Look = { kind: 'go' };
const LEFT: Look = { kind: 'futile', refusal: texts.left };
const needless = (detail: string): Look => ({ kind: 'needless', detail });

/** Takes back what the executor did. Looks first how things stand: what somebody has changed since is left as it is. */
export function createReverser({ client, clock }: { client: Client; clock: Clock }): Reverser {
  const done = (detail?: string): Outcome => {
    return { status: 'done', at: clock.now(), ...(detail === undefined ? {} : { detail }) };
  };
  const refused = (refusal: Refusal, code: number | null = null): Outcome => {
    return { status: 'refused', at: clock.now(), code, ...refusal };
  };

  async function reverse(
    guild: Guild,
    reversal: Reversal,
    context: EffectContext,
  ): Promise<Outcome> {
    const look = await lookAt(guild, { reversal, context, now: clock.now() });
    if (look.kind === 'futile') return refused(look.refusal);
    if (look.kind === 'needless') {
      // What an attempt whose answer got lost may have done is not told as somebody else's deed.
      return done(context.resumed ? undefined : look.detail);
    }
    const beforehand = await mayDo(guild, reversal, context);
    if (beforehand.kind === 'futile') return refused(beforehand.refusal);
    await send(guild, reversal, context);
    return done();
  }

  return {
    async reverse(reversal, context) {
      const whereabouts = whereaboutsOf(client, context.record.guildId);
      if (whereabouts.kind === 'left') return refused(refusals.botLeft);
      if (whereabouts.kind === 'away') return { status: 'unavailable', reason: SERVER_AWAY };
      const { guild } = whereabouts;
      try {
        return await reverse(guild, reversal, context);
      } catch (error) {
        const failure = failureOf(error);
        if (failure.kind === 'unavailable') {
          return { status: 'unavailable', reason: failure.reason };
        }
        const gone = GONE.get(failure.code);
        if (gone !== undefined) {
          const isMaybeOurs = context.resumed && failure.code === UNKNOWN_BAN;
          return done(isMaybeOurs ? undefined : gone);
        }
        const { code, answer } = failure;
        if (code === UNKNOWN_MEMBER) return refused(texts.left, code);
        const permission = PERMISSION_FOR[actionOf(reversal).kind] ?? 'ManageRoles';
        const refusal = texts.refused({
          what: texts.doing[reversal.kind],
          answer: `${answer} (${code})`,
          permission: permissionName(permission),
          botRole: botRoleName(guild),
        });
        return refused(refusal, code);
      }
    },
  };
}

const UNKNOWN_MEMBER: number = RESTJSONErrorCodes.UnknownMember;
const UNKNOWN_BAN: number = RESTJSONErrorCodes.UnknownBan;

/** Refusals that say that there is nothing left to take back. */
const GONE = new Map<number, string>([
  [RESTJSONErrorCodes.UnknownUser, texts.accountGone],
  [UNKNOWN_BAN, texts.notBanned],
  [RESTJSONErrorCodes.UnknownRole, texts.roleGone],
]);

/** How things stand on Discord, asked and not remembered: what counts is whether somebody was quicker. */
async function lookAt(
  guild: Guild,
  { reversal, context, now }: { reversal: Reversal; context: EffectContext; now: number },
): Promise<Look> {
  const { record } = context;
  const { author } = record;
  switch (reversal.kind) {
    case 'unban': {
      const { rest } = guild.client;
      // The documented shape; discord.js gives every answer as `unknown`.
      const ban = (await rest.get(Routes.guildBan(guild.id, author.id))) as APIBan;
      return ban.reason?.startsWith(reasonHead(record)) === true ? GO : needless(texts.otherBan);
    }
    case 'liftTimeout': {
      const member = await fetchMember(guild, author.id, 'now');
      // A timeout outlasts leaving: it holds again for whoever comes back before it is over.
      if (member === null) {
        return reversal.until <= now ? needless(texts.timeoutOver) : LEFT;
      }
      const until = member.communicationDisabledUntilTimestamp;
      if (until === null || until <= now) return needless(texts.timeoutOver);
      const isOurs = Math.abs(until - reversal.until) <= SAME_TIME_MS;
      return isOurs ? GO : needless(texts.otherTimeout);
    }
    case 'takeRole':
    case 'giveRole': {
      const member = await fetchMember(guild, author.id, 'now');
      if (member === null) return reversal.kind === 'takeRole' ? needless(texts.rolesLeft) : LEFT;
      const isThere = member.roles.cache.has(reversal.roleId);
      if (reversal.kind === 'takeRole') return isThere ? GO : needless(texts.roleTaken);
      return isThere ? needless(texts.roleGiven) : GO;
    }
  }
}

/** Whether Discord would let the bot: the same look ahead as before an action. */
async function mayDo(
  guild: Guild,
  reversal: Reversal,
  { record }: EffectContext,
): Promise<Beforehand> {
  const action = actionOf(reversal);
  const facts = await readFacts(guild, action, placeOf(record));
  // However long the timeout lasts, it is not for giving a longer one.
  return facts === null ? { kind: 'go' } : lookAhead(action, facts, Infinity);
}

/** The action that takes what the reversal takes. */
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
  const reason = auditReason(context);
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
