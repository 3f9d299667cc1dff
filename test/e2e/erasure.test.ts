import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../src/sandbox/person.ts';
import { rulesByAction } from '../helpers/rules.ts';
import { openStateTables, runOnState, sql } from '../helpers/state-sql.ts';
import { BOTS_USE_POSTGRES } from '../helpers/state-url.ts';
import { press } from './commands/alert-view.ts';
import { createScene, type Scene } from './scene.ts';

const SECRET = 'zebrafish xylophone';
const DAY_MS = 24 * 60 * 60 * 1000;

/** The state files that contain a text. */
function filesWith({ stateFile }: Scene, text: string): string[] {
  const folder = dirname(stateFile);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .filter((name) => readFileSync(join(folder, name)).includes(text));
}

/** A server where every message becomes a case, with the embedded service, its samples and a keyword. */
async function createBusyScene(): Promise<Scene> {
  const on = await createScene({ service: { kind: 'embedded' } });
  const alert = [{ kind: 'alert' } as const];
  await on.setPolicy({
    rules: rulesByAction({ pass: alert, flag: alert, delete: alert }),
    names: 'off',
    // In the moderator channel, keywords would be shown on the alerts of the cases.
    keywords: { channelId: on.sandbox.channels.random, roleId: null },
  });
  const keywords = await on
    .person('owner')
    .slash(on.sandbox.channels.general, 'keywords add', { keyword: 'xylophone' });
  await keywords.response();
  return on;
}

async function saySecrets(on: Scene, person: Person): Promise<void> {
  for (let count = 0; count < 5; count += 1) {
    await on.sayAndWait(person, `${SECRET} ${'and so on '.repeat(count * 20)}`);
  }
  const { keywordAlerts, cases } = await exportFromState(on, person);
  expect(cases).toHaveLength(5);
  expect(keywordAlerts.length).toBeGreaterThan(0);
}

async function exportFromState({ config, sandbox }: Scene, { id }: Person) {
  const tables = await openStateTables(config.secrets.stateUrl);
  const read = (table: 'cases' | 'keyword_hits'): Promise<unknown[]> =>
    tables
      .selectFrom(table)
      .selectAll()
      .where('guild_id', '=', sandbox.guildId)
      .where('author_id', '=', id)
      .execute();
  await expect.poll(() => read('keyword_hits'), { timeout: 10_000 }).not.toEqual([]);
  const found = { cases: await read('cases'), keywordAlerts: await read('keyword_hits') };
  await tables.destroy();
  return found;
}

async function restart(on: Scene): Promise<void> {
  await on.stopBot();
  await on.startBot();
}

// PostgreSQL's files are not ours.
describe.skipIf(BOTS_USE_POSTGRES)('nothing of a message is left in any state file', () => {
  it('after its author has erased it and the bot was started again', async () => {
    const on = await createBusyScene();
    const member = on.join('writer');
    await saySecrets(on, member);
    expect(filesWith(on, SECRET)).not.toEqual([]);
    const used = await member.slash(on.sandbox.channels.general, 'privacy erase');
    expect(await press(member, await used.response(), 'Erase')).toContain('5 cases');
    await restart(on);
    await expect.poll(() => filesWith(on, SECRET), { timeout: 10_000 }).toEqual([]);
    await on.stopBot();
    expect(filesWith(on, SECRET)).toEqual([]);
    expect(filesWith(on, 'writer')).toEqual([]);
    await on.startBot();
  });

  it('after the owner has erased the server', async () => {
    const on = await createBusyScene();
    const owner = on.person('owner');
    await saySecrets(on, on.join('writer'));
    const used = await owner.slash(on.sandbox.channels.general, 'moderation erase-all');
    const opened = await owner.click(await used.response(), 'Erase everything…');
    await (await owner.submit(opened, { name: on.guild.payload.name })).response();
    await restart(on);
    await expect.poll(() => filesWith(on, SECRET), { timeout: 10_000 }).toEqual([]);
    await on.stopBot();
    for (const text of [SECRET, 'xylophone', 'writer']) expect(filesWith(on, text)).toEqual([]);
    await on.startBot();
  });
});

describe('a server that the bot was removed from', () => {
  function removed(on: Scene): void {
    const { world, guildId, botId } = on.sandbox;
    world.members.leave({ guildId, userId: botId });
  }

  async function leftAt({ config, sandbox }: Scene): Promise<number | null> {
    const [row] = await runOnState(
      config.secrets.stateUrl,
      sql<{ left_at: number }>`SELECT left_at FROM left_guilds WHERE guild_id = ${sandbox.guildId}`,
    );
    return row?.left_at ?? null;
  }

  async function moveBack({ config }: Scene, ms: number): Promise<void> {
    await runOnState(
      config.secrets.stateUrl,
      sql`UPDATE left_guilds SET left_at = left_at - ${ms}`,
    );
  }

  it.each([['while it ran'], ['while it was stopped']])(
    'is erased after 30 days: %s',
    async (when) => {
      const on = await createScene();
      const { guildId } = on.sandbox;
      const { message } = await on.sayAndWait(on.join('writer'), 'secret words [delete]');
      const { number } = await on.caseAbout(message.id);
      if (when === 'while it was stopped') {
        await on.stopBot();
        removed(on);
        await on.startBot();
      } else {
        removed(on);
      }
      await expect.poll(() => leftAt(on)).not.toBeNull();
      await moveBack(on, 29 * DAY_MS);
      await on.bot().retention.run();
      expect(await on.bot().cases.get(guildId, number)).not.toBeNull();
      await moveBack(on, 2 * DAY_MS);
      await on.bot().retention.run();
      expect(await on.bot().cases.get(guildId, number)).toBeNull();
      expect(await leftAt(on)).toBeNull();
    },
  );

  it('keeps its data if the bot comes back', async () => {
    const on = await createScene();
    const { world, guildId, botId } = on.sandbox;
    removed(on);
    await expect.poll(() => leftAt(on)).not.toBeNull();
    world.members.add({ guildId, userId: botId });
    await expect.poll(() => leftAt(on)).toBeNull();
  });
});
