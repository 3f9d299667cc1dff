import { z } from 'zod';

/*
 * What writes on a property answer is not shown. Read here as the embedded service has it: `data.outcomes` of an action,
 * `data.patches` of settings. Another answer tells no more than that the request was taken.
 */

const statusSchema = z.enum(['done', 'refused', 'unavailable']);

const outcomeSchema = z.looseObject({
  /** A user's id. */
  target: z.string(),
  /** The item, such as a role's id, where the action needs one. */
  value: z.string().optional(),
  status: statusSchema,
  /** Why it was not done, or what else there is to say. */
  reason: z.string().optional(),
  /** What to change so that it works. */
  mend: z.string().optional(),
});
/** What became of one step of an action. */
export type ActionOutcome = z.infer<typeof outcomeSchema>;

const patchSchema = z.looseObject({
  key: z.string(),
  /** `stored`: it means nothing to whoever acts on the property. */
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
/** An entry of an audit log; what else is in it is kept as it came. */
export type AuditEntry = z.infer<typeof auditSchema>;

export function readActionOutcomes(answer: unknown): ActionOutcome[] {
  const read = z
    .looseObject({ data: z.looseObject({ outcomes: z.array(outcomeSchema) }) })
    .safeParse(answer);
  return read.success ? read.data.data.outcomes : [];
}

export function readPatchOutcomes(answer: unknown): PatchOutcome[] {
  const read = z
    .looseObject({ data: z.looseObject({ patches: z.array(patchSchema) }) })
    .safeParse(answer);
  return read.success ? read.data.data.patches : [];
}

/** Entries that are no objects are left out. */
export function readAuditLog(entries: readonly unknown[]): AuditEntry[] {
  return entries.flatMap((entry) => {
    const read = auditSchema.safeParse(entry);
    return read.success ? [read.data] : [];
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
/** What the service has counted of a day. */
export type CompiledAnalytics = z.infer<typeof compiledSchema>;

const payloadSchema = z.looseObject({ compiled: compiledSchema.catch(compiledSchema.parse({})) });

/** Of an analytics payload; any key may be absent, or something else. */
export function readCompiled(payload: Readonly<Record<string, unknown>>): CompiledAnalytics {
  return payloadSchema.parse(payload).compiled;
}
