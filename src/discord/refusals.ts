import { RESTJSONErrorCodes as Codes } from 'discord.js';
import type { Action, EffectKind, Outcome } from '../moderation/effects.ts';
import { withoutAuthor, type Beforehand } from './beforehand.ts';
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

/** Discord's error code in words: what was refused, why, and how to mend it. */
export function explain({ code, answer }: Refused, context: RefusalContext): Refusal {
  switch (code) {
    case Codes.MissingPermissions:
      return lacksPermission(context);
    case Codes.MissingAccess:
      return refusals.noAccess(context.botRole, context.channel);
    case Codes.CannotSendMessagesToThisUser:
      return refusals.dmsClosed;
    case Codes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds:
      return refusals.noSharedServer;
    case Codes.OpeningDirectMessagesTooFast:
      return refusals.dmsTooFast;
    case Codes.UnknownChannel:
      return refusals.channelUnknown;
    case Codes.UnknownGuild:
      return refusals.botLeft;
    case Codes.UnknownMember:
    case Codes.UnknownUser:
      return refusals.authorLeft;
    case Codes.UnknownRole:
      return refusals.roleUnknown;
    case Codes.InvalidActionOnArchivedThread:
      return refusals.threadArchived;
    case Codes.CannotExecuteActionOnSystemMessage:
      return refusals.systemMessage;
    case Codes.CannotSendMessagesInNonTextChannel:
    case Codes.CannotSendAMessageInAForumChannel:
      return refusals.notForText(context.channel);
    case Codes.TwoFactorAuthenticationIsRequired:
      return refusals.twoFactor;
    case Codes.MaximumNumberOfNonGuildMemberBansHasBeenExceeded:
      return refusals.tooManyBans;
    case Codes.MessageWasBlockedByAutomaticModeration:
    case Codes.MessageBlockedByHarmfulLinksFilter:
      return refusals.autoMod;
    default:
      return refusals.other(context.effect, code, answer);
  }
}

function lacksPermission({ effect, permission, botRole, channel }: RefusalContext): Refusal {
  // What takes no permission of the guild's can only fail for want of access.
  if (permission === null) return refusals.noAccess(botRole, channel);
  return refusals.permissionOrRole(effect, permissionName(permission), botRole);
}

/** What a refusal of Discord's makes of an action: some of them say that there was nothing left to do. */
export function outcomeOf(
  refused: Refused,
  { action, context, at }: { action: Action; context: RefusalContext; at: number },
): Outcome {
  const nothingLeft = nothingLeftToDo(action, refused.code);
  if (nothingLeft !== null) return { status: 'done', at, detail: nothingLeft };
  return { status: 'refused', at, code: refused.code, ...explain(refused, context) };
}

function nothingLeftToDo(action: Action, code: Codes): string | null {
  switch (code) {
    case Codes.UnknownMessage:
      return action.kind === 'delete' ? details.messageGone : null;
    case Codes.UnknownChannel:
      return action.kind === 'delete' ? details.channelGone : null;
    case Codes.UnknownMember:
      return detailOf(withoutAuthor(action));
    case Codes.UnknownUser:
      return action.kind === 'ban' ? details.accountGone : detailOf(withoutAuthor(action));
    case Codes.UnknownRole:
      return action.kind === 'removeRole' ? details.roleGone : null;
    default:
      return null;
  }
}

function detailOf(answer: Beforehand): string | null {
  return answer.kind === 'needless' ? answer.detail : null;
}
