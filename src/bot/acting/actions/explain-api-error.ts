import { RESTJSONErrorCodes as Codes } from 'discord.js';
import { message, type Message } from '../../locales/message.ts';
import type { Action, EffectKind, Outcome, Refusal } from '../../domain/effects.ts';
import type { Failure } from '../../rest/classify-error.ts';
import { permissionName, type RequiredPermission } from '../../access/permissions.ts';
import { detail, refusal } from './refusals.ts';

/** What the texts about a refusal name. */
export interface RefusalContext {
  readonly effect: EffectKind;
  /** The permission the effect needs; null for none. */
  readonly permission: RequiredPermission | null;
  /** The role to change so that the bot gets more permissions. */
  readonly botRole: string;
  /** The name of the channel. */
  readonly channel: string;
}

type Refused = Extract<Failure, { kind: 'refused' }>;

const EXPLANATIONS = new Map<number, (context: RefusalContext) => Refusal>([
  [Codes.MissingPermissions, missingPermission],
  [Codes.MissingAccess, missingAccess],
  [Codes.CannotSendMessagesToThisUser, () => refusal('dmsClosed')],
  [Codes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds, () => refusal('noSharedServer')],
  [Codes.OpeningDirectMessagesTooFast, () => refusal('dmsTooFast')],
  [Codes.UnknownChannel, () => refusal('channelUnknown')],
  [Codes.UnknownGuild, () => refusal('botLeft')],
  [Codes.UnknownMember, () => refusal('memberLeft')],
  [Codes.UnknownUser, () => refusal('memberLeft')],
  [Codes.UnknownRole, () => refusal('roleUnknown')],
  [Codes.InvalidActionOnArchivedThread, () => refusal('threadArchived')],
  [Codes.CannotExecuteActionOnSystemMessage, () => refusal('systemMessage')],
  [Codes.CannotSendMessagesInNonTextChannel, noMessagesInChannel],
  [Codes.CannotSendAMessageInAForumChannel, noMessagesInChannel],
  [Codes.TwoFactorAuthenticationIsRequired, () => refusal('twoFactor')],
  [Codes.MaximumNumberOfNonGuildMemberBansHasBeenExceeded, () => refusal('tooManyBans')],
  [Codes.MessageWasBlockedByAutomaticModeration, () => refusal('autoMod')],
  [Codes.MessageBlockedByHarmfulLinksFilter, () => refusal('autoMod')],
]);

/** Codes that mean that there is nothing left to do. */
const NOTHING_LEFT: Record<Action['kind'], ReadonlyMap<number, Message>> = {
  delete: new Map([
    [Codes.UnknownMessage, detail('messageGone')],
    [Codes.UnknownChannel, detail('channelGone')],
  ]),
  resetName: new Map([
    [Codes.UnknownChannel, detail('channelGone')],
    [Codes.UnknownMember, detail('memberGone')],
    [Codes.UnknownUser, detail('accountGone')],
  ]),
  notice: new Map(),
  addRole: new Map(),
  removeRole: new Map([
    [Codes.UnknownMember, detail('memberGone')],
    [Codes.UnknownUser, detail('accountGone')],
    [Codes.UnknownRole, detail('roleGone')],
  ]),
  timeout: new Map(),
  kick: new Map([
    [Codes.UnknownMember, detail('memberGone')],
    [Codes.UnknownUser, detail('accountGone')],
  ]),
  ban: new Map([[Codes.UnknownUser, detail('accountGone')]]),
};

export function explainRefusal(refused: Refused, context: RefusalContext): Refusal {
  const { code, answer } = refused;
  const action = message(`effects:infinitive.${context.effect}`);
  return knownExplanation(refused, context) ?? refusal('other', { action, answer, code });
}

/** Null for codes without an explanation. */
export function knownExplanation({ code }: Refused, context: RefusalContext): Refusal | null {
  return EXPLANATIONS.get(code)?.(context) ?? null;
}

/** The outcome of an action that Discord refused. */
export function refusalOutcome(
  refused: Refused,
  { action, context, at }: { action: Action; context: RefusalContext; at: number },
): Outcome {
  const nothingLeft = NOTHING_LEFT[action.kind].get(refused.code);
  if (nothingLeft !== undefined) return { status: 'done', at, detail: nothingLeft };
  return { status: 'refused', at, code: refused.code, ...explainRefusal(refused, context) };
}

function missingAccess({ botRole }: RefusalContext): Refusal {
  return refusal('noAccess', { permission: permissionName('ViewChannel'), botRole });
}

function missingPermission(context: RefusalContext): Refusal {
  const { permission, effect, botRole } = context;
  // What needs no permission can only fail for lack of access.
  if (permission === null) return missingAccess(context);
  return refusal('permissionOrRole', {
    action: message(`effects:infinitive.${effect}`),
    permission: permissionName(permission),
    botRole,
  });
}

function noMessagesInChannel({ channel }: RefusalContext): Refusal {
  return refusal('noMessagesInChannel', { channel, command: 'moderation channel' });
}
