import type { APIAttachment, APIBaseMessage } from 'discord.js';

/** The files of a message and of what it forwards. Malformed ones and malformed lists are skipped. */
export function attachmentsOf(message: APIBaseMessage): APIAttachment[] {
  const forwarded = listOf(message.message_snapshots).flatMap((snapshot) =>
    listOf(snapshot?.message?.attachments),
  );
  return [...listOf(message.attachments), ...forwarded].filter(
    (attachment): attachment is APIAttachment => typeof attachment?.url === 'string',
  );
}

/** Forwards may lack their lists, and lists may be malformed, despite the types. */
function listOf<T>(list: readonly T[] | null | undefined): readonly (T | null | undefined)[] {
  return Array.isArray(list) ? list : [];
}

/** The file's type according to Discord; null if Discord does not know it. */
export function typeOf({ content_type: type }: APIAttachment): string | null {
  return typeof type !== 'string' || type === 'application/octet-stream' ? null : type;
}
