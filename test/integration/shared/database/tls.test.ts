import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../../../src/shared/database/database.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import {
  createPostgresServer,
  POSTGRES_BINARIES,
  type PostgresServer,
} from '../../../helpers/servers/postgres-server.ts';

describe.skipIf(POSTGRES_BINARIES === null)(
  'TLS to a PostgreSQL server',
  { timeout: 60_000 },
  () => {
    let server: PostgresServer;
    let certificate = '';

    beforeAll(async () => {
      server = await createPostgresServer();
      certificate = join(server.dir, 'server.crt');
      const key = join(server.dir, 'server.key');
      const names = 'subjectAltName=DNS:localhost';
      const files = ['-keyout', key, '-out', certificate];
      execFileSync(
        'openssl',
        [
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-nodes',
          ...files,
          '-subj',
          '/CN=localhost',
          '-addext',
          names,
        ],
        { stdio: 'ignore' },
      );
      server.own(key);
      await server.stop();
      await server.start({ ssl: 'on', ssl_cert_file: certificate, ssl_key_file: key });
    }, 60_000);
    afterAll(() => server.remove());

    /** `encrypted` or `open` for a URL with these parameters, or the reason for the failure. */
    async function connection(parameters: string): Promise<string> {
      const url = `${server.url.replace('127.0.0.1', 'localhost')}${parameters}`;
      const database = await connect<unknown>({ url, schema: 'public', logger: silentLogger });
      try {
        const { rows } = await sql<{
          ssl: boolean;
        }>`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`.execute(database);
        return rows[0]?.ssl === true ? 'encrypted' : 'open';
      } catch (error) {
        return String(error);
      } finally {
        await database.destroy();
      }
    }

    it('is off unless the URL asks for it', async () => {
      expect(await connection('')).toBe('open');
      expect(await connection('?sslmode=disable')).toBe('open');
    });

    it.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
      'checks the certificate with sslmode=%s',
      async (mode) => {
        expect(await connection(`?sslmode=${mode}`)).toContain('self-signed certificate');
        expect(await connection(`?sslmode=${mode}&sslrootcert=${certificate}`)).toBe('encrypted');
      },
    );

    it('does not check the certificate with sslmode=no-verify, nor with PostgreSQL’s own meaning of require', async () => {
      expect(await connection('?sslmode=no-verify')).toBe('encrypted');
      expect(await connection('?uselibpqcompat=true&sslmode=require')).toBe('encrypted');
    });
  },
);
