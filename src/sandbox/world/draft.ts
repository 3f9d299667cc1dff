import type {
  APIAllowedMentions,
  APIEmbed,
  APIMessageTopLevelComponent,
  MessageReferenceType,
  RESTAPIPoll,
} from 'discord-api-types/v10';

/** A file about to be posted. */
export interface DraftFile {
  readonly filename: string;
  readonly contentType: string;
  readonly data: Buffer;
  /** Alternative text. */
  readonly description?: string | undefined;
}

export interface DraftReference {
  readonly messageId: string;
  /** Default: the channel posted in. */
  readonly channelId?: string | undefined;
  readonly type: MessageReferenceType;
  /** false: a reply to a message that is gone becomes an ordinary message. */
  readonly failIfNotExists: boolean;
}

/** A message as its author gives it, already checked for form and permissions. */
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
  /** Whether @everyone and roles that are not mentionable do mention. Default: false. */
  readonly mayMentionEveryone?: boolean | undefined;
  readonly tts?: boolean | undefined;
  readonly flags?: number | undefined;
  readonly nonce?: string | number | undefined;
  /** A repeat of the author's nonce within some minutes gives the first message again. */
  readonly enforceNonce?: boolean | undefined;
  /** Posted through this webhook, under its name or the one given. */
  readonly webhook?: { readonly id: string; readonly username: string } | undefined;
}

/** What an edit changes; what is undefined stays. */
export interface MessageEdit {
  readonly content?: string | undefined;
  readonly embeds?: readonly APIEmbed[] | undefined;
  readonly components?: readonly APIMessageTopLevelComponent[] | undefined;
  readonly flags?: number | undefined;
  readonly allowedMentions?: APIAllowedMentions | undefined;
  readonly mayMentionEveryone?: boolean | undefined;
  /** Which attachments stay, with the alternative text they shall have; the others go. */
  readonly keepAttachments?:
    | readonly { readonly id: string; readonly description?: string | undefined }[]
    | undefined;
  readonly files?: readonly DraftFile[] | undefined;
}
