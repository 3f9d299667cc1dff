import type { TextFiles } from '../domain/ports.ts';
import type { Part, Snapshot } from '../domain/snapshot.ts';

/** A snapshot with the texts of its files as parts. */
export interface CompleteSnapshot {
  readonly snapshot: Snapshot;
  /** Discord did not hand over every file. */
  readonly isIncomplete: boolean;
}

export async function withFileTexts(
  snapshot: Snapshot,
  textFiles: TextFiles,
): Promise<CompleteSnapshot> {
  if (snapshot.files.length === 0) return { snapshot, isIncomplete: false };
  const files = await Promise.all(snapshot.files.map(({ url }) => textFiles.read(url)));
  const parts = files.flatMap((file): Part[] =>
    file.kind === 'text' && file.text.trim() !== '' ? [{ kind: 'file', text: file.text }] : [],
  );
  return {
    snapshot: { ...snapshot, parts: [...snapshot.parts, ...parts] },
    isIncomplete: files.some(({ kind }) => kind === 'unreadable'),
  };
}
