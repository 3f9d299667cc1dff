import type { APIAttachment, APIBaseMessage } from 'discord.js';
import type { Downloads } from '../../domain/downloads.ts';
import type { FileText, TextFiles } from '../../domain/ports.ts';
import type { TextFile } from '../../domain/snapshot.ts';
import { attachmentsOf, typeOf } from './attachments.ts';
import { decodeText, isText } from './decode-text.ts';

/** Types of text files that do not begin with `text/`. */
const TEXT_TYPES =
  /^(?:text\/|image\/svg\b|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|toml|javascript|typescript|x-sh|sql|rtf)\b)/i;
/** For files whose type Discord does not know. */
const TEXT_NAMES =
  /\.(?:txt|text|md|markdown|log|csv|tsv|ini|cfg|conf|json|ya?ml|toml|xml|svg|html?|srt|vtt|lrc)$/i;

/** A name without an extension. Discord does not know the type of such files, and people open them as text. */
const BARE_NAME = /^[^.]+$/;

/** The text files of a message and of what it forwards. */
export function filesOf(message: APIBaseMessage): TextFile[] {
  return attachmentsOf(message).flatMap((attachment): TextFile[] => {
    const { id, url } = attachment;
    if (isTextFile(attachment)) return [{ id, url, isCertain: true }];
    const isUnknown = typeOf(attachment) === null && BARE_NAME.test(attachment.filename);
    return isUnknown ? [{ id, url, isCertain: false }] : [];
  });
}

function isTextFile(attachment: APIAttachment): boolean {
  const type = typeOf(attachment);
  return type === null ? TEXT_NAMES.test(attachment.filename) : TEXT_TYPES.test(type);
}

export function createTextFiles({ beginning }: Downloads): TextFiles {
  return {
    async read({ url, isCertain }, maxBytes): Promise<FileText> {
      const download = await beginning(url, maxBytes);
      if (download.kind !== 'bytes') return download;
      const { bytes, isCut } = download;
      if (!isCertain && !isText(bytes)) return { kind: 'none' };
      return { kind: 'text', text: decodeText(bytes), isCut };
    },
  };
}
