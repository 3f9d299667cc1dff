import { OverwriteType, PermissionFlagsBits, type APIMessage } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultPolicy, type Policy } from '../../../src/moderation/policy.ts';
import { DiscordRefusal, type Person } from '../../../src/sandbox/person.ts';
import { openScene, type Scene } from '../scene.ts';

const SEND_MESSAGES = PermissionFlagsBits.SendMessages.toString();

let scene: Scene;
let owner: Person;

beforeAll(async () => {
  scene = await openScene();
  owner = scene.person('owner');
});
afterAll(() => scene.close());
beforeEach(() => scene.setPolicy({}));

/** Uses a subcommand as the owner in #general, and gives the answer. */
async function use(
  path: string,
  options: Record<string, string | number | boolean> = {},
): Promise<APIMessage> {
  const interaction = await owner.slash(
    scene.sandbox.channels.general,
    `moderation ${path}`,
    options,
  );
  expect(interaction.isEphemeral).toBe(true);
  return interaction.response();
}

function policy(): Promise<Policy> {
  return scene.bot().policies.get(scene.sandbox.guildId);
}

describe('/moderation', () => {
  it('is not for members', async () => {
    const alice = scene.person('alice');
    await expect(alice.slash(scene.sandbox.channels.general, 'moderation status')).rejects.toThrow(
      DiscordRefusal,
    );
  });

  it('shows every setting', async () => {
    await scene.setPolicy({ exemptRoleIds: [scene.sandbox.roles.Trusted] });
    const { embeds } = await use('status');
    const shown = JSON.stringify(embeds);
    expect(shown).toContain('enforce');
    expect(shown).toContain('#mod-alerts');
    expect(shown).toContain('`ban` → delete, notice, ban, alert');
    expect(shown).toContain(`<@&${scene.sandbox.roles.Trusted}>`);
    expect(shown).toContain('Every message is checked as it comes.');
  });

  it('shows the text of the notice, and the ladder, though both are off', async () => {
    await scene.setPolicy({ notice: { enabled: false, text: 'Be kind.' } });
    const shown = JSON.stringify((await use('status')).embeds);
    expect(shown).toContain('off: “Be kind.”');
    expect(shown).toContain('3 strikes → timeout 1 hour');
  });

  it('shows as many rules and exemptions as there is room for, and says how many there are besides', async () => {
    const id = (index: number): string => String(200_000_000_000_000_000n + BigInt(index));
    const many = [...Array(200).keys()];
    const effects: Policy['rules'][string] = [
      { kind: 'delete' },
      { kind: 'timeout', seconds: 5_400 },
      { kind: 'addRole', roleId: id(0) },
      { kind: 'alert' },
    ];
    await scene.setPolicy({
      rules: Object.fromEntries(many.map((index) => [`word-${index}`, effects])),
      exemptRoleIds: many.map(id),
      notice: { enabled: true, text: 'n'.repeat(1_000) },
    });
    const { embeds } = await use('status');
    const [settings, rules] = embeds;
    const exempt = settings?.fields?.find(({ name }) => name === 'Not looked at')?.value ?? '';
    const [, lastExempt = '', others = ''] = /, (<@&\d+>), and (\d+) more$/.exec(exempt) ?? [];
    expect(lastExempt).toBe(`<@&${id(199 - Number(others))}>`);
    expect(rules?.description).toMatch(
      /→ delete, role .*, timeout .*, alert\nand \d+ more\n`\*` → alert$/,
    );
    expect(settings?.fields?.at(-1)?.value).toBe('Every message is checked as it comes.');
  });

  it('switches the mode, tells the moderators who did, and the bot heeds it at once', async () => {
    const { content } = await use('mode', { mode: 'shadow' });
    expect(content).toBe('✅ Mode is now **shadow**.');
    await scene.announced('⚙️ owner changed the moderation: mode is now **shadow**.');
    const { message } = await scene.judged(scene.person('alice'), '[delete] this');
    expect(scene.stands(message)).toBe(true);
  });

  it('says so when nothing changes, and bothers nobody', async () => {
    const before = scene.announcements().length;
    const { content } = await use('mode', { mode: 'enforce' });
    expect(content).toBe('It was like that already; nothing has changed.');
    await use('mode', { mode: 'off' });
    await scene.announced('⚙️ owner changed the moderation: mode is now **off**.');
    expect(scene.announcements()).toHaveLength(before + 1);
  });

  it('answers before the moderators could be told', async () => {
    const { faults } = scene.sandbox;
    faults.delayNext({ route: 'POST /channels/:id/messages', delayMs: 1_500 });
    const before = scene.announcements().length;
    await use('mode', { mode: 'off' });
    expect(scene.announcements()).toHaveLength(before);
    await vi.waitFor(() => expect(scene.announcements()).toHaveLength(before + 1), 4_000);
  });

  it('keeps every change of those that are made at once', async () => {
    await Promise.all([
      use('mode', { mode: 'shadow' }),
      use('retention', { days: 7 }),
      use('map set', { action: 'flag', effects: 'delete' }),
    ]);
    expect(await policy()).toMatchObject({
      mode: 'shadow',
      evidenceDays: 7,
      rules: { flag: [{ kind: 'delete' }] },
    });
  });

  it('sets a channel it can post in, and no other', async () => {
    await use('channel', { channel: scene.sandbox.channels.random });
    expect((await policy()).moderatorChannelId).toBe(scene.sandbox.channels.random);
    const bot = scene.sandbox.roles.Portcullis;
    const { channels } = scene.sandbox.world;
    const { general } = scene.sandbox.channels;
    const denied = { id: bot, type: OverwriteType.Role, allow: '0', deny: SEND_MESSAGES };
    channels.setOverwrite(general, denied, scene.deed);
    onTestFinished(() => channels.deleteOverwrite(general, bot, scene.deed));
    const { content } = await use('channel', { channel: general });
    expect(content).toMatch(/lacks the permission “Send Messages” in #general/);
    expect((await policy()).moderatorChannelId).toBe(scene.sandbox.channels.random);
  });

  it('goes back to the channel it was set up with', async () => {
    await scene.setPolicy({ moderatorChannelId: scene.sandbox.channels.random });
    await use('channel');
    expect((await policy()).moderatorChannelId).toBeNull();
  });

  it.each([
    ['notice', { enabled: false }, { notice: { ...defaultPolicy.notice, enabled: false } }],
    ['notice', { text: 'Be kind.' }, { notice: { enabled: true, text: 'Be kind.' } }],
    ['timeout', { length: '1h 30m' }, { timeoutSeconds: 5_400 }],
    ['retention', { days: 7 }, { evidenceDays: 7 }],
    ['timezone', { zone: 'europe/berlin' }, { timeZone: 'Europe/Berlin' }],
    ['ladder switch', { enabled: true, days: 3 }, { ladder: { enabled: true, windowDays: 3 } }],
  ])('/moderation %s %j', async (path, options, changes) => {
    const { content } = await use(path, options);
    expect(content).toMatch(/^✅ /);
    expect(await policy()).toMatchObject(changes);
  });

  it.each([
    ['notice', {}, 'Say what to change'],
    ['timeout', { length: 'for a while' }, 'I could not read that length of time'],
    ['timeout', { length: '29 days' }, '28 days at most'],
    ['timezone', { zone: 'Atlantis' }, 'I know no such time zone'],
    ['map set', { action: 'flag', effects: 'explode' }, 'I did not understand “explode”'],
    ['map set', { action: '*', effects: 'ban' }, 'can only be an alert'],
    ['map set', { action: 'flag', effects: 'alert, alert' }, 'a rule names each effect once'],
    ['map set', { action: 'flag', effects: 'role 123456789012345678' }, 'not in this server'],
    ['map set', { action: ' ', effects: 'alert' }, 'Name the word'],
    ['map remove', { action: 'frobnicate' }, 'There is no rule for “frobnicate”'],
    ['exempt add', {}, 'Say what to change'],
    ['ladder set', { strikes: 3, effect: 'delete' }, 'a rung times out, kicks or bans'],
    ['ladder set', { strikes: 3, effect: 'kick, ban' }, 'A rung has one effect'],
    ['ladder remove', { strikes: 99 }, 'no rung at 99 strikes'],
  ])('/moderation %s %j is refused with a sentence', async (path, options, sentence) => {
    const before = await policy();
    const { content } = await use(path, options);
    expect(content).toContain(sentence);
    expect(await policy()).toEqual(before);
  });

  it('changes what follows from a word, and the next message feels it', async () => {
    await use('map set', { action: 'Frobnicate', effects: 'delete, alert' });
    const { message } = await scene.judged(scene.person('alice'), '[frobnicate] all day');
    expect(scene.stands(message)).toBe(false);
    const { content } = await use('map remove', { action: 'frobnicate' });
    expect(content).toContain('only raises an alert');
    const next = await scene.judged(scene.person('alice'), '[frobnicate] again');
    expect(scene.stands(next.message)).toBe(true);
  });

  it('writes no rule with a role above the bot', async () => {
    const { Above } = scene.sandbox.roles;
    const { content } = await use('map set', { action: 'flag', effects: `role <@&${Above}>` });
    expect(content).toContain('not below the bot’s own role');
  });

  describe('by who may manage the server and not its members', () => {
    const manager = (): Person => {
      const { roles } = scene.sandbox.world;
      const permissions = PermissionFlagsBits.ManageGuild;
      const role = { name: 'managers', position: 1, permissions };
      const { id } = roles.create(scene.sandbox.guildId, role, scene.deed);
      return scene.join('manager', [id]);
    };

    it.each([
      ['map set', { action: 'flag', effects: 'alert, delete' }, 'Manage Messages'],
      ['map set', { action: 'flag', effects: 'timeout 1h' }, 'Timeout Members'],
      ['map set', { action: 'flag', effects: 'kick' }, 'Kick Members'],
      ['map set', { action: 'flag', effects: 'role 123456789012345678' }, 'Manage Roles'],
      ['ladder set', { strikes: 3, effect: 'ban' }, 'Ban Members'],
      ['ladder switch', { enabled: true }, 'Timeout Members'],
    ])('refuses /moderation %s %j', async (path, options, permission) => {
      const before = await policy();
      const { general } = scene.sandbox.channels;
      const asked = await manager().slash(general, `moderation ${path}`, options);
      const { content } = await asked.response();
      expect(content).toContain(`You lack the permission “${permission}”`);
      expect(await policy()).toEqual(before);
    });

    it('takes alerts, notices and the ladder’s end from them', async () => {
      await scene.setPolicy({ ladder: { ...defaultPolicy.ladder, enabled: true } });
      const { general } = scene.sandbox.channels;
      const who = manager();
      const rule = { action: 'flag', effects: 'notice, alert' };
      await (await who.slash(general, 'moderation map set', rule)).response();
      await (await who.slash(general, 'moderation ladder switch', { enabled: false })).response();
      expect(await policy()).toMatchObject({
        rules: { flag: [{ kind: 'notice' }, { kind: 'alert' }] },
        ladder: { enabled: false },
      });
    });
  });

  it('says so where what was set is switched off', async () => {
    const rung = await use('ladder set', { strikes: 3, effect: 'kick' });
    expect(rung.content).toContain('The ladder is off');
    await scene.setPolicy({ notice: { ...defaultPolicy.notice, enabled: false } });
    expect((await use('notice', { text: 'Be kind.' })).content).toContain('Notices are off');
  });

  it('exempts a role and a channel, and looks at them again', async () => {
    const { Trusted } = scene.sandbox.roles;
    const { random } = scene.sandbox.channels;
    await use('exempt add', { role: Trusted, channel: random });
    expect(await policy()).toMatchObject({ exemptRoleIds: [Trusted], exemptChannelIds: [random] });
    const { content } = await use('exempt remove', { role: Trusted, channel: random });
    expect(content).toBe(`✅ <@&${Trusted}> and <#${random}> are looked at again.`);
    expect(await policy()).toMatchObject({ exemptRoleIds: [], exemptChannelIds: [] });
  });

  it('builds a ladder that the third strike climbs', async () => {
    await use('ladder switch', { enabled: true });
    await use('ladder set', { strikes: 3, effect: 'timeout 2h' });
    const carol = scene.person('carol');
    for (const text of ['[delete] one', '[delete] two']) await scene.judged(carol, text);
    const { message } = await scene.judged(carol, '[delete] three');
    const record = await scene.caseAbout(message.id);
    expect(record.escalation).toMatchObject({ strikes: 3 });
    expect(record.steps).toContainEqual(
      expect.objectContaining({ effect: { kind: 'timeout', seconds: 7_200 } }),
    );
  });

  it('tells what would come of a text, and does nothing', async () => {
    const { embeds } = await use('test', { text: '[ban] @everyone now' });
    const shown = JSON.stringify(embeds);
    expect(shown).toContain('**delete, notice, ban, alert** (rule “ban”)');
    expect(embeds[0]?.description).toContain('\\@everyone now');
  });

  it('says that nothing can be read in a text of blanks', async () => {
    const { embeds } = await use('test', { text: '  \u200B ' });
    expect(embeds[0]?.description).toBe('(no text)');
  });

  it('says that the service is away instead of making one wait', async () => {
    await scene.service.down();
    try {
      const { embeds } = await use('test', { text: 'hello' });
      expect(JSON.stringify(embeds)).toContain('cannot be asked');
    } finally {
      await scene.service.up();
    }
  });

  it('suggests time zones, words and effects while one types', async () => {
    const { general } = scene.sandbox.channels;
    const suggest = async (path: string, options: Record<string, string>, focused: string) => {
      const choices = await owner.autocomplete(general, `moderation ${path}`, options, focused);
      return choices.map(({ value }) => value);
    };
    expect(await suggest('timezone', { zone: 'new york' }, 'zone')).toEqual(['America/New_York']);
    expect(await suggest('map set', { action: 'de' }, 'action')).toContain('delete');
    expect(await suggest('map set', { action: 'flag', effects: 'kick' }, 'effects')).toEqual([
      'delete, notice, kick, alert',
    ]);
  });
});
