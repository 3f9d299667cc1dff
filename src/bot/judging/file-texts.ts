import type { TextFiles } from '../domain/ports.ts';
import type { Part, Snapshot } from '../domain/snapshot.ts';

/** The limit for all files of a message together. Discord shows about 50 KiB of each. */
export const MAX_TEXT_BYTES = 1024 * 1024;

/** A snapshot with the texts of its files as parts. */
export interface CompleteSnapshot {
  readonly snapshot: Snapshot;
  /** Discord did not hand over every file. */
  readonly isIncomplete: boolean;
  /** A file is longer than what was read of it. */
  readonly isCut: boolean;
}

export function withoutFiles(snapshot: Snapshot): CompleteSnapshot {
  return { snapshot, isIncomplete: false, isCut: false };
}

export async function withFileTexts(
  snapshot: Snapshot,
  textFiles: TextFiles,
): Promise<CompleteSnapshot> {
  const count = snapshot.files.length;
  if (count === 0) return withoutFiles(snapshot);
  const maxBytes = Math.floor(MAX_TEXT_BYTES / count);
  const files = await Promise.all(snapshot.files.map((file) => textFiles.read(file, maxBytes)));
  const parts = files.flatMap((file): Part[] =>
    file.kind === 'text' && file.text.trim() !== '' ? [{ kind: 'file', text: file.text }] : [],
  );
  return {
    snapshot: { ...snapshot, parts: [...snapshot.parts, ...parts] },
    isIncomplete: files.some(({ kind }) => kind === 'unreadable'),
    isCut: files.some((file) => file.kind === 'text' && file.isCut),
  };
}
