import { z } from 'zod';
import {
  LOOPBACK,
  httpUrlSchema,
  listSchema,
  optional,
  portSchema,
} from '../../shared/environment/fields.ts';

export const listenerFields = {
  HTTP_HOST: optional(z.string().default(LOOPBACK)),
  HTTP_PORT: optional(portSchema.default(8787)),
  METRICS_HOST: optional(z.string().default(LOOPBACK)),
  METRICS_PORT: optional(portSchema.optional()),
  WEBHOOK_PUBLIC_URL: optional(
    httpUrlSchema.transform((url) => url.replace(/\/+$/, '')).optional(),
  ),
  MODERATION_WEBHOOK_SECRET: optional(listSchema),
};

export interface ListenerConfig {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** A separate address for metrics and health. Null: the same as for webhooks. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** The listener's address for a remote service, without a trailing slash. Null: not reachable. */
  readonly publicUrl: string | null;
}

const listenerSchema = z.object(listenerFields);

export function listenerConfig(environment: z.output<typeof listenerSchema>): ListenerConfig {
  const { METRICS_HOST, METRICS_PORT } = environment;
  return {
    host: environment.HTTP_HOST,
    port: environment.HTTP_PORT,
    metrics: METRICS_PORT === undefined ? null : { host: METRICS_HOST, port: METRICS_PORT },
    publicUrl: environment.WEBHOOK_PUBLIC_URL ?? null,
  };
}
