import {
  ChannelType,
  OverwriteType,
  PermissionFlagsBits,
  type APIMessage,
} from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Effect } from '../../../src/bot/domain/effects.ts';
import { defaultPolicy, type Policy } from '../../../src/bot/domain/policy/policy.ts';
import { DiscordRequestError, type Person } from '../../../src/sandbox/person.ts';
import { rulesByAction } from '../../helpers/rules.ts';
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

/** Uses a subcommand as the owner in #general; resolves to the answer. */
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

/** Answers a question with one of its buttons. */
async function choose(question: Pick<APIMessage, 'id' | 'channel_id'>, label: string) {
  return (await owner.click(question, label)).response();
}

/** The effects of the rule for a suggested action. */
async function effectsOf(action: string): Promise<Effect[] | undefined> {
  return (await policy()).rules.find(({ when }) => when.actions?.[0] === action)?.effects;
}

function policy(): Promise<Policy> {
  return scene.bot().policies.get(scene.sandbox.guildId);
}

describe('/moderation', () => {
  it('is not for members', async () => {
    const alice = scene.person('alice');
    await expect(alice.slash(scene.sandbox.channels.general, 'moderation status')).rejects.toThrow(
      DiscordRequestError,
    );
  });

  it('shows every setting', async () => {
    await scene.setPolicy({ exemptRoleIds: [scene.sandbox.roles.Trusted] });
    const { embeds } = await use('status');
    const shown = JSON.stringify(embeds);
    expect(shown).toContain('Act');
    expect(shown).toContain('#mod-alerts');
    expect(shown).toContain('This server: **normal**');
    expect(shown).toContain(`<@&${scene.sandbox.roles.Trusted}>`);
    expect(shown).toContain('Every message is checked as it arrives.');
  });

  it('shows the text of the notice and the escalation even when both are off', async () => {
    await scene.setPolicy({ notice: { enabled: false, text: 'Be kind.' } });
    const shown = JSON.stringify((await use('status')).embeds);
    expect(shown).toContain('off: “Be kind.”');
    expect(shown).toContain('3 strikes → timeout 1 hour');
  });

  it('shows as many rules and exemptions as fit, and says how many are left out', async () => {
    const id = (index: number): string => String(200_000_000_000_000_000n + BigInt(index));
    const many = [...Array(200).keys()];
    const effects: Effect[] = [
      { kind: 'delete' },
      { kind: 'timeout', seconds: 5_400 },
      { kind: 'addRole', roleId: id(0) },
      { kind: 'alert' },
    ];
    await scene.setPolicy({
      rules: rulesByAction(
        Object.fromEntries(many.slice(0, 50).map((index) => [`word-${index}`, effects])),
      ),
      exemptRoleIds: many.map(id),
      notice: { enabled: true, text: 'n'.repeat(1_000) },
    });
    const { embeds } = await use('status');
    const [settings, rules] = embeds;
    const exempt = settings?.fields?.find(({ name }) => name === 'Exempt')?.value ?? '';
    const [, lastExempt = '', others = ''] = /, (<@&\d+>), and (\d+) more$/.exec(exempt) ?? [];
    expect(lastExempt).toBe(`<@&${id(199 - Number(others))}>`);
    expect(rules?.description).toMatch(
      /→ delete, role .*, timeout .*, alert\nand \d+ more\n`\*` → alert$/,
    );
    expect(settings?.fields?.at(-1)?.value).toBe('Every message is checked as it arrives.');
  });

  it('switches the mode at once, and tells the moderators who did it', async () => {
    const { content } = await use('mode', { mode: 'watch' });
    expect(content).toBe('✅ The mode is now **Watch only**.');
    await scene.announced(
      '⚙️ owner changed the moderation settings: The mode is now **Watch only**.',
    );
    const { message } = await scene.sayAndWait(scene.person('alice'), '[delete] this');
    expect(scene.exists(message)).toBe(true);
  });

  it('says when nothing changes, and announces nothing', async () => {
    const before = scene.announcements().length;
    const { content } = await use('mode', { mode: 'enforce' });
    expect(content).toBe('Already set. Nothing changed.');
    await use('mode', { mode: 'off' });
    await scene.announced('⚙️ owner changed the moderation settings: The mode is now **Off**.');
    expect(scene.announcements()).toHaveLength(before + 1);
  });

  it('answers before the announcement is posted', async () => {
    const { faults } = scene.sandbox;
    faults.delayNext({ route: 'POST /channels/:id/messages', delayMs: 1_500 });
    const before = scene.announcements().length;
    await use('mode', { mode: 'off' });
    expect(scene.announcements()).toHaveLength(before);
    await vi.waitFor(() => expect(scene.announcements()).toHaveLength(before + 1), 4_000);
  });

  it('keeps all of several simultaneous changes', async () => {
    await Promise.all([
      use('mode', { mode: 'watch' }),
      use('retention', { days: 7 }),
      use('rule add', { name: 'Flags', actions: 'flag', effects: 'delete, alert' }),
    ]);
    expect(await policy()).toMatchObject({
      mode: 'watch',
      evidenceDays: 7,
    });
    expect(await effectsOf('flag')).toEqual([{ kind: 'delete' }, { kind: 'alert' }]);
  });

  it('sets only a channel it can post in', async () => {
    await choose(
      await use('channel', { channel: scene.sandbox.channels.random }),
      'Use this channel',
    );
    expect((await policy()).moderatorChannelId).toBe(scene.sandbox.channels.random);
    const bot = scene.sandbox.roles.Portcullis;
    const { channels } = scene.sandbox.world;
    const { general } = scene.sandbox.channels;
    const denied = { id: bot, type: OverwriteType.Role, allow: '0', deny: SEND_MESSAGES };
    channels.setOverwrite(general, denied, scene.asOwner);
    onTestFinished(() => channels.deleteOverwrite(general, bot, scene.asOwner));
    const { content } = await use('channel', { channel: general });
    expect(content).toMatch(/lacks the permission “Send Messages” in #general/);
    expect((await policy()).moderatorChannelId).toBe(scene.sandbox.channels.random);
  });

  it('turns the weekly report off again', async () => {
    await scene.setPolicy({ weeklyReportSince: 1 });
    expect((await use('report', { enabled: true })).content).toContain('Already set');
    expect((await use('report', { enabled: false })).content).toContain('is off');
    expect((await policy()).weeklyReportSince).toBeNull();
  });

  it('goes back to the default channel', async () => {
    await scene.setPolicy({ moderatorChannelId: scene.sandbox.channels.random });
    await use('channel');
    expect((await policy()).moderatorChannelId).toBeNull();
  });

  it.each([
    ['notice', { enabled: false }, { notice: { ...defaultPolicy.notice, enabled: false } }],
    ['notice', { text: 'Be kind.' }, { notice: { enabled: true, text: 'Be kind.' } }],
    ['timeout', { length: '1h 30m' }, { timeoutSeconds: 5_400 }],
    ['retention', { days: 7 }, { evidenceDays: 7 }],
    ['retention', { cases: 90 }, { caseDays: 90 }],
    ['retention', { days: 7, cases: 90 }, { evidenceDays: 7, caseDays: 90 }],
    ['report', { enabled: true }, { weeklyReportSince: expect.any(Number) as number }],
    ['timezone', { zone: 'europe/berlin' }, { timeZone: 'Europe/Berlin' }],
  ])('/moderation %s %j', async (path, options, changes) => {
    const { content } = await use(path, options);
    expect(content).toMatch(/^✅ /);
    expect(await policy()).toMatchObject(changes);
  });

  it.each([
    ['notice', {}, 'Choose at least one'],
    ['timeout', { length: 'for a while' }, 'The bot cannot read that length of time'],
    ['timeout', { length: '29 days' }, 'at most 28 days'],
    ['timezone', { zone: 'Atlantis' }, 'That time zone does not exist'],
    [
      'rule add',
      { name: 'R', actions: 'flag', effects: 'explode' },
      'The bot cannot read “explode”',
    ],
    ['rule add', { name: 'R', actions: '*', effects: 'ban' }, 'All others raise an alert anyway'],
    [
      'rule add',
      { name: 'R', actions: 'pass', effects: 'ban' },
      '“pass” stands for harmless messages',
    ],
    [
      'rule add',
      { name: 'R', actions: ' PASS', effects: 'notice, alert' },
      '“pass” stands for harmless',
    ],
    [
      'rule add',
      { name: 'R', actions: 'flag', effects: 'alert, alert' },
      'Name each effect only once',
    ],
    [
      'rule add',
      { name: 'R', actions: 'flag', effects: 'role 123456789012345678' },
      'not in this server',
    ],
    ['rule add', { name: 'R', actions: ' ', effects: 'alert' }, 'Enter at least one value'],
    ['rule remove', { rule: 'frobnicate' }, 'There is no rule **frobnicate**'],
    ['exempt add', {}, 'Choose at least one'],
    ['escalation set', { strikes: 3, effect: 'delete' }, 'A step has exactly one effect'],
    ['escalation set', { strikes: 3, effect: 'kick, ban' }, 'A step has exactly one effect'],
    ['escalation remove', { strikes: 99 }, 'no step at 99 strikes'],
  ])('/moderation %s %j is refused with a sentence', async (path, options, sentence) => {
    const before = await policy();
    const { content } = await use(path, options);
    expect(content).toContain(sentence);
    expect(await policy()).toEqual(before);
  });

  it('rejects a rule with a role above the bot’s', async () => {
    const { Above } = scene.sandbox.roles;
    const { content } = await use('rule add', {
      name: 'R',
      actions: 'flag',
      effects: `role <@&${Above}>`,
    });
    expect(content).toContain("not below the bot's role");
  });

  describe('used by someone with Manage Server only', () => {
    const manager = (): Person => {
      const { roles } = scene.sandbox.world;
      const permissions = PermissionFlagsBits.ManageGuild;
      const role = { name: 'managers', position: 1, permissions };
      const { id } = roles.create(scene.sandbox.guildId, role, scene.asOwner);
      return scene.join('manager', [id]);
    };

    it.each([
      ['rule add', { name: 'R', actions: 'flag', effects: 'alert, delete' }, 'Manage Messages'],
      ['rule add', { name: 'R', actions: 'flag', effects: 'timeout 1h' }, 'Timeout Members'],
      ['rule add', { name: 'R', actions: 'flag', effects: 'kick' }, 'Kick Members'],
      [
        'rule add',
        { name: 'R', actions: 'flag', effects: 'role 123456789012345678' },
        'Manage Roles',
      ],
      ['escalation set', { strikes: 3, effect: 'ban' }, 'Ban Members'],
      ['escalation switch', { enabled: true }, 'Timeout Members'],
    ])('refuses /moderation %s %j', async (path, options, permission) => {
      const before = await policy();
      const { general } = scene.sandbox.channels;
      const interaction = await manager().slash(general, `moderation ${path}`, options);
      const { content } = await interaction.response();
      expect(content).toContain(`You lack the permission “${permission}”`);
      expect(await policy()).toEqual(before);
    });

    it('accepts changes to alerts and notices, and turns escalation off', async () => {
      await scene.setPolicy({ escalation: { ...defaultPolicy.escalation, enabled: true } });
      const { general } = scene.sandbox.channels;
      const who = manager();
      const rule = { name: 'R', actions: 'flag', effects: 'notice, alert' };
      await (await who.slash(general, 'moderation rule add', rule)).response();
      await (
        await who.slash(general, 'moderation escalation switch', { enabled: false })
      ).response();
      expect(await policy()).toMatchObject({
        escalation: { enabled: false },
      });
      expect(await effectsOf('flag')).toEqual([{ kind: 'notice' }, { kind: 'alert' }]);
    });
  });

  it('says that the changed setting is off', async () => {
    const step = await use('escalation set', { strikes: 3, effect: 'timeout 1d' });
    expect(step.content).toContain('Escalation is off');
    await scene.setPolicy({ notice: { ...defaultPolicy.notice, enabled: false } });
    expect((await use('notice', { text: 'Be kind.' })).content).toContain('Notices are off');
  });

  it('exempts a role and a channel, and checks them again', async () => {
    const { Trusted } = scene.sandbox.roles;
    const { random } = scene.sandbox.channels;
    await use('exempt add', { role: Trusted, channel: random });
    expect(await policy()).toMatchObject({ exemptRoleIds: [Trusted], exemptChannelIds: [random] });
    const { content } = await use('exempt remove', { role: Trusted, channel: random });
    expect(content).toBe(`✅ <@&${Trusted}> and <#${random}> are checked again.`);
    expect(await policy()).toMatchObject({ exemptRoleIds: [], exemptChannelIds: [] });
  });

  it('sets the language of alerts and notices, and goes back to the server default', async () => {
    expect((await use('language', { language: 'de' })).content).toBe(
      '✅ Alerts and notices are now in German.',
    );
    expect((await policy()).language).toBe('de');
    expect(JSON.stringify((await use('status')).embeds)).toContain('German');
    expect((await use('language', { language: 'default' })).content).toContain('(English)');
    expect((await policy()).language).toBeNull();
  });

  it('sets what happens to names', async () => {
    expect((await use('names', { mode: 'reset' })).content).toBe(
      '✅ Names of members: checked, reset if a rule deletes.',
    );
    expect((await policy()).names).toBe('reset');
    expect(JSON.stringify((await use('status')).embeds)).toContain('Names of members');
  });

  it('explains that an escalation has too many steps', async () => {
    const steps = Array.from({ length: 10 }, (_, index) => ({
      strikes: index + 2,
      effect: { kind: 'kick' as const },
    }));
    await scene.setPolicy({ escalation: { ...defaultPolicy.escalation, steps } });
    const { content } = await use('escalation set', { strikes: 20, effect: 'ban' });
    expect(content).toBe('The escalation has at most 10 steps.');
  });

  it('builds an escalation that acts on the third strike', async () => {
    await choose(await use('escalation switch', { enabled: true }), 'Save it');
    await use('escalation set', { strikes: 3, effect: 'timeout 2h' });
    const carol = scene.person('carol');
    for (const text of ['[delete] one', '[delete] two']) await scene.sayAndWait(carol, text);
    const { message } = await scene.sayAndWait(carol, '[delete] three');
    const record = await scene.caseAbout(message.id);
    expect(record.escalation).toMatchObject({ strikes: 3 });
    expect(record.steps).toContainEqual(
      expect.objectContaining({ effect: { kind: 'timeout', seconds: 7_200 } }),
    );
  });

  it('shows what would happen to a text, without acting', async () => {
    const { embeds } = await use('test', { text: '[ban] @everyone now' });
    const shown = JSON.stringify(embeds);
    expect(shown).toContain(
      '**This server would delete the message, send the author a direct message, ban the author, and post the alert, because of: ',
    );
    expect(embeds[0]?.description).toContain('\\@everyone now');
  });

  it('says that a blank text has no text', async () => {
    const { embeds } = await use('test', { text: '  \u200B ' });
    expect(embeds[0]?.description).toContain('nothing: there is no text to check.**');
  });

  it('says at once that the service is unavailable', async () => {
    await scene.service.down();
    try {
      const { embeds } = await use('test', { text: 'hello' });
      expect(JSON.stringify(embeds)).toContain('The moderation service is unavailable');
    } finally {
      await scene.service.up();
    }
  });

  it('suggests time zones, actions and effects while typing', async () => {
    const { general } = scene.sandbox.channels;
    const suggest = async (path: string, options: Record<string, string>, focused: string) => {
      const choices = await owner.autocomplete(general, `moderation ${path}`, options, focused);
      return choices.map(({ value }) => value);
    };
    expect(await suggest('timezone', { zone: 'new york' }, 'zone')).toEqual(['America/New_York']);
    expect(await suggest('rule add', { actions: 'flag, del' }, 'actions')).toEqual([
      'flag, delete',
    ]);
    expect(await suggest('rule add', { effects: 'kick' }, 'effects')).toEqual([
      'delete, notice, kick, alert',
    ]);
  });
});

describe('a kick or a ban', () => {
  it('is saved only after the person has seen the consequences and confirmed them', async () => {
    const before = await policy();
    const rule = { name: 'R', actions: 'spam', effects: 'delete, notice, ban 1d, alert' };
    const question = await use('rule add', rule);
    expect(question.content).toContain('confirm the rule **R**. Whenever this is so: `spam`');
    expect(question.content).toContain('what they wrote in the last 1 day is deleted');
    expect(question.content).not.toContain('There is no alert');
    expect(await policy()).toEqual(before);

    expect((await choose(question, 'Cancel')).content).toBe('Cancelled. Nothing changed.');
    expect(await policy()).toEqual(before);

    const saved = await choose(await use('rule add', rule), 'Save it');
    expect(saved.content).toMatch(/^✅ Rule saved\. \*\*R\*\*: `spam` → /);
    expect((await effectsOf('spam'))?.map(({ kind }) => kind)).toEqual([
      'delete',
      'notice',
      'ban',
      'alert',
    ]);
    await scene.announced('Rule saved. **R**: `spam` →');
  });

  it('in the escalation is confirmed, and so is turning it on', async () => {
    const before = await policy();
    const step = await use('escalation set', { strikes: 4, effect: 'kick' });
    expect(step.content).toContain('at 4 strikes');
    expect(step.content).toContain('A kick cannot be undone');
    const on = await use('escalation switch', { enabled: true, days: 3 });
    expect(on.content).toContain('strikes within 3 days lead to');
    expect(on.content).toContain('8 strikes → ban');
    expect(await policy()).toEqual(before);
    await choose(step, 'Save it');
    await choose(on, 'Save it');
    const { escalation } = await policy();
    expect(escalation).toMatchObject({ enabled: true, windowDays: 3 });
    expect(escalation.steps).toContainEqual({ strikes: 4, effect: { kind: 'kick' } });
  });

  it('is not saved for somebody who has lost the permission before they confirm', async () => {
    const { world, guildId, channels } = scene.sandbox;
    const permissions = PermissionFlagsBits.ManageGuild | PermissionFlagsBits.BanMembers;
    const role = world.roles.create(
      guildId,
      { name: 'Rulers', position: 1, permissions },
      scene.asOwner,
    );
    const ruler = scene.join('ruler', [role.id]);
    const rule = { name: 'R', actions: 'spam', effects: 'ban, alert' };
    const asked = await ruler.slash(channels.general, 'moderation rule add', rule);
    const question = await asked.response();
    world.members.update({ guildId, userId: ruler.id }, { roles: [] }, scene.asOwner);
    const clicked = await ruler.click(question, 'Save it');
    const { followUps } = await clicked.until((view) => view.followUps.length > 0);
    expect(followUps[0]?.content).toContain('You lack the permission “Ban Members”');
    expect(await effectsOf('spam')).toBeUndefined();
  });

  it('is asked about again if the bot restarts before the answer', async () => {
    const question = await use('rule add', { name: 'R', actions: 'spam', effects: 'ban, alert' });
    await scene.stopBot();
    await scene.startBot();
    expect((await choose(question, 'Save it')).content).toContain('no longer open');
    expect(await effectsOf('spam')).toBeUndefined();
  });
});

describe('a rule that acts without an alert', () => {
  it('keeps its alert unless the person removes it explicitly', async () => {
    const rule = { name: 'R', actions: 'flag', effects: 'delete' };
    const kept = await use('rule add', rule);
    expect(kept.content).toContain('There is no alert: moderators are not told');
    await choose(kept, 'Save it with an alert');
    expect(await effectsOf('flag')).toEqual([{ kind: 'delete' }, { kind: 'alert' }]);
    const edit = { rule: 'R', effects: 'delete' };
    await choose(await use('rule edit', edit), 'Save it without an alert');
    expect(await effectsOf('flag')).toEqual([{ kind: 'delete' }]);
  });

  it('is saved at once if it only tells the author, or does nothing', async () => {
    for (const effects of ['notice', 'nothing']) {
      const { content } = await use('rule add', { name: 'R', actions: 'flag', effects });
      expect(content).toMatch(/^✅/);
    }
  });
});

describe('a moderator channel that others can read', () => {
  it('is used only after a question that says who can read it', async () => {
    const { random } = scene.sandbox.channels;
    const question = await use('channel', { channel: random });
    expect(question.content).toMatch(
      new RegExp(`everyone in this server \\(\\d+ members\\) can read <#${random}>`),
    );
    expect((await policy()).moderatorChannelId).toBeNull();
    await choose(question, 'Cancel');
    expect((await policy()).moderatorChannelId).toBeNull();
    await choose(await use('channel', { channel: random }), 'Use this channel');
    expect((await policy()).moderatorChannelId).toBe(random);
  });

  it('is described by the roles and members that are not moderators', async () => {
    const { world, guildId, roles, channels, members } = scene.sandbox;
    const view = PermissionFlagsBits.ViewChannel.toString();
    const overwrite = (id: string, type: OverwriteType) => ({ id, type, allow: view, deny: '0' });
    const { id } = world.channels.create(
      guildId,
      {
        name: 'shared',
        type: ChannelType.GuildText,
        permission_overwrites: [
          { id: guildId, type: OverwriteType.Role, allow: '0', deny: view },
          overwrite(roles.Portcullis, OverwriteType.Role),
          overwrite(roles.Moderator, OverwriteType.Role),
          overwrite(roles.Trusted, OverwriteType.Role),
          overwrite(members.carol.id, OverwriteType.Member),
        ],
      },
      scene.asOwner,
    );
    const shared = await vi.waitFor(async () => {
      const message = await use('channel', { channel: id });
      expect(message.content).toContain('not only moderators');
      return message;
    });
    expect(shared.content).toContain(`but also <@&${roles.Trusted}> and <@${members.carol.id}>.`);
    const { content } = await use('channel', { channel: channels['mod-alerts'] });
    expect(content).toMatch(/^✅/);
  });

  it('is announced in the previous channel, too', async () => {
    const { random, 'mod-alerts': former } = scene.sandbox.channels;
    await choose(await use('channel', { channel: random }), 'Use this channel');
    const said = `owner changed the moderation settings: Alerts now go to <#${random}>.`;
    for (const channelId of [random, former]) {
      await vi.waitFor(() => {
        const posts = [...scene.channel(channelId).messages.values()];
        expect(posts.filter(({ content }) => content.includes(said)).length).toBeGreaterThan(0);
      });
    }
  });
});

describe('/moderation alerts', () => {
  it('turns the spoiler off and on, in the settings and on alerts', async () => {
    const answer = await use('alerts', { spoiler: false });
    expect(answer.content).toContain('Alerts now show texts without a spoiler.');
    const { message } = await scene.sayAndWait(scene.person('alice'), 'in plain sight [flag]');
    expect(scene.alertsAbout(message.id)[0]?.description).toContain('\nin plain sight');
    expect(JSON.stringify((await use('status')).embeds)).toContain('texts readable at once');
    await use('alerts', { spoiler: true });
    expect(JSON.stringify((await use('status')).embeds)).toContain('texts behind a spoiler');
  });

  it('chooses the role that the most severe alerts ping, and stops pinging', async () => {
    const { Moderator: role } = scene.sandbox.roles;
    expect((await use('alerts', { role })).content).toContain(`alerts now ping <@&${role}>`);
    expect(JSON.stringify((await use('status')).embeds)).toContain(
      `the most severe ping <@&${role}>`,
    );
    expect((await use('alerts', { ping: false })).content).toContain('Alerts now ping nobody.');
    expect((await scene.bot().policies.get(scene.sandbox.guildId)).alerts.roleId).toBeNull();
  });

  it('never pings everyone, and does nothing without an option', async () => {
    const everyone = await use('alerts', { role: scene.sandbox.guildId });
    expect(everyone.content).toContain('Alerts never ping everyone');
    expect((await use('alerts')).content).toContain('Choose at least one');
  });
});
