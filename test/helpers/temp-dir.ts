import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder, deleted when the test ends. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'portcullis-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
