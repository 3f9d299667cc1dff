import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

const STARTS_WITHIN_MS = 30_000;
const POLL_MS = 100;
/**
 * More than PostgreSQL's default of 128 MiB, as on a server that has the memory. All other settings are defaults, including
 * durable commits.
 */
const SHARED_BUFFERS = '512MB';

export interface Cluster {
  /** The URL logs in as the superuser. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Null: PostgreSQL is not installed on this machine. */
function binaries(): string | null {
  const versions = '/usr/lib/postgresql';
  const packaged = existsSync(versions)
    ? readdirSync(versions).map((version) => join(versions, version, 'bin'))
    : [];
  const folders = [...packaged.toSorted().toReversed(), ...(process.env['PATH'] ?? '').split(':')];
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string): number =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo; the type also covers pipes.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function isReachable(url: string): Promise<boolean> {
  const client = new Client(url);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Creates a cluster on this machine and starts its server. Null: PostgreSQL is not installed. */
export async function startCluster(): Promise<Cluster | null> {
  const folder = binaries();
  if (folder === null) return null;
  const user = serverUser();
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-bench-postgres-'));
  if (user !== undefined) chownSync(directory, user.uid, user.gid);
  const data = join(directory, 'data');
  execFileSync(
    join(folder, 'initdb'),
    ['--pgdata', data, '--username=postgres', '--auth=trust', '--no-sync', '--encoding=UTF8'],
    { ...user, cwd: directory, stdio: 'ignore' },
  );
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port: `${port}`,
    unix_socket_directories: '',
    shared_buffers: SHARED_BUFFERS,
  };
  const server = spawn(
    join(folder, 'postgres'),
    [
      '-D',
      data,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...user, cwd: directory, stdio: 'ignore' },
  );
  const exited = once(server, 'exit');
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  async function stop(): Promise<void> {
    if (server.exitCode === null) server.kill('SIGINT');
    await exited;
    rmSync(directory, { recursive: true, force: true });
  }

  const deadline = performance.now() + STARTS_WITHIN_MS;
  while (!(await isReachable(url))) {
    if (server.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error('The PostgreSQL server of the benchmark does not start.');
    }
    await wait(POLL_MS);
  }
  return { url, stop };
}
