import { z } from 'zod';
import { apiKeySchema, httpUrlSchema, listSchema, optional } from './fields.ts';

const networksSchema = listSchema.pipe(
  z.array(
    z.union([z.cidrv4(), z.cidrv6()], {
      error: 'must be networks such as 10.0.0.0/8, separated by commas',
    }),
  ),
);

/** Variables for audio tagging, both in the embedded service and in `npm run service`. */
export const audioFields = {
  TRANSCRIBER_URL: optional(httpUrlSchema.optional()),
  TRANSCRIBER_API_KEY: optional(apiKeySchema.optional()),
  TRANSCRIBER_MODEL: optional(z.string().default('whisper-1')),
  MEDIA_PRIVATE_NETWORKS: optional(networksSchema),
};

export interface AudioConfig {
  /** Null: audio cannot be transcribed, so tagging sessions end with an error. */
  readonly transcriber: {
    readonly url: string;
    /** Null: the server needs none. */
    readonly apiKey: string | null;
    readonly model: string;
  } | null;
  /** Networks (CIDR) besides the public internet from which media may be fetched. */
  readonly privateNetworks: readonly string[];
}

const audioSchema = z.object(audioFields);

export function audioConfig(environment: z.output<typeof audioSchema>): AudioConfig {
  const {
    TRANSCRIBER_URL: url,
    TRANSCRIBER_API_KEY: apiKey = null,
    TRANSCRIBER_MODEL: model,
  } = environment;
  return {
    transcriber: url === undefined ? null : { url, apiKey, model },
    privateNetworks: environment.MEDIA_PRIVATE_NETWORKS,
  };
}
