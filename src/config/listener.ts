import { z } from 'zod';
import { httpUrlSchema, optional } from './fields.ts';

const LOOPBACK = '127.0.0.1';
const LARGEST_PORT = 65_535;

const portSchema = z
  .string()
  .refine((port) => /^\d{1,5}$/.test(port) && Number(port) <= LARGEST_PORT, {
    error: `must be a port, 0 to ${LARGEST_PORT}`,
  })
  .transform(Number);

const secretsSchema = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((secret) => secret.trim())
      .filter((secret) => secret !== ''),
  );

/** The variables of the listener: where it listens, how it is reached, and what signs the events it gets. */
export const listenerFields = {
  HTTP_HOST: optional(z.string().default(LOOPBACK)),
  HTTP_PORT: optional(portSchema.default(8787)),
  METRICS_HOST: optional(z.string().default(LOOPBACK)),
  METRICS_PORT: optional(portSchema.optional()),
  WEBHOOK_PUBLIC_URL: optional(
    httpUrlSchema.transform((url) => url.replace(/\/+$/, '')).optional(),
  ),
  MODERATION_WEBHOOK_SECRET: optional(secretsSchema),
};

export interface ListenerConfig {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Where metrics and health are. Null: on the same port as the webhooks. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** How a service elsewhere reaches the listener, without a slash at the end. Null: it doesn't. */
  readonly publicUrl: string | null;
  /** Keys an event may be signed with; more than one while they are being changed. Empty: signatures are not asked for. */
  readonly secrets: readonly string[];
}

const listenerSchema = z.object(listenerFields);

export function listenerConfig(environment: z.output<typeof listenerSchema>): ListenerConfig {
  const { METRICS_HOST, METRICS_PORT } = environment;
  return {
    host: environment.HTTP_HOST,
    port: environment.HTTP_PORT,
    metrics: METRICS_PORT === undefined ? null : { host: METRICS_HOST, port: METRICS_PORT },
    publicUrl: environment.WEBHOOK_PUBLIC_URL ?? null,
    secrets: environment.MODERATION_WEBHOOK_SECRET,
  };
}
