import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/shared/clock.ts';
import { silentLogger } from '../../../src/shared/logger.ts';
import { createPropertyStore } from '../../../src/service/store/property.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { createCases } from '../../../src/bot/storage/cases.ts';
import { caseDraft } from '../../helpers/cases.ts';
import { startChild } from '../../helpers/processes/child.ts';
import { POSTGRES_BINARIES } from '../../helpers/servers/postgres-server.ts';
import { createPostgresDatabase, POSTGRES_URL } from '../../helpers/state-url.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { openTestState } from '../../helpers/test-state.ts';

const { guildId: GUILD } = caseDraft();

async function run(name: string, stateUrl: string, args: string[]) {
  const child = startChild(`scripts/state/${name}.ts`, { args, env: { STATE_URL: stateUrl } });
  return { code: await child.exit, stdout: child.stdout(), stderr: child.stderr() };
}

async function newDatabase(): Promise<string> {
  const { url, drop } = await createPostgresDatabase();
  onTestFinished(drop);
  return url;
}

/** A bot with one case, and its embedded service. */
async function newState(): Promise<string> {
  const url = await newDatabase();
  const { database, close } = await openTestState(url);
  await createCases(database, systemClock, silentLogger).open(caseDraft(), 'text of the case', 30);
  await close();
  const service = await openStore(url, silentLogger);
  await createPropertyStore(service).set('main', { propertyId: GUILD, key: 'k', value: 'v' });
  await service.destroy();
  return url;
}

/** The command in a message, with the words that a shell would put into it. */
function commandIn(message: string, program: string, words: Record<string, string>): string[] {
  const line = message.split('\n').find((text) => text.trim().startsWith(`${program} `)) ?? '';
  const used = Object.entries(words).reduce((text, [from, to]) => text.replace(from, to), line);
  return used.trim().split(' ').slice(1);
}

describe.skipIf(POSTGRES_URL === undefined)('on PostgreSQL', { timeout: 60_000 }, () => {
  it('npm run backup and npm run restore name the commands that do it', async () => {
    const url = await newState();
    const folder = join(tempDir(), 'backup');
    const backup = await run('backup', url, ['--out', folder]);
    expect(backup).toMatchObject({ code: 1, stdout: '' });
    const file = join(tempDir(), 'portcullis.dump');
    const dump = commandIn(backup.stderr, 'pg_dump', {
      '"$STATE_URL"': url,
      'portcullis.dump': file,
    });
    execFileSync(join(POSTGRES_BINARIES ?? '', 'pg_dump'), dump);

    const restored = await newDatabase();
    const restore = await run('restore', restored, ['--from', tempDir()]);
    expect(restore).toMatchObject({ code: 1, stdout: '' });
    const command = commandIn(restore.stderr, 'pg_restore', {
      '"$STATE_URL"': restored,
      'portcullis.dump': file,
    });
    // A second time, over what is there.
    for (let time = 0; time < 2; time += 1) {
      execFileSync(join(POSTGRES_BINARIES ?? '', 'pg_restore'), command, { stdio: 'inherit' });
    }
    const { database } = await openTestState(restored);
    const cases = createCases(database, systemClock, silentLogger);
    expect(await cases.evidence(GUILD, 1)).toBe('text of the case');
    expect((await cases.open(caseDraft(), 'text', 30)).number).toBe(2);
  });

  it('npm run export writes everything of one server', async () => {
    const { code, stdout, stderr } = await run('export', await newState(), ['--guild', GUILD]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      serverId: GUILD,
      bot: { cases: [{ number: 1 }], case_texts: [{ text: 'text of the case' }] },
      service: { property_settings: [{ key: 'k' }] },
    });
  });

  it('npm run export says that there is no state', async () => {
    const { code, stderr } = await run('export', await newDatabase(), ['--guild', GUILD]);
    expect(code).toBe(1);
    expect(stderr).toContain('The PostgreSQL database has no state of a bot.');
  });
});
