/** Identifies the component that answers (interface.md, "Response envelope": a value seen). */
export const TEXT_API = 'service-lang-text';
/** For what was spoken (likewise seen). */
export const VOICE_API = 'service-lang-voice';

export interface RefusalBody {
  api: string;
  success: false;
  response: string;
}

/** The body of every answer that is no result: a sentence, never an internal detail. */
export function refusal(sentence: string): RefusalBody {
  return { api: TEXT_API, success: false, response: sentence };
}
