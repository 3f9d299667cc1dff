import { RESTJSONErrorCodes } from 'discord-api-types/v10';

import { AppError } from '../shared/errors.ts';

/** An error of one field, as Discord writes it: `{ code: 'BASE_TYPE_MAX_LENGTH', message: '…' }`. */
export interface FieldError {
  readonly code: string;
  readonly message: string;
}

/** The `errors` tree of a 50035: field names and list indexes down to `_errors`. */
export interface FieldErrorTree {
  [field: string]: FieldErrorTree | readonly FieldError[];
}

export interface ApiErrorBody {
  readonly message: string;
  readonly code: number;
  readonly errors?: FieldErrorTree;
  readonly retry_after?: number;
}

interface ApiErrorOptions {
  readonly status: number;
  readonly discordCode: number;
  readonly errors?: FieldErrorTree;
  /** Seconds, for a 429. */
  readonly retryAfter?: number;
}

/** An error as Discord's API returns it: HTTP status, JSON error code, message. */
export class ApiError extends AppError {
  readonly code = 'discord_api_error';
  readonly status: number;
  readonly discordCode: number;
  readonly errors: FieldErrorTree | undefined;
  readonly retryAfter: number | undefined;

  constructor(message: string, options: ApiErrorOptions) {
    super(message);
    this.status = options.status;
    this.discordCode = options.discordCode;
    this.errors = options.errors;
    this.retryAfter = options.retryAfter;
  }

  body(): ApiErrorBody {
    return {
      message: this.message,
      code: this.discordCode,
      ...(this.errors === undefined ? {} : { errors: this.errors }),
      ...(this.retryAfter === undefined ? {} : { retry_after: this.retryAfter }),
    };
  }
}

const Code = RESTJSONErrorCodes;

const API_ERRORS = {
  [Code.UnknownApplication]: [404, 'Unknown Application'],
  [Code.UnknownChannel]: [404, 'Unknown Channel'],
  [Code.UnknownGuild]: [404, 'Unknown Guild'],
  [Code.UnknownInvite]: [404, 'Unknown Invite'],
  [Code.UnknownMember]: [404, 'Unknown Member'],
  [Code.UnknownMessage]: [404, 'Unknown Message'],
  [Code.UnknownPermissionOverwrite]: [404, 'Unknown Overwrite'],
  [Code.UnknownRole]: [404, 'Unknown Role'],
  [Code.UnknownUser]: [404, 'Unknown User'],
  [Code.UnknownEmoji]: [400, 'Unknown Emoji'],
  [Code.UnknownWebhook]: [404, 'Unknown Webhook'],
  [Code.UnknownBan]: [404, 'Unknown Ban'],
  [Code.UnknownSticker]: [404, 'Unknown Sticker'],
  [Code.UnknownInteraction]: [404, 'Unknown interaction'],
  [Code.UnknownApplicationCommand]: [404, 'Unknown application command'],
  [Code.BotsCannotUseThisEndpoint]: [403, 'Bots cannot use this endpoint'],
  [Code.OnlyBotsCanUseThisEndpoint]: [403, 'Only bots can use this endpoint'],
  [Code.NotAuthorizedToPerformThisActionOnThisApplication]: [
    403,
    'You are not authorized to perform this action on this application',
  ],
  [Code.ActionCannotBePerformedDueToSlowmodeRateLimit]: [
    429,
    'This action cannot be performed due to slowmode rate limit',
  ],
  [Code.MaximumNumberOfPinsReachedForTheChannel]: [400, 'Maximum number of pins reached (250)'],
  [Code.MaximumNumberOfGuildRolesReached]: [400, 'Maximum number of server roles reached (250)'],
  [Code.MaximumNumberOfWebhooksReached]: [400, 'Maximum number of webhooks reached (15)'],
  [Code.MaximumNumberOfReactionsReached]: [400, 'Maximum number of reactions reached (20)'],
  [Code.MaximumNumberOfGuildChannelsReached]: [
    400,
    'Maximum number of server channels reached (500)',
  ],
  [Code.MaximumNumberOfApplicationCommandsReached]: [
    400,
    'Maximum number of application commands reached (100)',
  ],
  [Code.MaximumNumberOfAttachmentsInAMessageReached]: [
    400,
    'Maximum number of attachments in a message reached (10)',
  ],
  [Code.RequestEntityTooLarge]: [413, 'Request entity too large'],
  [Code.UserBannedFromThisGuild]: [403, 'The user is banned from this guild.'],
  [Code.TargetUserIsNotConnectedToVoice]: [400, 'Target user is not connected to voice.'],
  [Code.InteractionHasAlreadyBeenAcknowledged]: [400, 'Interaction has already been acknowledged.'],
  [Code.ThisMessageWasAlreadyCrossposted]: [400, 'This message has already been crossposted.'],
  [Code.CannotSendAMessageInAForumChannel]: [400, 'Cannot send messages in a forum channel'],
  [Code.TagRequiredToCreateAForumPostInThisChannel]: [
    400,
    'A tag is required to create a forum post in this channel',
  ],
  [Code.MissingAccess]: [403, 'Missing Access'],
  [Code.CannotExecuteActionOnDMChannel]: [403, 'Cannot execute action on a DM channel'],
  [Code.CannotEditMessageAuthoredByAnotherUser]: [
    403,
    'Cannot edit a message authored by another user',
  ],
  [Code.CannotSendAnEmptyMessage]: [400, 'Cannot send an empty message'],
  [Code.CannotSendMessagesToThisUser]: [403, 'Cannot send messages to this user'],
  [Code.CannotSendMessagesInNonTextChannel]: [400, 'Cannot send messages in a non-text channel'],
  [Code.MissingPermissions]: [403, 'Missing Permissions'],
  [Code.ProvidedTooFewOrTooManyMessagesToDelete]: [
    400,
    'Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100 messages to delete.',
  ],
  [Code.CannotExecuteActionOnSystemMessage]: [403, 'Cannot execute action on a system message'],
  [Code.CannotExecuteActionOnThisChannelType]: [400, 'Cannot execute action on this channel type'],
  [Code.InvalidRole]: [400, 'Invalid Role'],
  [Code.InvalidRecipients]: [400, 'Invalid Recipient(s)'],
  [Code.InvalidWebhookToken]: [401, 'Invalid Webhook Token'],
  [Code.OneOfTheMessagesProvidedWasTooOldForBulkDelete]: [
    400,
    'You can only bulk delete messages that are under 14 days old.',
  ],
  [Code.InvalidFormBodyOrContentType]: [400, 'Invalid Form Body'],
  [Code.InvalidGuild]: [400, 'Invalid Guild'],
  [Code.InvalidMessageType]: [400, 'Invalid message type'],
  [Code.InvalidStickerSent]: [400, 'Invalid sticker sent'],
  [Code.InvalidActionOnArchivedThread]: [400, 'Thread is archived'],
  [Code.RequestBodyContainsInvalidJSON]: [400, 'The request body contains invalid JSON.'],
  [Code.UploadedFileNotFound]: [400, 'Uploaded file not found.'],
  [Code.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds]: [
    403,
    'Cannot send messages to this user due to having no mutual guilds',
  ],
  [Code.CannotReplyWithoutPermissionToReadMessageHistory]: [
    400,
    'Cannot reply without permission to read message history',
  ],
  [Code.ThreadAlreadyCreatedForMessage]: [
    400,
    'A thread has already been created for this message',
  ],
  [Code.ThreadLocked]: [400, 'Thread is locked'],
  [Code.CannotReferenceAMessageWithoutPermissionToReadMessageHistory]: [
    400,
    'Cannot reference a message without permission to read message history',
  ],
  [Code.CannotForwardMessageWithUnreadableContent]: [
    400,
    'Cannot forward a message whose content you cannot read',
  ],
  [Code.WebhooksPostedToForumChannelsMustHaveAThreadNameOrThreadId]: [
    400,
    'Webhooks posted to forum channels must have a thread_name or thread_id',
  ],
  [Code.MessageWasBlockedByAutomaticModeration]: [
    400,
    'Message was blocked by automatic moderation',
  ],
  [Code.FailedToBanUsers]: [400, 'Failed to ban users'],
  [Code.PollExpired]: [400, 'Poll expired'],
  [Code.InvalidChannelTypeForPollCreation]: [400, 'Invalid channel type for poll creation'],
  [Code.CannotEditAPollMessage]: [400, 'Cannot edit a poll message'],
  [Code.CannotExpireANonPollMessage]: [400, 'Cannot expire a non-poll message'],
} as const satisfies Partial<
  Record<RESTJSONErrorCodes, readonly [status: number, message: string]>
>;

export type ApiErrorCode = keyof typeof API_ERRORS;

/** The error with this JSON error code, e.g. `apiError(RESTJSONErrorCodes.MissingPermissions)`. */
export function apiError(discordCode: ApiErrorCode): ApiError {
  const [status, message] = API_ERRORS[discordCode];
  return new ApiError(message, { status, discordCode });
}

/** 50035 with one field error, at a path such as `['embeds', 0, 'title']`. */
export function invalidField(path: readonly (string | number)[], error: FieldError): ApiError {
  return invalidForm([{ path, error }]);
}

/** 50035 with the tree of all field errors. */
export function invalidForm(
  fieldErrors: readonly { path: readonly (string | number)[]; error: FieldError }[],
): ApiError {
  const root: FieldErrorTree = {};
  for (const { path, error } of fieldErrors) {
    let node = root;
    for (const part of path) node = childOf(node, String(part));
    const previous = node['_errors'];
    node['_errors'] = [...(isList(previous) ? previous : []), error];
  }
  const [status, message] = API_ERRORS[Code.InvalidFormBodyOrContentType];
  return new ApiError(message, {
    status,
    discordCode: Code.InvalidFormBodyOrContentType,
    errors: root,
  });
}

/** A request without a valid token. Discord sends code 0 here, which isn't a JSON error code. */
export function unauthorized(): ApiError {
  return new ApiError('401: Unauthorized', { status: 401, discordCode: 0 });
}

export function routeNotFound(): ApiError {
  return new ApiError('404: Not Found', { status: 404, discordCode: 0 });
}

function childOf(node: FieldErrorTree, part: string): FieldErrorTree {
  const existing = node[part];
  if (existing !== undefined && !isList(existing)) return existing;
  const child: FieldErrorTree = {};
  node[part] = child;
  return child;
}

function isList(
  value: FieldErrorTree | readonly FieldError[] | undefined,
): value is readonly FieldError[] {
  return Array.isArray(value);
}
