import {
  ChannelType,
  OverwriteType,
  PermissionFlagsBits,
  type APIMessage,
} from 'discord-api-types/v10';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../../src/sandbox/person.ts';
import { createPostLimiter } from '../../../src/bot/domain/posts/post-limiter.ts';
import { systemClock } from '../../../src/shared/clock.ts';
import { buttonsOf, press, textOf } from '../commands/alert-view.ts';
import { createScene, openScene, type Scene } from '../scene.ts';
import { eventually } from './eventually.ts';

let on: Scene;
let moderator: Person;
let author: Person;
let reporter: Person;
let count = 0;

beforeAll(async () => {
  on = await openScene();
  moderator = on.person('moderator');
});
afterAll(() => on.close());
beforeEach(() => {
  count += 1;
  author = on.join(`author-${count}`);
  reporter = on.join(`reporter-${count}`);
});

const general = () => on.sandbox.channels.general;
const modAlerts = () => on.sandbox.channels['mod-alerts'];

async function report(person: Person, message: APIMessage): Promise<string> {
  const used = await person.messageCommand(message.channel_id, 'Report message', message.id);
  expect(used.isEphemeral).toBe(true);
  return (await used.response()).content;
}

function posts(scene = on): APIMessage[] {
  return [...scene.channel(scene.sandbox.channels['mod-alerts']).messages.values()];
}

/** The posts whose buttons decide about a reported message. */
function postsAbout({ id }: APIMessage): APIMessage[] {
  return posts().filter(({ components }) =>
    JSON.stringify(components).includes(`review:report:${id}`),
  );
}

const posted = (message: APIMessage) =>
  eventually(() => {
    const [post, ...others] = postsAbout(message);
    if (post === undefined) throw new Error('There is no post about the report.');
    expect(others).toEqual([]);
    return post;
  });

/** A message that the bot has no reason to act on. */
async function said(text = `something mean ${count}`): Promise<APIMessage> {
  const { message } = await on.sayAndWait(author, text);
  return message;
}

describe('a report', () => {
  it('by several members is one post that names them and the verdict', async () => {
    const message = await said();
    expect(await report(reporter, message)).toContain('Only they see that you reported it.');
    const first = await posted(message);
    expect(textOf(first)).toContain(`<@${author.id}>`);
    expect(JSON.stringify(first.embeds)).toContain('vulgar 40% · aggressive 30%');
    expect(textOf(first)).toContain('The bot did nothing about it by itself.');
    const second = on.join(`second-${count}`);
    expect(await report(second, message)).toContain('Thank you.');
    expect(await report(second, message)).toBe('You have already reported this message.');
    await eventually(() => {
      const fields = JSON.stringify(postsAbout(message)[0]?.embeds);
      expect(fields).toContain(`<@${reporter.id}>, <@${second.id}>`);
    });
    expect(postsAbout(message)).toHaveLength(1);
    // Nothing tells the channel or the author.
    expect((await author.read(general())).some(({ content }) => content.includes('report'))).toBe(
      false,
    );
    expect(on.noticesTo(author.id)).toEqual([]);
  });

  it('deleted by a moderator becomes a case that can be undone and appealed like any other', async () => {
    const message = await said();
    await report(reporter, message);
    const post = await posted(message);
    expect(buttonsOf(post)).toEqual(['Delete', 'Timeout', 'Dismiss']);
    expect(await press(moderator, post, 'Delete')).toContain('Deleted');
    expect(on.exists(message)).toBe(false);
    const record = await on.caseAbout(message.id);
    expect(record).toMatchObject({
      rule: { of: 'report' },
      keywordAlerts: [{ messageId: post.id }],
    });
    await eventually(() => {
      const after = posts().find(({ id }) => id === post.id);
      expect(textOf(after ?? post)).toContain('1 member reported this message.');
      expect(buttonsOf(after ?? post)).toEqual(['More…']);
    });
    expect(await press(on.person('owner'), post, 'Delete').catch(() => 'no button')).toMatch(
      /no button|already/,
    );
  });

  it('times the author out', async () => {
    const message = await said();
    await report(reporter, message);
    await press(moderator, await posted(message), 'Timeout');
    expect(on.guild.members.get(author.id)?.communication_disabled_until).not.toBeNull();
  });

  it('stays open when Discord refuses what a moderator wants to do about it', async () => {
    const overlord = on.person('overlord');
    const { message } = await on.sayAndWait(overlord, `something mean ${count}`);
    await report(reporter, message);
    const owner = on.person('owner');
    const listed = async (): Promise<string> => {
      const list = await (await owner.slash(modAlerts(), 'appeals')).response();
      return JSON.stringify(list.components);
    };
    const post = await posted(message);
    expect(await press(owner, post, 'Timeout')).toContain('is not below the bot');
    expect(await listed()).toContain(`report:${message.id}`);
    const after = await eventually(() => {
      const alert = posts().find(({ id }) => id === post.id) ?? post;
      expect(buttonsOf(alert)).toContain('Handled');
      return alert;
    });
    await press(owner, after, 'Handled');
    await eventually(async () => expect(await listed()).not.toContain(`report:${message.id}`));
  });

  it('that is dismissed does nothing, and the same text is not reported again', async () => {
    const message = await said();
    await report(reporter, message);
    const post = await posted(message);
    expect(await press(moderator, post, 'Dismiss')).toContain('Dismissed by');
    await eventually(() => {
      const after = posts().find(({ id }) => id === post.id);
      expect(textOf(after ?? post)).toContain(`Dismissed by <@${moderator.id}>`);
      expect(buttonsOf(after ?? post)).toEqual([]);
    });
    expect(on.exists(message)).toBe(true);
    const other = on.join(`other-${count}`);
    expect(await report(other, message)).toBe(
      'The moderators have already looked at this message.',
    );
    await author.edit(message.channel_id, message.id, `meaner ${count}`);
    await on.outcomeOf(message.id);
    expect(await report(other, message)).toContain('Thank you.');
    expect(JSON.stringify((await posted(message)).embeds)).toContain(`meaner ${count}`);
  });

  it('is limited to five messages in ten minutes for each member', async () => {
    const messages: APIMessage[] = [];
    for (let index = 0; index < 6; index += 1) messages.push(await said(`mean ${count} ${index}`));
    const replies: string[] = [];
    for (const message of messages) replies.push(await report(reporter, message));
    expect(replies.slice(0, 5).every((reply) => reply.startsWith('Thank you.'))).toBe(true);
    expect(replies[5]).toContain('Report this one in a few minutes.');
    const [, , , , , sixth] = messages;
    if (sixth === undefined) throw new Error('There are six messages.');
    expect(await report(on.join(`patient-${count}`), sixth)).toContain('Thank you.');
  });

  it('of an own message or of the bot is declined', async () => {
    const message = await said();
    expect(await report(author, message)).toContain('This is your own message.');
    const [alert] = await moderator.read(modAlerts());
    if (alert === undefined) throw new Error('The bot has posted nothing.');
    expect(await report(moderator, alert)).toContain('cannot be reported here');
  });

  it('goes to a moderator where the bot cannot read', async () => {
    const { world, guildId: id } = on.sandbox;
    const { ViewChannel } = PermissionFlagsBits;
    const overwrite = { id: on.sandbox.roles.Portcullis, type: OverwriteType.Role, allow: '0' };
    const hidden = world.channels.create(
      id,
      {
        name: `hidden-${count}`,
        type: ChannelType.GuildText,
        permission_overwrites: [{ ...overwrite, deny: ViewChannel.toString() }],
      },
      on.asOwner,
    );
    const message = await author.say(hidden.id, 'where no bot sees it');
    expect(await report(reporter, message)).toContain('tell a moderator directly');
  });

  it('is part of the exports of both members, without who reported for the author', async () => {
    const message = await said();
    await report(reporter, message);
    await posted(message);
    const about = await exportOf(author);
    expect(about).toMatchObject({
      reportsAboutThem: [{ messageId: message.id, text: `something mean ${count}` }],
    });
    expect(JSON.stringify(about)).not.toContain(reporter.id);
    expect(await exportOf(reporter)).toMatchObject({
      reportsByThem: [{ messageId: message.id }],
    });
  });

  it('loses its text and its reporter when they erase their data', async () => {
    const message = await said();
    await report(reporter, message);
    await posted(message);
    expect(await erase(reporter)).toContain('1 appeal or report');
    expect(await exportOf(reporter)).toMatchObject({ reportsByThem: [] });
    expect(await erase(author)).toContain('1 appeal or report');
    expect(await exportOf(author)).toMatchObject({ reportsAboutThem: [{ text: null }] });
    const list = await (await moderator.slash(modAlerts(), 'appeals')).response();
    const chosen = await moderator.select(list, 'review-of', [`report:${message.id}`]);
    const shown = JSON.stringify((await chosen.response()).embeds);
    expect(shown).toContain('and 1 more');
    expect(shown).not.toContain(reporter.id);
    expect(shown).not.toContain(`something mean ${count}`);
  });
});

it('keeps what members write in appeals and reports out of the log', async () => {
  const message = await said(`unmistakable ${count}`);
  await report(reporter, message);
  await posted(message);
  expect(on.log.join('\n')).not.toContain(`unmistakable ${count}`);
});

it('counts reports beyond the limit of posts in one digest, and /appeals lists them all', async () => {
  const scene = await createScene({ deps: { postLimiter: createPostLimiter(systemClock) } });
  const writer = scene.join('writer');
  for (let index = 0; index < 9; index += 1) {
    const { message } = await scene.sayAndWait(writer, `mean ${index}`);
    const used = await scene
      .join(`member-${index}`)
      .messageCommand(message.channel_id, 'Report message', message.id);
    expect((await used.response()).content).toContain('Thank you.');
  }
  const own = () => posts(scene).filter(({ embeds }) => embeds[0]?.title === '🚩 Reported message');
  await eventually(() => {
    expect(own()).toHaveLength(6);
    const digest = posts(scene).find(({ embeds }) => embeds[0]?.title === 'Many alerts at once');
    expect(textOf(digest ?? ({ embeds: [] } as never))).toContain('**3** appeals and reports');
  });
  const mod = scene.person('moderator');
  const used = await mod.slash(scene.sandbox.channels['mod-alerts'], 'appeals');
  const { embeds } = await used.response();
  expect(embeds[0]?.description?.split('\n')).toHaveLength(9);
}, 30_000);

async function exportOf(person: Person): Promise<unknown> {
  const used = await person.slash(general(), 'privacy export');
  const { attachments } = await used.response();
  return (await request(attachments[0]?.url ?? '')).body.json();
}

async function erase(person: Person): Promise<string> {
  const used = await person.slash(general(), 'privacy erase');
  return press(person, await used.response(), 'Erase');
}
