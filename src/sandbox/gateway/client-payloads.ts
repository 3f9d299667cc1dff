import { GatewayOpcodes } from 'discord-api-types/v10';
import { z } from 'zod';
import { API_ID_PATTERN } from '../../shared/snowflake.ts';
import { parseClientJson } from '../json.ts';

/** Payloads a client may send, by opcode (events/gateway-events, send events). */

/** Libraries send ids as strings or as integers; long integers were turned into strings when parsed. */
const snowflakeSchema = z
  .union([z.string(), z.int()])
  .transform(String)
  .pipe(z.string().regex(API_ID_PATTERN));

export const identifySchema = z.object({
  token: z.string(),
  /** Bots must send them since v8; user clients don't. */
  intents: z.number().optional(),
  properties: z.looseObject({}),
  shard: z.tuple([z.int(), z.int()]).optional(),
  large_threshold: z.int().min(50).max(250).optional(),
});
export type Identify = z.infer<typeof identifySchema>;

export const resumeSchema = z.object({
  token: z.string(),
  session_id: z.string(),
  seq: z.int(),
});
export type Resume = z.infer<typeof resumeSchema>;

export const requestGuildMembersSchema = z
  .object({
    guild_id: snowflakeSchema,
    query: z.string().optional(),
    limit: z.int().nonnegative().optional(),
    presences: z.boolean().optional(),
    user_ids: z.union([snowflakeSchema, z.array(snowflakeSchema).max(100)]).optional(),
    nonce: z.string().optional(),
  })
  .refine((data) => (data.query !== undefined && data.limit !== undefined) || data.user_ids);
export type RequestGuildMembers = z.infer<typeof requestGuildMembersSchema>;

const clientPayloadSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal(GatewayOpcodes.Heartbeat), d: z.int().nullable() }),
  z.object({ op: z.literal(GatewayOpcodes.Identify), d: identifySchema }),
  z.object({ op: z.literal(GatewayOpcodes.PresenceUpdate), d: z.looseObject({}) }),
  z.object({ op: z.literal(GatewayOpcodes.VoiceStateUpdate), d: z.looseObject({}) }),
  z.object({ op: z.literal(GatewayOpcodes.Resume), d: resumeSchema }),
  z.object({ op: z.literal(GatewayOpcodes.RequestGuildMembers), d: requestGuildMembersSchema }),
  z.object({ op: z.literal(GatewayOpcodes.RequestSoundboardSounds), d: z.looseObject({}) }),
  z.object({ op: z.literal(GatewayOpcodes.RequestChannelInfo), d: z.looseObject({}) }),
]);
export type ClientPayload = z.infer<typeof clientPayloadSchema>;

/** Discord closes the connection when a payload is longer. */
const MAX_PAYLOAD_BYTES = 4096;

export type ParsedPayload =
  | { readonly kind: 'payload'; readonly payload: ClientPayload }
  /** Not a JSON object with an opcode, or too long: close code 4002. */
  | { readonly kind: 'undecodable' }
  /** An opcode that clients don't send, or invalid data: close code 4001. */
  | { readonly kind: 'unknown' };

export function parseClientPayload(text: string): ParsedPayload {
  if (Buffer.byteLength(text) > MAX_PAYLOAD_BYTES) return { kind: 'undecodable' };
  let value: unknown;
  try {
    value = parseClientJson(text);
  } catch {
    return { kind: 'undecodable' };
  }
  if (!z.looseObject({ op: z.int() }).safeParse(value).success) return { kind: 'undecodable' };
  const parsed = clientPayloadSchema.safeParse(value);
  return parsed.success ? { kind: 'payload', payload: parsed.data } : { kind: 'unknown' };
}
