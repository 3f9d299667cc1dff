import { RESTJSONErrorCodes as Codes } from 'discord.js';
import { message } from '../../locales/message.ts';
import type { EffectKind, Refusal } from '../../domain/effects.ts';
import type { Failure } from '../../rest/classify-error.ts';
import { permissionName, type RequiredPermission } from '../../access/permissions.ts';
import { refusal } from './refusals.ts';

/** Names for the texts about a refusal. */
export interface RefusalContext {
  readonly effect: EffectKind;
  /** The permission the effect needs; null for none. */
  readonly permission: RequiredPermission | null;
  /** The role to change so that the bot gets more permissions. */
  readonly botRole: string;
  /** The name of the channel. */
  readonly channel: string;
}

export type Refused = Extract<Failure, { kind: 'refused' }>;

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

export function explainRefusal(refused: Refused, context: RefusalContext): Refusal {
  const { code, answer } = refused;
  const action = message(`effects:infinitive.${context.effect}`);
  return knownExplanation(refused, context) ?? refusal('other', { action, answer, code });
}

/** Null for codes without an explanation. */
export function knownExplanation({ code }: Refused, context: RefusalContext): Refusal | null {
  return EXPLANATIONS.get(code)?.(context) ?? null;
}

function missingAccess({ botRole }: RefusalContext): Refusal {
  return refusal('noAccess', { permission: permissionName('ViewChannel'), botRole });
}

function missingPermission(context: RefusalContext): Refusal {
  const { permission, effect, botRole } = context;
  // An effect that needs no permission fails only for lack of access.
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
