import { type Translate, visible } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';

export interface Media {
  readonly url: string;
  /** The file's name for people, without the query of a signed URL. */
  readonly title: string;
}

const TITLE_LENGTH = 100;
const MEDIA_TYPE = /^(?:audio|video)\/|^application\/(?:ogg|octet-stream)(?:;|$)/;

export interface Attached {
  readonly url: string;
  readonly name: string;
  readonly contentType: string | null;
}

/** The media of the options `url` or `file`. Throws a `UserError` if it is not media. */
export function readMedia(typed: string | null, file: Attached | null, t: Translate): Media {
  if (typed !== null && file !== null) throw new UserError(t('tag:reply.bothMedia'));
  if (file !== null) {
    // Discord doesn't know every file's type; the service checks it anyway.
    if (file.contentType !== null && !MEDIA_TYPE.test(file.contentType)) {
      throw new UserError(t('tag:reply.notMedia'));
    }
    return { url: file.url, title: visible(file.name, TITLE_LENGTH) };
  }
  if (typed === null) throw new UserError(t('tag:reply.noMedia'));
  const address = typed.trim();
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UserError(t('tag:reply.invalidUrl'));
  }
  return { url: url.href, title: visible(titleOf(url), TITLE_LENGTH) };
}

function titleOf({ hostname, pathname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '');
  return last === undefined ? hostname : `${decoded(last)} (${hostname})`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // The part contains a literal percent sign.
    return part;
  }
}
