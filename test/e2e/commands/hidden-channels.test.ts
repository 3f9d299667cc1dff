import { ChannelType, OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Case } from '../../../src/bot/domain/case.ts';
import type { Person } from '../../../src/sandbox/person.ts';
import { openScene, type Scene } from '../scene.ts';
import { alertAbout, press } from './alert-view.ts';

let scene: Scene;
let moderator: Person;
let owner: Person;
let insider: Person;
/** A channel that the moderator cannot see. */
let hiddenId: string;
let openCase: Case;
let hiddenCase: Case;
let threadCase: Case;

beforeAll(async () => {
  scene = await openScene();
  moderator = scene.person('moderator');
  owner = scene.person('owner');
  const { world, guildId, roles } = scene.sandbox;
  const insiders = world.roles.create(guildId, { name: 'Insiders', position: 1 }, scene.asOwner);
  const view = PermissionFlagsBits.ViewChannel.toString();
  const overwrite = (id: string, allow: string, deny: string) => ({
    id,
    type: OverwriteType.Role,
    allow,
    deny,
  });
  hiddenId = world.channels.create(
    guildId,
    {
      name: 'council',
      type: ChannelType.GuildText,
      permission_overwrites: [
        overwrite(guildId, '0', view),
        overwrite(insiders.id, view, '0'),
        overwrite(roles.Portcullis, view, '0'),
      ],
    },
    scene.asOwner,
  ).id;
  insider = scene.join('insider', [insiders.id]);
  openCase = await caseIn(scene.sandbox.channels.general, 'open words [flag]');
  hiddenCase = await caseIn(hiddenId, 'secret words [flag]');
  const thread = await insider.openThread(hiddenId, 'plans');
  threadCase = await caseIn(thread.id, 'threaded words [flag]');
  world.threads.update(thread.id, { archived: true }, scene.asOwner);
});
afterAll(() => scene.close());

async function caseIn(channelId: string, text: string): Promise<Case> {
  const message = await insider.say(channelId, text);
  await scene.outcomeOf(message.id);
  return scene.caseAbout(message.id);
}

async function reply(person: Person, path: string, options: Record<string, string>) {
  const { 'mod-alerts': channelId } = scene.sandbox.channels;
  const { content, embeds } = await (await person.slash(channelId, path, options)).response();
  return [content, JSON.stringify(embeds)].join('\n');
}

describe('a case in a channel that the moderator cannot see', () => {
  it.each([
    ['show', {}],
    ['undo', {}],
    ['allow', {}],
    ['disallow', {}],
    ['note', { text: 'a note' }],
  ])('is hidden from /case %s, in the channel and in its archived thread', async (sub, options) => {
    for (const { number } of [hiddenCase, threadCase]) {
      const shown = await reply(moderator, `case ${sub}`, { number: `${number}`, ...options });
      expect(shown).toContain(`Case #${number} is about a channel you cannot see.`);
      expect(shown).not.toMatch(/words|council|plans|insider/);
    }
  });

  it('is shown to the owner', async () => {
    expect(await reply(owner, 'case show', { number: `${hiddenCase.number}` })).toContain(
      'secret words',
    );
    expect(await reply(owner, 'case show', { number: `${threadCase.number}` })).toContain(
      'threaded words',
    );
  });

  it('is left out of /case list, which says so to everyone who may miss something', async () => {
    const note = 'Cases in channels you cannot see are left out.';
    const shown = await reply(moderator, 'case list', { user: insider.id });
    expect(shown).toContain(`**#${openCase.number}**`);
    expect(shown).not.toContain(`**#${hiddenCase.number}**`);
    expect(shown).not.toContain(`**#${threadCase.number}**`);
    expect(shown).toContain(note);
    expect(await reply(moderator, 'case list', { user: moderator.id })).toContain(note);
    const all = await reply(owner, 'case list', { user: insider.id });
    expect(all).toContain(`**#${hiddenCase.number}**`);
    expect(all).toContain(`**#${threadCase.number}**`);
    expect(all).not.toContain(note);
  });

  it('is not counted in the moderation record', async () => {
    const { 'mod-alerts': channelId } = scene.sandbox.channels;
    const record = async (person: Person) => {
      const opened = await person.userCommand(channelId, 'Moderation record', insider.id);
      return (await opened.response()).embeds;
    };
    const [shown] = await record(moderator);
    expect(shown?.fields?.[0]?.value).toBe('1');
    expect(JSON.stringify(await record(moderator))).not.toContain(`**#${hiddenCase.number}**`);
    const [all] = await record(owner);
    expect(all?.fields?.[0]?.value).toBe('3');
  });

  it('is not counted in /stats server', async () => {
    const { general, 'mod-alerts': channelId } = scene.sandbox.channels;
    const shown = await reply(moderator, 'stats server', {});
    expect(shown).toContain('**1** case, ');
    expect(shown).toContain(`<#${general}> · **1**`);
    expect(shown).toContain('Cases in channels you cannot see are left out.');
    expect(shown).not.toContain(hiddenId);
    expect(shown).not.toContain(threadCase.channelId);
    const { embeds } = await (await owner.slash(channelId, 'stats server')).response();
    expect(embeds[0]?.description).toContain('**3** cases, ');
  });

  it('is not suggested', async () => {
    const { 'mod-alerts': channelId } = scene.sandbox.channels;
    const suggested = async (person: Person) => {
      const options = { number: 'insider' };
      const choices = await person.autocomplete(channelId, 'case show', options, 'number');
      return choices.map(({ value }) => Number(value)).sort((a, b) => a - b);
    };
    expect(await suggested(moderator)).toEqual([openCase.number]);
    expect(await suggested(owner)).toEqual([openCase.number, hiddenCase.number, threadCase.number]);
  });

  it('cannot be acted on with the buttons of its alert', async () => {
    const alert = alertAbout(scene, hiddenCase.messageId);
    for (const label of ['False alarm', 'Delete', 'Timeout', 'Handled', 'More…']) {
      expect(await press(moderator, alert, label)).toContain('a channel you cannot see');
    }
    expect((await scene.caseAbout(hiddenCase.messageId)).moderatorActions).toEqual([]);
    expect(await press(owner, alert, 'Handled')).toContain('Handled');
  });
});

describe('a case about a deleted forum post', () => {
  it('is shown to moderators who can see the forum', async () => {
    const author = scene.join('forum-author');
    const forum = scene.sandbox.channels['help-forum'];
    const post = await author.openThread(forum, 'a question', 'posted words [delete]');
    await scene.outcomeOf(post.id);
    const { number } = await scene.caseAbout(post.id);
    expect(scene.sandbox.world.state.channels.has(post.id)).toBe(false);
    const shown = await reply(moderator, 'case show', { number: `${number}` });
    expect(shown).toContain('posted words');
  });

  it('is hidden from moderators who cannot see the forum', async () => {
    const { world, guildId } = scene.sandbox;
    const forum = world.channels.create(
      guildId,
      {
        name: 'council-forum',
        type: ChannelType.GuildForum,
        permission_overwrites: scene.channel(hiddenId).permission_overwrites,
      },
      scene.asOwner,
    );
    const post = await insider.openThread(forum.id, 'a plan', 'planned words [delete]');
    await scene.outcomeOf(post.id);
    const { number } = await scene.caseAbout(post.id);
    const shown = await reply(moderator, 'case show', { number: `${number}` });
    expect(shown).toContain(`Case #${number} is about a channel you cannot see.`);
  });
});
