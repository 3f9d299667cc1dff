import type {
  APIAllowedMentions,
  APIEmbed,
  APIMessageTopLevelComponent,
  MessageReferenceType,
  RESTAPIPoll,
} from 'discord-api-types/v10';

export interface DraftFile {
  readonly filename: string;
  readonly contentType: string;
  readonly data: Buffer;
  readonly description?: string | undefined;
}

export interface DraftReference {
  readonly messageId: string;
  /** Default: the channel of the new message. */
  readonly channelId?: string | undefined;
  readonly type: MessageReferenceType;
  /** false: a reply to a message that doesn't exist becomes a regular message. */
  readonly failIfNotExists: boolean;
}

/** A message to post, already validated and checked for permissions. */
export interface MessageDraft {
  readonly authorId: string;
  readonly content?: string | undefined;
  readonly embeds?: readonly APIEmbed[] | undefined;
  readonly components?: readonly APIMessageTopLevelComponent[] | undefined;
  readonly files?: readonly DraftFile[] | undefined;
  readonly stickerIds?: readonly string[] | undefined;
  readonly poll?: RESTAPIPoll | undefined;
  readonly reference?: DraftReference | undefined;
  readonly allowedMentions?: APIAllowedMentions | undefined;
  /** Allows mentions of @everyone and non-mentionable roles. Default: false. */
  readonly mayMentionEveryone?: boolean | undefined;
  readonly tts?: boolean | undefined;
  readonly flags?: number | undefined;
  readonly nonce?: string | number | undefined;
  /** Repeating the author's nonce within a few minutes returns the first message. */
  readonly enforceNonce?: boolean | undefined;
  readonly webhook?: { readonly id: string; readonly username: string } | undefined;
}

/** The changes of an edit; undefined fields stay. */
export interface MessageEdit {
  readonly content?: string | undefined;
  readonly embeds?: readonly APIEmbed[] | undefined;
  readonly components?: readonly APIMessageTopLevelComponent[] | undefined;
  readonly flags?: number | undefined;
  readonly allowedMentions?: APIAllowedMentions | undefined;
  readonly mayMentionEveryone?: boolean | undefined;
  /** The attachments to keep, with their alt text; the others are removed. */
  readonly keepAttachments?:
    | readonly { readonly id: string; readonly description?: string | undefined }[]
    | undefined;
  readonly files?: readonly DraftFile[] | undefined;
}
