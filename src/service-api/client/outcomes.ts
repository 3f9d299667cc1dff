import { z } from 'zod';

/*
 * The interface does not show the responses to property actions and settings. These functions read what the embedded service
 * returns: `data.outcomes` and `data.patches`. Any other response means only that the service accepted the request.
 */

const statusSchema = z.enum(['done', 'refused', 'unavailable']);

const outcomeSchema = z.looseObject({
  /** A user id. */
  target: z.string(),
  /** An item such as a role id, if the action needs one. */
  value: z.string().optional(),
  status: statusSchema,
  /** The reason for a failure, or a remark. */
  reason: z.string().optional(),
  /** The change that makes it succeed. */
  fix: z.string().optional(),
});
/** The outcome of one step of an action. */
export type ActionOutcome = z.infer<typeof outcomeSchema>;

const patchSchema = z.looseObject({
  key: z.string(),
  /** `stored`: kept by the service, but without effect on the property. */
  status: z.enum(['applied', 'stored', 'refused']),
  reason: z.string().optional(),
});
export type PatchOutcome = z.infer<typeof patchSchema>;

const auditSchema = z.looseObject({
  type: z.string().catch('?'),
  /** Milliseconds since the Unix epoch. */
  time: z.number().nullable().catch(null),
  target: z.string().optional().catch(undefined),
});
/** An audit log entry. Other fields are kept unchanged. */
export type AuditEntry = z.infer<typeof auditSchema>;

export function readActionOutcomes(response: unknown): ActionOutcome[] {
  const parsed = z
    .looseObject({ data: z.looseObject({ outcomes: z.array(outcomeSchema) }) })
    .safeParse(response);
  return parsed.success ? parsed.data.data.outcomes : [];
}

export function readPatchOutcomes(response: unknown): PatchOutcome[] {
  const parsed = z
    .looseObject({ data: z.looseObject({ patches: z.array(patchSchema) }) })
    .safeParse(response);
  return parsed.success ? parsed.data.data.patches : [];
}

/** Ignores entries that are not objects. */
export function readAuditLog(entries: readonly unknown[]): AuditEntry[] {
  return entries.flatMap((entry) => {
    const parsed = auditSchema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}

const compiledSchema = z.looseObject({
  moderation: z
    .looseObject({ passed: z.int(), flagged: z.int(), deleted: z.int() })
    .nullable()
    .catch(null),
  actions: z.record(z.string(), z.int()).catch({}),
  omittedEvents: z.int().catch(0),
});
/** The service's counts for one day. */
export type CompiledAnalytics = z.infer<typeof compiledSchema>;

const payloadSchema = z.looseObject({ compiled: compiledSchema.catch(compiledSchema.parse({})) });

/** Reads an analytics payload, whose keys may be missing or have other types. */
export function readCompiled(payload: Readonly<Record<string, unknown>>): CompiledAnalytics {
  return payloadSchema.parse(payload).compiled;
}
