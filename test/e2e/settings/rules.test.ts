import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { APIEmbed } from 'discord-api-types/v10';
import type { Policy } from '../../../src/bot/domain/policy/policy.ts';
import type { Person } from '../../../src/sandbox/person.ts';
import { openScene, type Scene } from '../scene.ts';

let scene: Scene;
let owner: Person;

beforeAll(async () => {
  scene = await openScene();
  owner = scene.person('owner');
});
afterAll(() => scene.close());
beforeEach(() => scene.setPolicy({}));

type Options = Parameters<Person['slash']>[2];

async function use(path: string, options: Options = {}) {
  const { general } = scene.sandbox.channels;
  return (await owner.slash(general, `moderation ${path}`, options)).response();
}

function policy(): Promise<Policy> {
  return scene.bot().policies.get(scene.sandbox.guildId);
}

const textIn = (embeds: readonly APIEmbed[]): string => JSON.stringify(embeds);

/** Effects that the bot saves without a question. */
const effects = 'delete, alert';

describe('/moderation rule', () => {
  it('adds a rule that decides about the next message, and every record of it names the rule', async () => {
    const { content } = await use('rule add', {
      name: 'No frobnication',
      actions: 'Frobnicate',
      effects,
    });
    expect(content).toBe('✅ Rule saved. **No frobnication**: `frobnicate` → delete, alert');
    const { message } = await scene.sayAndWait(scene.person('alice'), '[frobnicate] all day');
    expect(scene.exists(message)).toBe(false);
    const { number, rule } = await scene.caseAbout(message.id);
    expect(rule).toMatchObject({ of: 'server', name: 'No frobnication' });
    const { general } = scene.sandbox.channels;
    const shown = await (
      await owner.slash(general, 'case show', { number: `${number}` })
    ).response();
    expect(textIn(shown.embeds)).toContain('No frobnication');
    await expect
      .poll(() => scene.alertsAbout(message.id)[0]?.description)
      .toContain('rule “No frobnication”');
    const preview = await use('test', { text: '[frobnicate]' });
    expect(textIn(preview.embeds)).toContain(
      'delete the message and post the alert, because of: overall 97%, rule “No frobnication”.',
    );
  });

  it('reads every condition', async () => {
    const { random } = scene.sandbox.channels;
    const { Trusted } = scene.sandbox.roles;
    const { content } = await use('rule add', {
      name: 'Everything',
      actions: 'flag, Review',
      scores: 'threat 0.8; Vulgar >= 90%, operator.spam 3',
      languages: 'de, English',
      'account-age': '7d',
      'member-age': '12h',
      channel: random,
      role: Trusted,
      'blocked-words': true,
      effects: 'alert',
    });
    expect((await policy()).rules[0]).toMatchObject({
      name: 'Everything',
      when: {
        actions: ['flag', 'review'],
        scores: [
          { score: 'insights.categories.threat', atLeast: 0.8 },
          { score: 'engine2.vulgar', atLeast: 0.9 },
          { score: 'operator.spam', atLeast: 3 },
        ],
        languages: ['german', 'english'],
        accountAgeUnderDays: 7,
        memberAgeUnderDays: 0.5,
        channelIds: [random],
        roleIds: [Trusted],
        words: 'blocked',
      },
      effects: [{ kind: 'alert' }],
    });
    expect(content).toContain('`flag` / `review` · threat ≥ 0.8 · vulgar ≥ 0.9 · operator');
    expect(content).toContain('account under 7 days old · joined less than 12 hours ago');
  });

  it('applies only where all of its conditions are met', async () => {
    const { random } = scene.sandbox.channels;
    await use('rule add', { name: 'Calm', actions: 'flag', channel: random, effects });
    const alice = scene.person('alice');
    const here = await scene.sayAndWait(alice, '[flag] here');
    const there = await alice.say(random, '[flag] there');
    await scene.outcomeOf(there.id);
    expect([scene.exists(here.message), scene.exists(there)]).toEqual([true, false]);
  });

  it('decides by a score, even about what the service passes', async () => {
    await use('rule add', { name: 'Calm down', scores: 'aggressive 0.25', effects: 'alert' });
    await use('rule edit', { rule: 'Calm down', scores: 'aggressive 0.6', effects });
    const { message, outcome } = await scene.sayAndWait(scene.person('alice'), 'hello there');
    expect(outcome.kind).toBe('passed');
    expect(scene.exists(message)).toBe(true);
  });

  it('changes what is named, adds channels, and forgets a condition', async () => {
    const { random, general } = scene.sandbox.channels;
    await use('rule add', { name: 'Calm', actions: 'flag', channel: random, effects });
    await use('rule edit', { rule: '1', name: 'Calmer', channel: general });
    await use('rule edit', { rule: 'Calmer', scores: 'threat 0.5', clear: 'actions' });
    expect((await policy()).rules).toMatchObject([
      {
        name: 'Calmer',
        when: {
          channelIds: [random, general],
          scores: [{ score: 'insights.categories.threat', atLeast: 0.5 }],
        },
        effects: [{ kind: 'delete' }, { kind: 'alert' }],
      },
    ]);
    expect((await policy()).rules[0]?.when).not.toHaveProperty('actions');
    const { content } = await use('rule edit', { rule: '1', clear: 'scores', actions: 'flag' });
    expect(content).toMatch(/^✅/);
  });

  it('replaces the channels that an edit forgets', async () => {
    const { random, general } = scene.sandbox.channels;
    await use('rule add', { name: 'Calm', actions: 'flag', channel: random, effects });
    await use('rule edit', { rule: 'Calm', clear: 'channelIds', channel: general });
    expect((await policy()).rules[0]?.when.channelIds).toEqual([general]);
  });

  it('says when a rule leaves harmless messages alone', async () => {
    const hint = 'It does not apply to messages that the service finds harmless.';
    const said = async (name: string, options: Options): Promise<boolean> =>
      (await use('rule add', { name, effects, ...options })).content.endsWith(hint);
    expect(await said('Low', { scores: 'vulgar 0.3' })).toBe(true);
    expect(await said('Sure', { scores: 'suggestedAction 0.9' })).toBe(true);
    expect(await said('High', { scores: 'vulgar 0.6' })).toBe(false);
    expect(await said('Flagged', { actions: 'flag' })).toBe(false);
  });

  it('lists rules in their order, moves and removes them', async () => {
    for (const name of ['First', 'Second', 'Third']) {
      await use('rule add', { name, actions: 'flag', effects: 'alert' });
    }
    await use('rule add', { name: 'Zeroth', actions: 'flag', effects: 'alert', position: 1 });
    const { content } = await use('rule move', { rule: 'Third', position: 2 });
    expect(content).toBe('✅ The rule **Third** is now number 2.');
    await use('rule remove', { rule: 'Zeroth' });
    const { embeds } = await use('rule list');
    expect(embeds[0]?.description).toBe(
      [
        '1. **Third**: `flag` → alert',
        '2. **First**: `flag` → alert',
        '3. **Second**: `flag` → alert',
        '`*` → alert',
      ].join('\n'),
    );
    await scene.announced(
      '⚙️ owner changed the moderation settings: The rule **Zeroth** is removed.',
    );
  });

  it('suggests rules by name and number, and the next action or score', async () => {
    await use('rule add', { name: 'Quiet hours', actions: 'flag', effects: 'alert' });
    const { general } = scene.sandbox.channels;
    const [rule] = (await policy()).rules;
    const choices = await owner.autocomplete(
      general,
      'moderation rule remove',
      { rule: 'qui' },
      'rule',
    );
    expect(choices).toEqual([{ name: '1. Quiet hours', value: rule?.id }]);
    const scores = await owner.autocomplete(
      general,
      'moderation rule add',
      { scores: 'threat 0.9, doxx' },
      'scores',
    );
    expect(scores.map(({ value }) => value)).toEqual(['threat 0.9, doxxing 0.8']);
  });

  it.each([
    [{ effects: 'alert' }, 'at least one condition'],
    [{ scores: 'niceness 0.5', effects: 'alert' }, 'cannot read “niceness 0.5”'],
    [{ scores: 'threat', effects: 'alert' }, 'such as `threat 0.8`'],
    [{ scores: 'threat 80', effects: 'alert' }, 'cannot read “threat 80”'],
    [{ 'account-age': '2000d', effects: 'alert' }, 'at most 365 days'],
    [{ 'member-age': 'young', effects: 'alert' }, 'cannot read that length of time'],
    [{ actions: 'pass', scores: 'threat 0.2', effects: 'delete, alert' }, '“pass” stands for'],
    [
      { actions: [...Array(26).keys()].map((n) => `a${n}`).join(','), effects: 'alert' },
      'at most 25 values',
    ],
  ])('refuses %j with a sentence', async (options, sentence) => {
    const { content } = await use('rule add', { name: 'R', ...options });
    expect(content).toContain(sentence);
    expect((await policy()).rules).toEqual([]);
  });
});

it('refuses @everyone, which no author has as a role', async () => {
  const role = scene.sandbox.guildId;
  const refused = expect.stringContaining('@everyone cannot be chosen');
  const rule = { name: 'All', role, effects };
  expect(await use('rule add', rule)).toMatchObject({ content: refused });
  expect(await use('preset set', { preset: 'strict', role })).toMatchObject({ content: refused });
  expect(await policy()).toMatchObject({ rules: [], presetOverrides: [] });
});

describe('/moderation preset', () => {
  it('changes what happens to the next message, and the test names it', async () => {
    expect((await use('preset set', { preset: 'strict' })).content).toBe(
      '✅ The preset of this server is now **strict**.',
    );
    await scene.announced('The preset of this server is now **strict**.');
    const { embeds } = await use('test', { text: '[delete] this' });
    expect(textIn(embeds)).toContain('rule “delete (preset: strict)”.');
    const harmless = await use('test', { text: 'hello' });
    expect(textIn(harmless.embeds)).toContain('the preset “strict” does not act on this text');
    await use('rule add', { name: 'Spared', actions: 'delete', effects: 'nothing' });
    const spared = await use('test', { text: '[delete] this' });
    expect(textIn(spared.embeds)).toContain('because the rule “Spared” says so');
    await use('rule remove', { rule: 'Spared' });
    const { message } = await scene.sayAndWait(scene.person('alice'), '[delete] this');
    expect((await scene.caseAbout(message.id)).rule).toEqual({
      of: 'preset',
      preset: 'strict',
      id: 'delete',
    });
  });

  it('can be another one in a category or for a role, and age-restricted channels have their own', async () => {
    const { random, general } = scene.sandbox.channels;
    const { Trusted } = scene.sandbox.roles;
    const { world } = scene.sandbox;
    const category = scene.channel(general).parent_id ?? '';
    await use('preset set', { preset: 'strict', channel: category, role: Trusted });
    await use('preset age-restricted', { preset: 'normal' });
    const { embeds } = await use('rule list');
    expect(textIn(embeds)).toContain(`<#${category}>: **strict**`);
    expect(textIn(embeds)).toContain(`<@&${Trusted}>: **strict**`);
    expect(textIn(embeds)).toContain('Age-restricted channels: **normal**');
    const presetOf = async (channelId: string): Promise<unknown> => {
      const message = await scene.person('alice').say(channelId, '[delete] this');
      await scene.outcomeOf(message.id);
      return (await scene.caseAbout(message.id)).rule;
    };
    expect(await presetOf(random)).toMatchObject({ preset: 'strict' });
    const { content } = await use('preset reset', { channel: category });
    expect(content).toBe(`✅ <#${category}>: the preset of the server applies again.`);
    await use('preset set', { preset: 'relaxed' });
    expect(await presetOf(random)).toMatchObject({ preset: 'relaxed' });
    world.channels.update(random, { nsfw: true }, scene.asOwner);
    await expect.poll(() => presetOf(random)).toMatchObject({ preset: 'normal' });
  });
});
