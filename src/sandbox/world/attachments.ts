import { AttachmentFlags, type APIAttachment } from 'discord-api-types/v10';

import type { DraftFile } from './draft.ts';
import type { WorldState } from './state.ts';

const SPOILER_PREFIX = 'SPOILER_';

/** Keeps the file where the sandbox serves it, and describes it as Discord does. */
export function storeAttachment(
  state: WorldState,
  channelId: string,
  file: DraftFile,
): APIAttachment {
  const id = state.newId();
  // Discord keeps letters, digits, dots, dashes and underscores of a name, and turns spaces into underscores.
  const filename = file.filename.replaceAll(/\s/g, '_').replaceAll(/[^\w.-]/g, '') || 'unknown';
  const path = `/attachments/${channelId}/${id}/${filename}`;
  state.files.set(path, { contentType: file.contentType, data: file.data });
  const url = `${state.cdnUrl()}${path}`;
  return {
    id,
    filename,
    size: file.data.length,
    url,
    proxy_url: url,
    content_type: file.contentType,
    ...(file.description === undefined ? {} : { description: file.description }),
    ...(filename.startsWith(SPOILER_PREFIX) ? { flags: AttachmentFlags.IsSpoiler } : {}),
  };
}

/** The same file under an address of its own, so that it stays when the first message goes. */
export function copyAttachment(
  state: WorldState,
  channelId: string,
  attachment: APIAttachment,
): APIAttachment {
  const original = state.files.get(new URL(attachment.url).pathname);
  if (original === undefined) return attachment;
  const { filename, description } = attachment;
  return storeAttachment(state, channelId, { ...original, filename, description });
}

/** Forgets the files of a message that is gone: their addresses answer 404 from then on. */
export function dropAttachments(state: WorldState, attachments: readonly APIAttachment[]): void {
  for (const { url } of attachments) state.files.delete(new URL(url).pathname);
}
