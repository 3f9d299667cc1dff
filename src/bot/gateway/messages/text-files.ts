import type { APIAttachment, APIBaseMessage } from 'discord.js';
import { sleep, type Clock } from '../../../shared/clock.ts';
import { errorMessage } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { FileText, TextFiles } from '../../domain/ports.ts';
import type { TextFile } from '../../domain/snapshot.ts';
import { attachmentsOf, typeOf } from './attachments.ts';
import { decodeText, isText } from './decode-text.ts';

const CDN_HOSTS: ReadonlySet<string> = new Set([
  'https://cdn.discordapp.com',
  'https://media.discordapp.net',
]);
const DISCORD = 'https://discord.com';

const TRIES = 3;
const PAUSE_MS = 500;
const TIMEOUT_MS = 10_000;

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
    async read(file, maxBytes) {
      const url = URL.canParse(file.url) ? new URL(file.url) : null;
      if (url === null || !isAllowed(url)) return { kind: 'none' };
      for (let attempt = 1; ; attempt += 1) {
        const failure = await download(url, file, maxBytes);
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
async function download(
  url: URL,
  { isCertain }: TextFile,
  maxBytes: number,
): Promise<FileText | string> {
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
    if (!isCertain && !isText(bytes)) return { kind: 'none' };
    const text = decodeText(bytes.subarray(0, maxBytes));
    return { kind: 'text', text, isCut: bytes.length > maxBytes };
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
