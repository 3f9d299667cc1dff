import { z } from 'zod';
import { apiKeySchema, httpUrlSchema, optional } from './fields.ts';

const networksSchema = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((network) => network.trim())
      .filter((network) => network !== ''),
  )
  .pipe(
    z.array(
      z.union([z.cidrv4(), z.cidrv6()], {
        error: 'must be networks such as 10.0.0.0/8, separated by commas',
      }),
    ),
  );

/** The variables of audio tagging, of the service within the bot and of the one that runs alone. */
export const audioFields = {
  TRANSCRIBER_URL: optional(httpUrlSchema.optional()),
  TRANSCRIBER_API_KEY: optional(apiKeySchema.optional()),
  TRANSCRIBER_MODEL: optional(z.string().default('whisper-1')),
  MEDIA_PRIVATE_NETWORKS: optional(networksSchema),
};

export interface AudioConfig {
  /** Null: audio can't be transcribed, and tagging sessions end by saying so. */
  readonly transcriber: {
    readonly url: string;
    /** Null: it wants none. */
    readonly apiKey: string | null;
    readonly model: string;
  } | null;
  /** Networks besides the public internet that media may be fetched from (CIDR). */
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
