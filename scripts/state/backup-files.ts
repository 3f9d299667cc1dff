import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { AppError } from '../../src/shared/errors.ts';

/* The files of a backup, which `npm run backup` writes and `npm run restore` reads. */

export const MANIFEST = 'manifest.json';

/** In the order in which they are restored. */
export const BACKUP_FILES = ['state.sqlite', 'service.sqlite', 'state.key'] as const;
export type BackupFile = (typeof BACKUP_FILES)[number];

const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  /** Hashes (SHA-256 in hexadecimal) by file. */
  files: z.partialRecord(z.enum(BACKUP_FILES), z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A backup is incomplete, was changed, or cannot be restored here. */
export class BackupError extends AppError {
  readonly code = 'backup_failed';
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Reads the manifest and checks that all its files are unchanged. Throws a `BackupError`. */
export async function readManifest(folder: string): Promise<Manifest> {
  let manifest: Manifest;
  try {
    const text = await readFile(join(folder, MANIFEST), 'utf8');
    manifest = manifestSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new BackupError(`${folder} is not a complete backup: ${MANIFEST} is missing or wrong.`, {
      cause: error,
    });
  }
  for (const name of ['state.sqlite', 'state.key'] as const) {
    if (manifest.files[name] === undefined) {
      throw new BackupError(`${folder} is not a complete backup: ${name} is missing.`);
    }
  }
  for (const [name, hash] of Object.entries(manifest.files)) {
    const actual = await hashOf(join(folder, name)).catch(() => null);
    if (actual !== hash) {
      throw new BackupError(`${name} in ${folder} is missing or was changed since the backup.`);
    }
  }
  return manifest;
}
