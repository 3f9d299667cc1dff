import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

const PASSWORD = 'a-password';
const STARTS_WITHIN_MS = 30_000;

/** A PostgreSQL server that a test can stop and break. */
export interface PostgresServer {
  /** The URL of an empty database, with its owner's name and password. */
  readonly url: string;
  readonly port: number;
  /** The server's process id; sessions are its child processes. 0 while it is stopped. */
  readonly pid: number;
  /** The folder with the cluster and with files for the server's user. */
  readonly dir: string;
  /** Resolves when it accepts connections. `settings` go to postgresql.conf. */
  start(settings?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends its sessions and stops. */
  stop(): Promise<void>;
  /** Crashes it with SIGQUIT; it recovers at the next start. */
  crash(): Promise<void>;
  /** Sends SIGSTOP to the server and all of its sessions, as if the network were gone. */
  pause(): void;
  resume(): void;
  /** Runs statements as the superuser, on a separate connection; resolves to the rows of the last one. */
  run(...statements: string[]): Promise<unknown[]>;
  /** Makes a file or folder belong to the server's user. */
  own(path: string): void;
  /** Stops it and deletes everything. */
  remove(): Promise<void>;
}

/** The folder of `initdb`; null: PostgreSQL is not installed. */
export const POSTGRES_BINARIES: string | null = findBinaries();

function findBinaries(): string | null {
  const versions = '/usr/lib/postgresql';
  const packaged = existsSync(versions)
    ? readdirSync(versions).map((version) => join(versions, version, 'bin'))
    : [];
  const folders = [...packaged.toSorted().toReversed(), ...(process.env.PATH ?? '').split(':')];
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string): number =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Creates a cluster and starts its server on a free port of the loopback interface. */
export async function createPostgresServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const binaries = POSTGRES_BINARIES ?? '';
  const user = serverUser();
  const dir = mkdtempSync(join(tmpdir(), 'portcullis-postgres-'));
  const own = (path: string): void => {
    if (user !== undefined) chownSync(path, user.uid, user.gid);
  };
  chmodSync(dir, 0o700);
  own(dir);
  const passwordFile = join(dir, 'password');
  writeFileSync(passwordFile, PASSWORD);
  own(passwordFile);
  const data = join(dir, 'data');
  execFileSync(
    join(binaries, 'initdb'),
    [
      '--pgdata',
      data,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--no-sync',
      '--no-instructions',
      '--locale=C',
      '--encoding=UTF8',
      `--pwfile=${passwordFile}`,
    ],
    { ...user, cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const port = await freePort();
  const urlOf = (database: string): string =>
    `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;
  let running: { process: ChildProcess; exit: Promise<unknown> } | null = null;

  async function run(database: string, ...statements: string[]): Promise<unknown[]> {
    const client = new Client(urlOf(database));
    client.on('error', () => undefined);
    await client.connect();
    try {
      let rows: unknown[] = [];
      for (const statement of statements) ({ rows } = await client.query(statement));
      return rows;
    } finally {
      await client.end();
    }
  }

  async function start(changes: Readonly<Record<string, string>> = {}): Promise<void> {
    const options = Object.entries({
      listen_addresses: '127.0.0.1',
      port: `${port}`,
      unix_socket_directories: '',
      fsync: 'off',
      shared_buffers: '16MB',
      log_min_messages: 'panic',
      ...settings,
      ...changes,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(join(binaries, 'postgres'), ['-D', data, ...options], {
      ...user,
      cwd: dir,
      stdio: 'ignore',
    });
    running = { process: server, exit: once(server, 'exit') };
    const deadline = Date.now() + STARTS_WITHIN_MS;
    for (;;) {
      try {
        await run('postgres', 'SELECT 1');
        return;
      } catch (error) {
        if (server.exitCode !== null || Date.now() > deadline) throw error;
        await sleep(50);
      }
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    running?.process.kill(signal);
    await running?.exit;
    running = null;
  }

  function signalAll(signal: 'STOP' | 'CONT'): void {
    const pid = `${running?.process.pid ?? ''}`;
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' });
    for (const id of [pid, ...children.split(/\s+/)]) {
      // A session may have ended meanwhile.
      if (id !== '') spawnSync('kill', [`-${signal}`, id]);
    }
  }

  await start();
  await run('postgres', 'CREATE DATABASE portcullis');
  return {
    url: urlOf('portcullis'),
    port,
    get pid() {
      return running?.process.pid ?? 0;
    },
    dir,
    start,
    stop: () => end('SIGINT'),
    crash: () => end('SIGQUIT'),
    pause: () => signalAll('STOP'),
    resume: () => signalAll('CONT'),
    run: (...statements) => run('portcullis', ...statements),
    own,
    async remove() {
      await end('SIGQUIT');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
