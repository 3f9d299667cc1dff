import {
  MessageFlags,
  MessageReferenceType,
  RESTJSONErrorCodes,
  type APIMessage,
} from 'discord-api-types/v10';

import { invalidField, refusal } from '../errors.ts';
import type { DraftFile, MessageDraft, MessageEdit } from '../world/draft.ts';
import { isClassicLayout } from './forms/components.ts';
import { MAX_ATTACHMENTS, type CreateMessageForm, type EditMessageForm } from './forms/message.ts';
import type { UploadedFile } from './multipart.ts';

type Files = ReadonlyMap<string, UploadedFile>;
type AttachmentForms = CreateMessageForm['attachments'];

/** A message as it was sent, as the world takes it; refuses what has nothing in it with 50006. */
export function draftOf(form: CreateMessageForm, files: Files, authorId: string): MessageDraft {
  refuseUnknownFiles(form.attachments, files);
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
  refuseBadLayout(draft);
  const isForward = reference?.type === MessageReferenceType.Forward;
  if (!isForward && isEmpty(draft)) throw refusal(RESTJSONErrorCodes.CannotSendAnEmptyMessage);
  return draft;
}

/** null empties a field, absence leaves it. */
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
    throw refusal(RESTJSONErrorCodes.MaximumNumberOfAttachmentsInAMessageReached);
  }
  return Array.from(files, ([number, file]) => {
    const about = attachments?.find(({ id }) => id === number);
    return {
      ...file,
      filename: about?.filename ?? file.filename,
      description: about?.description ?? undefined,
    };
  });
}

function refuseUnknownFiles(attachments: AttachmentForms, files: Files): void {
  for (const { id } of attachments ?? []) {
    if (!files.has(id)) throw refusal(RESTJSONErrorCodes.UploadedFileNotFound);
  }
}

function refuseBadLayout({ flags = 0, components = [], ...draft }: MessageDraft): void {
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

/** SUPPRESS_EMBEDS can be set and unset, IS_COMPONENTS_V2 only set; the others stay. */
export function editedFlags(message: APIMessage, { flags }: MessageEdit): number | undefined {
  if (flags === undefined) return undefined;
  const kept = (message.flags ?? 0) & ~MessageFlags.SuppressEmbeds;
  return kept | (flags & (MessageFlags.SuppressEmbeds | MessageFlags.IsComponentsV2));
}

/** Whether nothing would be left of the message. */
export function leavesNothing(message: APIMessage, edit: MessageEdit): boolean {
  const left = [
    edit.embeds ?? message.embeds,
    edit.components ?? message.components ?? [],
    edit.keepAttachments ?? message.attachments,
    edit.files ?? [],
    message.sticker_items ?? [],
    message.message_snapshots ?? [],
  ];
  return (edit.content ?? message.content).trim() === '' && left.every((list) => list.length === 0);
}
