import type { z } from 'zod';
import type { Logger } from '../../shared/logger.ts';

/**
 * A record from a JSON column. If it does not fit its schema, that is logged and it is read as null, so that it cannot stop
 * the bot.
 */
export function parseRecord<T>(
  schema: z.ZodType<T>,
  json: string,
  { logger, name }: { logger: Logger; name: string },
): T | null {
  const parsed = schema.safeParse(parseJson(json));
  if (parsed.success) return parsed.data;
  // Paths and codes, but no messages: those may quote the record.
  const problems = parsed.error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`);
  logger.error({ record: name, problems }, 'stored record is corrupt, skipping it');
  return null;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
