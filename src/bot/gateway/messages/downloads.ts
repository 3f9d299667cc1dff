import { sleep, type Clock } from '../../../shared/clock.ts';
import { errorMessage } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Download, Downloads } from '../../domain/downloads.ts';

const CDN_HOSTS: ReadonlySet<string> = new Set([
  'https://cdn.discordapp.com',
  'https://media.discordapp.net',
  // Discord's proxies for pictures of other websites.
  'https://images-ext-1.discordapp.net',
  'https://images-ext-2.discordapp.net',
]);
const DISCORD = 'https://discord.com';

const TRIES = 3;
const PAUSE_MS = 500;
const TIMEOUT_MS = 10_000;

/**
 * Downloads from Discord's own hosts only, because a message's author must not choose what the bot requests. A sandbox or a
 * proxy serves files at its own address, so the origin of `apiUrl` counts as well.
 */
export function createDownloads({
  apiUrl,
  clock,
  logger,
}: {
  apiUrl: string;
  clock: Clock;
  logger: Logger;
}): Downloads {
  const { origin } = new URL(apiUrl);
  const isAllowed = (url: URL): boolean =>
    CDN_HOSTS.has(url.origin) || (origin !== DISCORD && url.origin === origin);

  return {
    async beginning(address, maxBytes) {
      const url = URL.canParse(address) ? new URL(address) : null;
      if (url === null || !isAllowed(url)) return { kind: 'none' };
      for (let attempt = 1; ; attempt += 1) {
        const result = await download(url, maxBytes);
        if (typeof result !== 'string') return result;
        if (attempt === TRIES) {
          // The path names the channel and the file, so it stays out of the log.
          logger.warn({ host: url.host, reason: result }, 'could not download an attached file');
          return { kind: 'unreadable' };
        }
        await sleep(clock, PAUSE_MS * attempt);
      }
    },
  };
}

/** The file's beginning, or why the download failed. */
async function download(url: URL, maxBytes: number): Promise<Download | string> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) {
      await response.body?.cancel();
      const isPassing = response.status === 429 || response.status >= 500;
      return isPassing ? `status ${response.status}` : { kind: 'none' };
    }
    const bytes = await beginningOf(response, maxBytes + 1);
    return { kind: 'bytes', bytes: bytes.subarray(0, maxBytes), isCut: bytes.length > maxBytes };
  } catch (error) {
    return errorMessage(error);
  }
}

async function beginningOf({ body }: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop ends the download.
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
