import {
  AuditLogEvent,
  AutoModerationActionType,
  AutoModerationRuleEventType,
  AutoModerationRuleTriggerType,
  PermissionFlagsBits,
  type APIMessage,
} from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewAutoModerationRule } from '../../../src/sandbox/world/automod/rules.ts';
import { DiscordRequestError } from '../../../src/sandbox/person.ts';
import { wordOf } from '../../helpers/words.ts';
import { openScene, type Scene } from '../scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  await scene.setPolicy({});
  const words = scene.bot().words;
  const { guildId } = scene.sandbox;
  for (const word of await words.list(guildId)) await words.remove(guildId, word);
  scene.guild.autoModerationRules.clear();
});

const by = { id: '1', name: 'somebody' };

async function use(path: string, options: Record<string, string | number> = {}) {
  const { general } = scene.sandbox.channels;
  const interaction = await scene.person('owner').slash(general, `words ${path}`, options);
  expect(interaction.isEphemeral).toBe(true);
  return interaction.response();
}

async function confirm(question: APIMessage, label: string): Promise<string> {
  return (await (await scene.person('owner').click(question, label)).response()).content;
}

const blockedNow = async (): Promise<string[]> =>
  (await scene.bot().words.list(scene.sandbox.guildId))
    .filter(({ list }) => list === 'blocked')
    .map(({ text }) => text);

/** Gives the bot's role “Manage Server”, or takes it. */
function manageServer(isAllowed: boolean): void {
  const { world, guildId, botId } = scene.sandbox;
  const [roleId = ''] = scene.guild.members.get(botId)?.roles ?? [];
  const before = BigInt(scene.guild.roles.get(roleId)?.permissions ?? 0);
  const { ManageGuild } = PermissionFlagsBits;
  const permissions = isAllowed ? before | ManageGuild : before & ~ManageGuild;
  world.roles.update({ guildId, roleId }, { permissions }, scene.asOwner);
}

describe('a blocked word', () => {
  it('is deleted even in disguise, with a notice and an alert that names it to moderators only', async () => {
    expect((await use('add', { list: 'blocked', word: 'badword*' })).content).toBe(
      '✅ Blocked from now on: “badword\\*”',
    );
    await scene.announced('owner blocked words: “badword\\*”');
    const alice = scene.person('alice');
    const { message } = await scene.sayAndWait(alice, 'so many b4dw0rdz');
    expect(scene.exists(message)).toBe(false);
    const [alert] = scene.alertsAbout(message.id);
    expect(alert?.description).toContain('blocked word “badword\\*”');
    expect(JSON.stringify(scene.noticesTo(scene.sandbox.members.alice.id))).not.toContain(
      'badword',
    );
    const record = await scene.caseAbout(message.id);
    expect(record).toMatchObject({
      blockedWords: ['badword*'],
      rule: { of: 'preset', preset: 'normal', id: 'blockedWords' },
    });
    expect(record.steps.map(({ effect }) => effect.kind)).toEqual(['delete', 'notice', 'alert']);
    const { general } = scene.sandbox.channels;
    const exported = await (await alice.slash(general, 'record mine')).response();
    expect(JSON.stringify(exported)).not.toContain('badword*');
    await use('remove', { word: 'BADWORD*' });
    await scene.announced('owner no longer blocks “badword\\*”');
    const later = await scene.sayAndWait(alice, 'so many badwords again');
    expect(later.outcome.kind).toBe('passed');
  });

  it('does not count in a text that a moderator has allowed', async () => {
    await use('add', { list: 'blocked', word: 'gizmo' });
    const alice = scene.person('alice');
    const { message } = await scene.sayAndWait(alice, 'my gizmo broke');
    expect(scene.exists(message)).toBe(false);
    const { number } = await scene.caseAbout(message.id);
    const { general } = scene.sandbox.channels;
    await (
      await scene.person('owner').slash(general, 'case allow', { number: `${number}` })
    ).response();
    const again = await scene.sayAndWait(alice, 'my gizmo broke');
    expect(again.outcome).toEqual({ kind: 'skipped', reason: 'allowed text' });
  });

  it('does what a rule of the server says', async () => {
    const rule = {
      id: 'r',
      name: 'Ask us',
      when: { words: 'blocked' as const },
      effects: [{ kind: 'alert' as const }],
    };
    await scene.setPolicy({ rules: [rule] });
    await use('add', { list: 'blocked', word: 'gadget' });
    const { message } = await scene.sayAndWait(scene.person('alice'), 'a gadget');
    expect(scene.exists(message)).toBe(true);
    expect((await scene.caseAbout(message.id)).rule).toMatchObject({
      of: 'server',
      name: 'Ask us',
    });
  });
});

it('an allowed word does not count against a message, but the rest of it does', async () => {
  await use('add', { list: 'allowed', word: '[delete]' });
  const alice = scene.person('alice');
  expect((await scene.sayAndWait(alice, 'a dog [delete]')).outcome.kind).toBe('passed');
  const { message } = await scene.sayAndWait(alice, 'a dog [delete] [ban]');
  expect(scene.exists(message)).toBe(false);
});

describe('/words', () => {
  it('is not available without Manage Server', async () => {
    const { general } = scene.sandbox.channels;
    for (const name of ['alice', 'moderator'] as const) {
      await expect(scene.person(name).slash(general, 'words list')).rejects.toThrow(
        DiscordRequestError,
      );
    }
  });

  it('adds many words with a form, and says what became of each', async () => {
    await use('add', { list: 'blocked', word: 'first' });
    await use('add', { list: 'allowed', word: 'second' });
    const owner = scene.person('owner');
    const opened = await owner.click(await use('add', { list: 'blocked' }), 'Enter words');
    const lines = ['FIRST', 'second', 'third*', 'x', 'f*rth', '***', 'y'.repeat(61)];
    const submitted = await owner.submit(opened, { words: lines.join('\n') });
    expect((await submitted.response()).content.split('\n')).toEqual([
      '✅ Blocked from now on: “third\\*”',
      'Already blocked: “first”',
      'Already allowed: “second”',
      expect.stringContaining('A word is on one list only.'),
      'Too short (at least 2 letters, 3 with a `*`): “x”',
      'A `*` can only be at the start or the end: “f\\*rth”',
      'Nothing to read in: “\\*\\*\\*”',
      `More than 60 characters: “${'y'.repeat(61)}”`,
    ]);
    expect(await blockedNow()).toEqual(['first', 'third*']);
  });

  it('shows the words in pages that work after a restart, and suggests them', async () => {
    const { guildId, channels } = scene.sandbox;
    const entered = Array.from({ length: 30 }, (_, index) => `word${String(index + 10)}`);
    await use('add', { list: 'blocked', word: 'placeholder' });
    await use('remove', { word: 'placeholder' });
    const owner = scene.person('owner');
    const opened = await owner.click(await use('add', { list: 'blocked' }), 'Enter words');
    await (await owner.submit(opened, { words: entered.join('\n') })).response();
    const list = await use('list');
    expect(list.embeds[0]?.footer?.text).toBe('Page 1 of 2 · 30 of 1,000 words');
    await scene.stopBot();
    await scene.startBot();
    const next = await (await owner.click(list, 'Next')).response();
    expect(next.embeds[0]?.description).toContain('word39');
    const focused = { word: '1' };
    const choices = await owner.autocomplete(channels.general, 'words remove', focused, 'word');
    expect(choices).toContainEqual({ name: 'word11 · Blocked words', value: 'word11' });
    expect((await use('remove', { word: 'nothing' })).content).toContain('is on neither list');
    expect(await scene.bot().words.list(guildId)).toHaveLength(30);
  });

  it('tests a text', async () => {
    await use('add', { list: 'blocked', word: 'cat' });
    await use('add', { list: 'allowed', word: 'dog' });
    const { embeds } = await use('test', { text: 'a c4t and a dog' });
    const [field] = embeds[0]?.fields ?? [];
    expect(field?.value).toContain('blocked word “cat”');
    expect(field?.value).toContain('||a c4t and a||');
    expect(JSON.stringify(embeds)).toContain('because of: blocked word “cat”');
  });
});

describe('AutoMod', () => {
  const rule = (more: Partial<NewAutoModerationRule> = {}): NewAutoModerationRule => ({
    name: 'Bad words',
    event_type: AutoModerationRuleEventType.MessageSend,
    trigger_type: AutoModerationRuleTriggerType.Keyword,
    trigger_metadata: {
      keyword_filter: ['sludge*', '*grime*', 'mu*d'],
      regex_patterns: ['d[i1]rt'],
      allow_list: ['grimey'],
    },
    actions: [{ type: AutoModerationActionType.BlockMessage, metadata: {} }],
    enabled: true,
    exempt_roles: [],
    exempt_channels: [],
    ...more,
  });

  it('is out of reach without Manage Server, and the bot says so', async () => {
    manageServer(false);
    expect((await use('import')).content).toMatch(/⛔.*Manage Server/s);
    const question = await use('export', { rule: 'links' });
    expect(await confirm(question, 'Save the rule')).toMatch(/⛔.*Manage Server/s);
  });

  it('gives the bot its words, after a question that says what cannot be taken over', async () => {
    manageServer(true);
    const { world, guildId } = scene.sandbox;
    expect((await use('import')).content).toContain('AutoMod has no keyword rule');
    const exempt = { exempt_channels: [scene.sandbox.channels['mod-alerts']] };
    world.autoModerationRules.create(guildId, rule(exempt), scene.asOwner);
    world.autoModerationRules.create(guildId, rule({ name: 'Old', enabled: false }), scene.asOwner);
    const watched = rule({
      name: 'Watched',
      trigger_metadata: { keyword_filter: ['politics'] },
      actions: [
        {
          type: AutoModerationActionType.SendAlertMessage,
          metadata: { channel_id: scene.sandbox.channels['mod-alerts'] },
        },
      ],
    });
    world.autoModerationRules.create(guildId, watched, scene.asOwner);
    const question = await use('import');
    expect(question.content.split('\n')).toEqual([
      '**Bad words**: 3 blocked, 1 allowed',
      '⚠️ Its exempt roles and channels are not imported.',
      '**Old** is off and is not imported.',
      '**Watched** does not block messages and is not imported.',
      '1 regular expression cannot be imported.',
      'Not importable: “mu\\*d”',
      'Import these words? AutoMod’s rules stay as they are.',
    ]);
    expect(await blockedNow()).toEqual([]);
    expect(await confirm(question, 'Import')).toContain('✅ Blocked from now on:');
    expect(await blockedNow()).toEqual(['*grime*', 'sludge*']);
    expect(await confirm(await use('import'), 'Import')).toContain('on your lists already');
  });

  it('gets the blocked words, and Discord blocks them before anybody sees them', async () => {
    manageServer(true);
    const { guildId, botId, channels } = scene.sandbox;
    expect((await use('export', { rule: 'words' })).content).toContain('is empty');
    await use('add', { list: 'blocked', word: 'sludge*' });
    await use('add', { list: 'allowed', word: 'sludgehammer' });
    const question = await use('export', { rule: 'words' });
    expect(scene.guild.autoModerationRules.size).toBe(0);
    expect(await confirm(question, 'Save the rule')).toBe(
      '✅ AutoMod has the new rule “Portcullis: Blocked words”.',
    );
    const [saved] = scene.guild.autoModerationRules.values();
    expect(saved).toMatchObject({
      creator_id: botId,
      enabled: true,
      trigger_metadata: { keyword_filter: ['sludge*'], allow_list: ['sludgehammer'] },
      actions: [
        { type: 1, metadata: { custom_message: expect.stringContaining('this server blocks') } },
        { type: 2, metadata: { channel_id: channels['mod-alerts'] } },
      ],
    });
    const entry = scene.guild.auditLog.findLast(
      ({ action_type: action }) => action === AuditLogEvent.AutoModerationRuleCreate,
    );
    expect(entry?.reason).toBe('/words export by owner');
    const blocked = scene.person('alice').say(channels.general, 'sludges everywhere');
    await expect(blocked).rejects.toMatchObject({ discordCode: 200_000 });
    expect(await use('import')).toMatchObject({
      content: expect.stringContaining('no keyword rule'),
    });

    await use('add', { list: 'blocked', word: 'grime' });
    expect(await confirm(await use('export', { rule: 'words' }), 'Save the rule')).toContain(
      'is up to date',
    );
    expect([...scene.guild.autoModerationRules.values()]).toMatchObject([
      { trigger_metadata: { keyword_filter: ['grime', 'sludge*'] } },
    ]);
    expect(await scene.bot().words.list(guildId)).toHaveLength(3);
  });

  it.each([
    ['mentions', { mentions: 5 }, { mention_total_limit: 5 }],
    ['invites', {}, { keyword_filter: expect.arrayContaining(['*discord.gg/*']) }],
    ['links', {}, { keyword_filter: ['*http://*', '*https://*'] }],
  ])('gets the ready-made rule about %s', async (kind, options, metadata) => {
    manageServer(true);
    const question = await use('export', { rule: kind, ...options });
    expect(await confirm(question, 'Save the rule')).toContain('✅');
    const [saved] = scene.guild.autoModerationRules.values();
    expect(saved?.trigger_metadata).toMatchObject(metadata);
  });

  it('has no room for a seventh rule about keywords', async () => {
    manageServer(true);
    const { world, guildId } = scene.sandbox;
    for (let count = 0; count < 6; count += 1) {
      world.autoModerationRules.create(guildId, rule(), scene.asOwner);
    }
    expect(await confirm(await use('export', { rule: 'links' }), 'Save the rule')).toContain(
      'no room for another rule',
    );
  });

  it('exempts the roles and channels that the bot exempts', async () => {
    manageServer(true);
    const { channels, roles } = scene.sandbox;
    await scene.setPolicy({
      exemptRoleIds: [roles.Moderator, '100000000000000009'],
      exemptChannelIds: [channels.random],
    });
    await confirm(await use('export', { rule: 'links' }), 'Save the rule');
    expect([...scene.guild.autoModerationRules.values()]).toMatchObject([
      { exempt_roles: [roles.Moderator], exempt_channels: [channels.random] },
    ]);
  });
});

it('a list holds a thousand words', async () => {
  const { words } = scene.bot();
  const entered = Array.from({ length: 1000 }, (_, index) => `word${index}`);
  await words.add(scene.sandbox.guildId, {
    list: 'blocked',
    words: entered.map(wordOf),
    by,
    at: 1,
  });
  expect((await use('add', { list: 'blocked', word: 'another' })).content).toContain(
    'The list is full (1,000): 1 word was left out.',
  );
});
