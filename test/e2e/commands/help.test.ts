import { PermissionFlagsBits, type APIMessage } from 'discord-api-types/v10';
import { Locale } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { languages } from '../../../src/bot/locales/languages.ts';
import { DiscordRequestError, type Person } from '../../../src/sandbox/person.ts';
import { openScene, type Scene } from '../scene.ts';
import { buttonsOf } from './alert-view.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

async function help(person: Person): Promise<APIMessage> {
  const interaction = await person.slash(scene.sandbox.channels.general, 'help');
  expect(interaction.isEphemeral).toBe(true);
  return interaction.response();
}

async function choose(person: Person, reply: APIMessage, subject: string): Promise<APIMessage> {
  return (await person.select(reply, 'help', [subject])).response();
}

const tasksIn = ({ embeds }: APIMessage): string[] =>
  (embeds[0]?.description?.split('\n') ?? []).map(
    (line) => /\*\*(.+?)\s?:\s?\*\*/.exec(line)?.[1] ?? line,
  );
const subjectsIn = ({ embeds }: APIMessage): Record<string, string> =>
  Object.fromEntries((embeds[0]?.fields ?? []).map(({ name, value }) => [name, value]));

describe('/help', () => {
  it('begins with five tasks, then shows the commands by subject', async () => {
    const reply = await help(scene.person('owner'));
    expect(tasksIn(reply)).toEqual([
      'Set the bot up, or change it',
      'See which alerts wait for somebody',
      'Undo a mistake',
      'End a raid',
      'Answer appeals and reports',
    ]);
    const subjects = subjectsIn(reply);
    expect(Object.keys(subjects)).toEqual([
      'Alerts and cases',
      'Members',
      'Words and pictures',
      'Settings',
      'This server',
      'For everybody',
    ]);
    expect(subjects['Members']).toMatch(/^<\/warn:\d+> · /);
    expect(subjects['Alerts and cases']).toContain('/case · ');
  });

  it('shows a person only what they may use', async () => {
    const moderator = await help(scene.person('moderator'));
    expect(tasksIn(moderator)).toEqual([
      'See which alerts wait for somebody',
      'Undo a mistake',
      'End a raid',
      'Answer appeals and reports',
      'Act on a member',
    ]);
    expect(JSON.stringify(moderator)).not.toContain('setup');

    const alice = await help(scene.person('alice'));
    expect(tasksIn(alice)).toEqual([
      'Report a message',
      'See your own cases, and appeal',
      'Get what is stored about you',
    ]);
    expect(Object.keys(subjectsIn(alice))).toEqual(['For everybody']);
  });

  it('explains each command of a subject, and cuts none in any language', async () => {
    const spoken = new Set<string>(languages);
    const locales = Object.values(Locale).filter((locale) => spoken.has(locale));
    expect(locales).toHaveLength(languages.length - 1);
    for (const locale of [Locale.EnglishUS, ...locales]) {
      const owner = scene.person('owner', locale);
      const reply = await help(owner);
      for (const subject of ['alerts', 'members', 'words', 'settings', 'server', 'you']) {
        const { embeds } = await choose(owner, reply, subject);
        const lines = embeds[0]?.description?.split('\n') ?? [];
        expect(lines.length).toBeGreaterThan(1);
        expect(lines.at(-1)).not.toMatch(/…$/);
      }
    }
  });

  it('adds the advanced commands to the server, and removes them again', async () => {
    const owner = scene.person('owner');
    const { general } = scene.sandbox.channels;
    await expect(owner.slash(general, 'tag list')).rejects.toThrow(DiscordRequestError);

    const before = await choose(owner, await help(owner), 'advanced');
    expect(buttonsOf(before)).toEqual(['Add the advanced commands']);
    const added = await (await owner.click(before, 'Add the advanced commands')).response();
    expect(added.embeds[0]?.description).toMatch(/<\/tag start:\d+> /);
    await scene.announced('The advanced commands were added.');
    await expect((await owner.slash(general, 'tag list')).response()).resolves.toBeDefined();
    expect(subjectsIn(await help(owner))).toHaveProperty('Advanced');
    // A moderator may use /tag, but not the others.
    expect(subjectsIn(await help(scene.person('moderator')))['Advanced']).toBe('/tag');

    const removed = await (await owner.click(added, 'Remove the advanced commands')).response();
    expect(buttonsOf(removed)).toEqual(['Add the advanced commands']);
    await expect(owner.slash(general, 'tag list')).rejects.toThrow(DiscordRequestError);
  });

  it('lets only those who manage the server add the advanced commands', async () => {
    const { roles } = scene.sandbox.world;
    const permissions = PermissionFlagsBits.ManageGuild;
    const role = roles.create(
      scene.sandbox.guildId,
      { name: 'managers', permissions },
      scene.asOwner,
    );
    const manager = scene.join('manager', [role.id]);
    const offered = await choose(manager, await help(manager), 'advanced');
    scene.sandbox.world.members.update(
      { guildId: scene.sandbox.guildId, userId: manager.id },
      { roles: [] },
      scene.asOwner,
    );
    const clicked = await manager.click(offered, 'Add the advanced commands');
    await vi.waitFor(async () => {
      const [refused] = await clicked.followUps();
      expect(refused?.content).toContain('Manage Server');
    });
    expect(buttonsOf(await help(manager))).toEqual([]);
  });

  it('renews advanced commands that an update of the bot has changed', async () => {
    const owner = scene.person('owner');
    const { commands } = scene.sandbox.world;
    const { applicationId, guildId } = scene.sandbox;
    const offered = await choose(owner, await help(owner), 'advanced');
    await (await owner.click(offered, 'Add the advanced commands')).response();
    const scope = { applicationId, guildId };
    const stale = commands.list(scope).find(({ name }) => name === 'tag');
    commands.update(scope, stale?.id ?? '', { description: 'Old words' });
    await help(owner);
    const renewed = commands.find(scope, stale?.id ?? '');
    expect(renewed.description).toContain('Tags, transcripts');
  });
});
