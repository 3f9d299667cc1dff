import { visible } from '../../src/discord/text.ts';
import { UserError } from '../../src/lib/errors.ts';
import { problems } from '../texts/tag-answers.ts';

/** What is to be listened to. */
export interface Media {
  readonly url: string;
  /** What people know it by; holds nothing of a signed address's query. */
  readonly title: string;
}

const TITLE_LENGTH = 100;
const MEDIA_TYPE = /^(?:audio|video)\/|^application\/(?:ogg|octet-stream)(?:;|$)/;

export interface Attached {
  readonly url: string;
  readonly name: string;
  readonly contentType: string | null;
}

/** Throws a `UserError` for what is no media. */
export function readMedia(typed: string | null, file: Attached | null): Media {
  if (typed !== null && file !== null) throw new UserError(problems.both);
  if (file !== null) {
    // Discord does not know the type of every file; the service looks at it anyway.
    if (file.contentType !== null && !MEDIA_TYPE.test(file.contentType)) {
      throw new UserError(problems.notMedia);
    }
    return { url: file.url, title: visible(file.name, TITLE_LENGTH) };
  }
  if (typed === null) throw new UserError(problems.nothing);
  const address = typed.trim();
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new UserError(problems.url);
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
    // A percent sign that stands for itself.
    return part;
  }
}
