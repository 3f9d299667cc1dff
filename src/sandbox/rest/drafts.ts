import {
  MessageFlags,
  MessageReferenceType,
  RESTJSONErrorCodes,
  type APIMessage,
} from 'discord-api-types/v10';

import { invalidField, apiError } from '../errors.ts';
import type { DraftFile, MessageDraft, MessageEdit } from '../world/messages/draft.ts';
import { isClassicLayout } from './forms/components.ts';
import { MAX_ATTACHMENTS, type CreateMessageForm, type EditMessageForm } from './forms/message.ts';
import type { UploadedFile } from './multipart.ts';

type Files = ReadonlyMap<string, UploadedFile>;
type AttachmentForms = CreateMessageForm['attachments'];

/** The draft of a Create Message body. Throws 50006 when the message would be empty. */
export function draftOf(form: CreateMessageForm, files: Files, authorId: string): MessageDraft {
  checkFileIds(form.attachments, files);
  const reference = form.message_reference ?? undefined;
  const draft: MessageDraft = {
    authorId,
    content: form.content ?? undefined,
    embeds: form.embeds ?? undefined,
    components: form.components ?? undefined,
    files: draftFiles(form.attachments, files),
    stickerIds: form.sticker_ids ?? undefined,
    poll: form.poll ?? undefined,
    allowedMentions: form.allowed_mentions ?? undefined,
    tts: form.tts ?? undefined,
    flags: form.flags ?? undefined,
    nonce: form.nonce ?? undefined,
    enforceNonce: form.enforce_nonce ?? undefined,
    reference: reference && {
      messageId: reference.message_id,
      channelId: reference.channel_id,
      type: reference.type,
      failIfNotExists: reference.fail_if_not_exists,
    },
  };
  checkLayout(draft);
  const isForward = reference?.type === MessageReferenceType.Forward;
  if (!isForward && isEmpty(draft)) throw apiError(RESTJSONErrorCodes.CannotSendAnEmptyMessage);
  return draft;
}

/** The changes of an Edit Message body: null clears a field, an absent field stays. */
export function editOf(form: EditMessageForm, files: Files): MessageEdit {
  const { attachments } = form;
  const isNew = (id: string): boolean => files.has(id);
  return {
    content: form.content === null ? '' : form.content,
    embeds: form.embeds === null ? [] : form.embeds,
    components: form.components === null ? [] : form.components,
    flags: form.flags ?? undefined,
    allowedMentions: form.allowed_mentions ?? undefined,
    files: draftFiles(attachments, files),
    ...(attachments === undefined
      ? {}
      : {
          keepAttachments: (attachments ?? [])
            .filter(({ id }) => !isNew(id))
            .map(({ id, description }) => ({ id, description: description ?? undefined })),
        }),
  };
}

function draftFiles(attachments: AttachmentForms, files: Files): DraftFile[] {
  if (files.size > MAX_ATTACHMENTS) {
    throw apiError(RESTJSONErrorCodes.MaximumNumberOfAttachmentsInAMessageReached);
  }
  return Array.from(files, ([number, file]) => {
    const attachment = attachments?.find(({ id }) => id === number);
    return {
      ...file,
      filename: attachment?.filename ?? file.filename,
      description: attachment?.description ?? undefined,
    };
  });
}

function checkFileIds(attachments: AttachmentForms, files: Files): void {
  for (const { id } of attachments ?? []) {
    if (!files.has(id)) throw apiError(RESTJSONErrorCodes.UploadedFileNotFound);
  }
}

function checkLayout({ flags = 0, components = [], ...draft }: MessageDraft): void {
  if ((flags & MessageFlags.IsComponentsV2) === 0) {
    if (isClassicLayout(components)) return;
    throw invalidField(['components'], {
      code: 'BASE_TYPE_BAD_LENGTH',
      message: 'Must be between 1 and 5 in length.',
    });
  }
  if (draft.content || draft.embeds?.length || draft.stickerIds?.length || draft.poll) {
    throw invalidField(['flags'], {
      code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      message: "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
    });
  }
}

function isEmpty(draft: MessageDraft): boolean {
  return (
    (draft.content ?? '').trim() === '' &&
    [draft.embeds, draft.components, draft.files, draft.stickerIds].every(
      (list) => (list ?? []).length === 0,
    ) &&
    draft.poll === undefined
  );
}

/** An edit can set and clear SUPPRESS_EMBEDS and set IS_COMPONENTS_V2; other flags stay. */
export function editedFlags(message: APIMessage, { flags }: MessageEdit): number | undefined {
  if (flags === undefined) return undefined;
  const kept = (message.flags ?? 0) & ~MessageFlags.SuppressEmbeds;
  return kept | (flags & (MessageFlags.SuppressEmbeds | MessageFlags.IsComponentsV2));
}

/** True if the message would be empty after the edit. */
export function leavesNothing(message: APIMessage, edit: MessageEdit): boolean {
  const remaining = [
    edit.embeds ?? message.embeds,
    edit.components ?? message.components ?? [],
    edit.keepAttachments ?? message.attachments,
    edit.files ?? [],
    message.sticker_items ?? [],
    message.message_snapshots ?? [],
  ];
  return (
    (edit.content ?? message.content).trim() === '' && remaining.every((list) => list.length === 0)
  );
}
