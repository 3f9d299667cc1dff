import type { APIAttachment, APIBaseMessage } from 'discord.js';
import { sleep, type Clock } from '../../../shared/clock.ts';
import { errorMessage } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { FileText, TextFiles } from '../../domain/ports.ts';
import type { TextFile } from '../../domain/snapshot.ts';
import { attachmentsOf, typeOf } from './attachments.ts';

/** Discord shows less of a file; a longer text is judged by its beginning. */
export const MAX_FILE_BYTES = 64 * 1024;

const CDN_HOSTS: ReadonlySet<string> = new Set([
  'https://cdn.discordapp.com',
  'https://media.discordapp.net',
]);
const DISCORD = 'https://discord.com';

const TRIES = 3;
const PAUSE_MS = 500;
const TIMEOUT_MS = 10_000;

/** Types of texts outside `text/`. */
const TEXT_TYPES =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|toml|javascript|typescript|x-sh|sql|rtf)\b)/i;
/** For files whose type Discord does not know. */
const TEXT_NAMES =
  /\.(?:txt|text|md|markdown|log|csv|tsv|ini|cfg|conf|json|ya?ml|toml|xml|html?|srt|vtt|lrc)$/i;

/** The text files of a message and of what it forwards. */
export function filesOf(message: APIBaseMessage): TextFile[] {
  return attachmentsOf(message)
    .filter(isTextFile)
    .map(({ id, url }) => ({ id, url }));
}

function isTextFile(attachment: APIAttachment): boolean {
  const type = typeOf(attachment);
  return type === null ? TEXT_NAMES.test(attachment.filename) : TEXT_TYPES.test(type);
}

/**
 * Downloads from Discord's own hosts only, because a message's author must not choose what the bot requests. A sandbox or a
 * proxy serves files at its own address, so the origin of `apiUrl` counts as well.
 */
export function createTextFiles({
  apiUrl,
  clock,
  logger,
}: {
  apiUrl: string;
  clock: Clock;
  logger: Logger;
}): TextFiles {
  const { origin } = new URL(apiUrl);
  const isAllowed = (url: URL): boolean =>
    CDN_HOSTS.has(url.origin) || (origin !== DISCORD && url.origin === origin);

  return {
    async read(address) {
      const url = URL.canParse(address) ? new URL(address) : null;
      if (url === null || !isAllowed(url)) return { kind: 'none' };
      for (let attempt = 1; ; attempt += 1) {
        const failure = await download(url);
        if (typeof failure !== 'string') return failure;
        if (attempt === TRIES) {
          // The path names the channel and the file, so it stays out of the log.
          logger.warn({ host: url.host, reason: failure }, 'could not download an attached file');
          return { kind: 'unreadable' };
        }
        await sleep(clock, PAUSE_MS * attempt);
      }
    },
  };
}

/** The file's text, or why the download failed. */
async function download(url: URL): Promise<FileText | string> {
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
    return textOf(await beginningOf(response));
  } catch (error) {
    return errorMessage(error);
  }
}

async function beginningOf({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop ends the download.
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_FILE_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_FILE_BYTES + 1);
}

/** Only UTF-8 is a text. */
function textOf(bytes: Uint8Array): FileText {
  const isCut = bytes.length > MAX_FILE_BYTES;
  try {
    // A cut may split a character; streaming ignores its beginning.
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const text = decoder.decode(bytes.subarray(0, MAX_FILE_BYTES), { stream: isCut });
    return text.includes('\0') ? { kind: 'none' } : { kind: 'text', text };
  } catch {
    return { kind: 'none' };
  }
}
