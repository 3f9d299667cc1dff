import { TEXT_API } from '../../service-api/schemas/envelope.ts';
import { STREAM_PATH } from '../../service-api/schemas/stream.ts';

export interface RefusalBody {
  api: string;
  success: false;
  response: string;
}

/** The body of every error response: a sentence for people, without internal details. */
export function refusalBody(sentence: string): RefusalBody {
  return { api: TEXT_API, success: false, response: sentence };
}

/** The body of every error response on the stream routes. */
export function streamRefusalBody(sentence: string): [false, string, null] {
  return [false, sentence, null];
}

/** The body for a URL that no route handles. */
export function unroutedRefusalBody(
  url: string,
  sentence: string,
): ReturnType<typeof refusalBody | typeof streamRefusalBody> {
  const [path = ''] = url.split('?', 1);
  const isStream = path === STREAM_PATH || path.startsWith(`${STREAM_PATH}/`);
  return isStream ? streamRefusalBody(sentence) : refusalBody(sentence);
}
