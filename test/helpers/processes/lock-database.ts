import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Holds the write lock of a SQLite file in another process, until the returned function is called. */
export async function lockDatabase(file: string): Promise<() => Promise<void>> {
  const script = `
    import sqlite3 from 'sqlite3';
    const database = new sqlite3.Database(process.argv[1]);
    await new Promise((resolve) => database.exec('BEGIN IMMEDIATE', resolve));
    console.log('locked');
    process.stdin.once('data', () => database.exec('COMMIT', () => process.exit()));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return async () => {
    child.stdin.write('go');
    await once(child, 'exit');
  };
}
