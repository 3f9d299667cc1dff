import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';

import { AppError } from '../../../shared/errors.ts';

export interface Asset {
  readonly type: string;
  read(): Promise<Buffer>;
}

class AssetsMissingError extends AppError {
  readonly code = 'page_assets_missing';
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The page's files by path; the page itself has the empty path. */
export async function findAssets(folder: URL): Promise<ReadonlyMap<string, Asset>> {
  const names = await readdir(folder).catch((): string[] => []);
  if (!names.includes('index.html')) {
    throw new AssetsMissingError(`${folder.pathname} has no page: run npm run build.`);
  }
  return new Map(
    names.map((name) => [
      name === 'index.html' ? '' : name,
      {
        type: TYPES[extname(name)] ?? 'application/octet-stream',
        read: () => readFile(new URL(name, folder)),
      },
    ]),
  );
}
