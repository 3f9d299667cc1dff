import type { APIAttachment, APIBaseMessage } from 'discord.js';
import type { Recording } from '../../domain/snapshot.ts';
import { attachmentsOf, typeOf } from './attachments.ts';

/** For files whose type Discord does not know. */
const RECORDING_NAMES =
  /\.(?:aac|aiff?|amr|avi|flac|m4a|m4v|mka|mkv|mov|mp3|mp4|mpe?g|oga|ogg|ogv|opus|ts|wav|webm|weba|wma|wmv|3gp)$/i;

/** The voice message, and the audio and video files, of a message and of what it forwards. */
export function recordingsOf(message: APIBaseMessage): Recording[] {
  return attachmentsOf(message)
    .filter(isRecording)
    .map(({ id, url, filename, size, duration_secs: seconds }) => ({
      id,
      url,
      name: filename,
      bytes: size,
      seconds: seconds ?? null,
    }));
}

function isRecording(attachment: APIAttachment): boolean {
  const { filename } = attachment;
  const type = typeOf(attachment);
  // A playlist names further addresses, and members must not choose which addresses are requested.
  if (/mpegurl/i.test(type ?? '') || /\.m3u8?$/i.test(filename)) return false;
  return type === null
    ? RECORDING_NAMES.test(filename)
    : /^(?:audio|video)\/|^application\/ogg\b/i.test(type);
}
