import { RESTJSONErrorCodes as Codes } from 'discord.js';
import type { Action, EffectKind, Outcome } from '../moderation/effects.ts';
import type { Failure } from './failure.ts';
import { permissionName, type NeededPermission } from './permissions.ts';
import { details, refusals, type Refusal } from './texts.ts';

/** What a sentence about a refusal needs to name. */
export interface RefusalContext {
  readonly effect: EffectKind;
  /** The permission it takes; null where it takes none. */
  readonly permission: NeededPermission | null;
  /** The role to change so that the bot may do more. */
  readonly botRole: string;
  /** The name of the channel it happens in. */
  readonly channel: string;
}

type Refused = Extract<Failure, { kind: 'refused' }>;

/** Discord's error codes that say what is wrong, in words. */
const EXPLANATIONS = new Map<number, (context: RefusalContext) => Refusal>([
  [Codes.MissingPermissions, lacksPermission],
  [Codes.MissingAccess, lacksAccess],
  [Codes.CannotSendMessagesToThisUser, () => refusals.dmsClosed],
  [Codes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds, () => refusals.noSharedServer],
  [Codes.OpeningDirectMessagesTooFast, () => refusals.dmsTooFast],
  [Codes.UnknownChannel, () => refusals.channelUnknown],
  [Codes.UnknownGuild, () => refusals.botLeft],
  [Codes.UnknownMember, () => refusals.authorLeft],
  [Codes.UnknownUser, () => refusals.authorLeft],
  [Codes.UnknownRole, () => refusals.roleUnknown],
  [Codes.InvalidActionOnArchivedThread, () => refusals.threadArchived],
  [Codes.CannotExecuteActionOnSystemMessage, () => refusals.systemMessage],
  [Codes.CannotSendMessagesInNonTextChannel, ({ channel }) => refusals.notForText(channel)],
  [Codes.CannotSendAMessageInAForumChannel, ({ channel }) => refusals.notForText(channel)],
  [Codes.TwoFactorAuthenticationIsRequired, () => refusals.twoFactor],
  [Codes.MaximumNumberOfNonGuildMemberBansHasBeenExceeded, () => refusals.tooManyBans],
  [Codes.MessageWasBlockedByAutomaticModeration, () => refusals.autoMod],
  [Codes.MessageBlockedByHarmfulLinksFilter, () => refusals.autoMod],
]);

/** Refusals that say that there is nothing left to do: what was wanted is so already. */
const NOTHING_LEFT: Record<Action['kind'], ReadonlyMap<number, string>> = {
  delete: new Map([
    [Codes.UnknownMessage, details.messageGone],
    [Codes.UnknownChannel, details.channelGone],
  ]),
  notice: new Map(),
  addRole: new Map(),
  removeRole: new Map([
    [Codes.UnknownMember, details.memberGone],
    [Codes.UnknownUser, details.accountGone],
    [Codes.UnknownRole, details.roleGone],
  ]),
  timeout: new Map(),
  kick: new Map([
    [Codes.UnknownMember, details.memberGone],
    [Codes.UnknownUser, details.accountGone],
  ]),
  ban: new Map([[Codes.UnknownUser, details.accountGone]]),
};

/** What was refused and why, and how to mend it. */
export function explain(refused: Refused, context: RefusalContext): Refusal {
  const { code, answer } = refused;
  return explanationOf(refused, context) ?? refusals.other(context.effect, code, answer);
}

/** The same where the code says it; null where it does not. */
export function explanationOf({ code }: Refused, context: RefusalContext): Refusal | null {
  return EXPLANATIONS.get(code)?.(context) ?? null;
}

/** How an action ended that Discord refused. */
export function outcomeOf(
  refused: Refused,
  { action, context, at }: { action: Action; context: RefusalContext; at: number },
): Outcome {
  const detail = NOTHING_LEFT[action.kind].get(refused.code);
  if (detail !== undefined) return { status: 'done', at, detail };
  return { status: 'refused', at, code: refused.code, ...explain(refused, context) };
}

function lacksAccess({ botRole }: RefusalContext): Refusal {
  return refusals.noAccess(botRole);
}

function lacksPermission(context: RefusalContext): Refusal {
  // What takes no permission of the guild's can only fail for want of access.
  if (context.permission === null) return lacksAccess(context);
  const permission = permissionName(context.permission);
  return refusals.permissionOrRole(context.effect, permission, context.botRole);
}
