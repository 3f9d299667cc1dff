import { mkdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { buildPage } from '../../scripts/build-page.mjs';

const FOLDER = 'node_modules/.cache/portcullis-test/page/';

/** The page that the global setup builds. */
export const PAGE_ASSETS = pathToFileURL(FOLDER);

/** Vitest's global setup: builds the page from source. */
export default async function build(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await buildPage(FOLDER);
}
