import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Holds the write lock of a SQLite file in another process, until the returned function is called. */
export async function lockDatabase(file: string): Promise<() => Promise<void>> {
  const script = `
    import { KeyvSqlite } from '@keyv/sqlite';
    const raw = new KeyvSqlite('sqlite://' + process.argv[1]);
    await raw.query('BEGIN IMMEDIATE');
    console.log('locked');
    process.stdin.once('data', () => raw.query('COMMIT').then(() => process.exit()));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return async () => {
    child.stdin.write('go');
    await once(child, 'exit');
  };
}
