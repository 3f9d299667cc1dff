import {
  MAX_METADATA_KEYS,
  TEXT_MODERATION_PATH,
  textModerationEnvelopeSchema,
  type Metadata,
  type TextModerationEnvelope,
  type TextModerationRequest,
} from '../../schemas/text-moderation.ts';
import type { Call, CallOptions, Operation } from '../calls/caller.ts';
import { InvalidRequestError } from '../errors.ts';

/** Text moderation (interface.md, "Text moderation"). */
export interface TextGroup {
  /** Judges a sample. The keyword add-on's events contain `metadata`, which may have at most 20 keys. */
  moderate(
    sample: string,
    metadata?: Metadata,
    options?: CallOptions,
  ): Promise<TextModerationEnvelope>;
  /** Judges a text that is not a posted message. Add-ons ignore it. */
  preview(sample: string, options?: CallOptions): Promise<TextModerationEnvelope>;
}

/** Turns add-ons off: with more keys than allowed "the add-on does not run and the moderation request proceeds normally". */
const NO_ADDONS: Metadata = Object.fromEntries(
  Array.from({ length: MAX_METADATA_KEYS + 1 }, (_, index) => [`preview${index + 1}`, '']),
);

const MODERATE: Operation<TextModerationEnvelope> = {
  method: 'POST',
  path: TEXT_MODERATION_PATH,
  schema: textModerationEnvelopeSchema,
  isPlain: true,
  repeatable: true,
};

export function createTextGroup(call: Call): TextGroup {
  return {
    async moderate(sample, metadata, options) {
      // With more keys, the service would silently run no add-on.
      const keys = metadata === undefined ? 0 : Object.keys(metadata).length;
      if (keys > MAX_METADATA_KEYS) {
        throw new InvalidRequestError(
          `${MODERATE.method} ${MODERATE.path}`,
          `metadata has ${keys} keys, at most ${MAX_METADATA_KEYS} are allowed`,
        );
      }
      const request: TextModerationRequest =
        metadata === undefined ? { sample } : { sample, metadata };
      return call(MODERATE, request, options?.signal);
    },
    preview: (sample, options) => call(MODERATE, { sample, metadata: NO_ADDONS }, options?.signal),
  };
}
