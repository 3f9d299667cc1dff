import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Logger } from '../lib/logger.ts';
import { createCollection } from './collection.ts';
import type { Database } from './database.ts';

/** 256 bits: nobody guesses it. */
const BYTES = 32;

/** The secret part of the webhook's path: made at the first start, the same ever after. */
export async function webhookToken(
  database: Database,
  logger: Logger,
): Promise<{ token: string; isNew: boolean }> {
  const tokens = createCollection({
    database,
    prefix: 'webhook-token',
    schema: z.string().min(40),
    logger,
  });
  const known = await tokens.get('path');
  if (known !== null) return { token: known, isNew: false };
  const token = randomBytes(BYTES).toString('base64url');
  await tokens.set('path', token);
  return { token, isNew: true };
}
