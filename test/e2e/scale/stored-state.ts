import { Client } from 'pg';
import { z } from 'zod';
import { caseSchema } from '../../../src/bot/domain/case.ts';
import { incidentSchema } from '../../../src/bot/domain/incidents/incident.ts';
import { digestSchema } from '../../../src/bot/domain/posts/digest.ts';
import type { StoredState } from '../processes/stored-state.ts';

const rowsSchema = z.array(z.object({ json: z.string() }));

const watchedSchema = z.array(z.object({ guild_id: z.string() }));

/** The servers with a watermark in a PostgreSQL database. */
export async function watchedServers(url: string): Promise<Set<string>> {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows } = await client.query(
      'SELECT guild_id FROM portcullis.watched_guilds WHERE since_id IS NOT NULL',
    );
    return new Set(watchedSchema.parse(rows).map(({ guild_id: guildId }) => guildId));
  } finally {
    await client.end();
  }
}

/** Reads what the bot has stored in a PostgreSQL database. */
export async function readStoredState(url: string): Promise<StoredState> {
  const client = new Client(url);
  await client.connect();
  const read = async <T>(sql: string, schema: z.ZodType<T>): Promise<T[]> => {
    const { rows } = await client.query(sql);
    return rowsSchema.parse(rows).map(({ json }) => schema.parse(JSON.parse(json)));
  };
  try {
    await client.query('SET search_path TO portcullis');
    return {
      cases: await read('SELECT record AS json FROM cases ORDER BY guild_id, number', caseSchema),
      incidents: await read('SELECT record AS json FROM incidents', incidentSchema),
      digests: await read('SELECT digest AS json FROM digests', digestSchema),
    };
  } finally {
    await client.end();
  }
}
