import { AttachmentFlags, type APIAttachment } from 'discord-api-types/v10';

import type { DraftFile } from './draft.ts';
import type { WorldState } from '../state.ts';

const SPOILER_PREFIX = 'SPOILER_';

/** Stores the file for the sandbox's CDN and returns it as an attachment. */
export function storeAttachment(
  state: WorldState,
  channelId: string,
  file: DraftFile,
): APIAttachment {
  const id = state.newId();
  // Discord keeps letters, digits, dots, dashes and underscores, and replaces spaces with underscores.
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

/** Copies the file to a new URL, so that it stays when the original message is deleted. */
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

/** Deletes the files of a deleted message; their URLs respond with 404 afterwards. */
export function dropAttachments(state: WorldState, attachments: readonly APIAttachment[]): void {
  for (const { url } of attachments) state.files.delete(new URL(url).pathname);
}
