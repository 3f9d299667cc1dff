import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

/** A PostgreSQL server of a test's own, in a temporary folder. */
export interface PostgresServer {
  /** Of its database `postgres`. */
  readonly url: string;
  /** Its process and those of its sessions. */
  readonly pid: number;
  /** Ends it at once, as a crash does, and starts it again on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const DEBIAN = '/usr/lib/postgresql';
const START_WITHIN_MS = 30_000;

/** The folder of the newest installed PostgreSQL's programs, or null if there is none. */
export function postgresPrograms(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const folders = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'));
  return [...folders, '/usr/bin', '/usr/local/bin'].find(isComplete) ?? null;
}

const isComplete = (folder: string): boolean =>
  ['initdb', 'postgres'].every((program) => existsSync(join(folder, program)));

/** Throws if PostgreSQL is not installed. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const programs = postgresPrograms();
  if (programs === null) throw new Error('PostgreSQL is not installed.');
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-postgres-'));
  const user = unprivilegedUser();
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder };
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(join(programs, 'initdb'), init, { ...options, stdio: 'ignore' });

  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  // Durable against the end of its process, not of the machine.
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];

  async function launch(): Promise<ChildProcess> {
    const launched = spawn(join(programs ?? '', 'postgres'), args, { ...options, stdio: 'ignore' });
    await accepting(url);
    return launched;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  let server = await launch();
  return {
    url,
    get pid() {
      return server.pid ?? 0;
    },
    async restart() {
      await end('SIGQUIT');
      server = await launch();
    },
    async stop() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root; its packages bring a user. Null: this process is not root. */
function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function accepting(url: string): Promise<void> {
  const deadline = performance.now() + START_WITHIN_MS;
  for (;;) {
    const client = new Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await wait(50);
    }
  }
}
