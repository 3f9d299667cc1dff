import {
  ButtonStyle,
  ChannelType,
  ComponentType,
  GatewayDispatchEvents,
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventStatus,
  MessageFlags,
  MessageReferenceType,
  MessageType,
  PollLayoutType,
  StageInstancePrivacyLevel,
  StickerFormatType,
  type APIMessage,
} from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MemberName } from '../../scripts/demo/harness.ts';
import type { Case } from '../../src/bot/domain/case.ts';
import { setMember } from '../../src/sandbox/world/guilds/members.ts';
import { asApiThread } from '../../src/sandbox/world/channels/channel-state.ts';
import { replaceMessage } from '../../src/sandbox/world/messages/post.ts';
import type { MessageDraft } from '../../src/sandbox/world/messages/draft.ts';
import type { Upload } from '../../src/sandbox/person.ts';
import { buttonsOf } from './commands/alert-view.ts';
import { openScene, type Scene } from './scene.ts';

/*
 * The table of contents in docs/moderators/coverage.md: each test hides a bad text in exactly one part of a message, or of something
 * else that members see.
 */

let on: Scene;
beforeAll(async () => {
  on = await openScene();
});
afterAll(() => on.close());
beforeEach(() => on.setPolicy({}));

const BAD = 'this is [delete]';
const BAD_ADDRESS = 'https://example.org/this-is/%5Bdelete%5D';

/** A channel has at most 15 webhooks. */
let webhookId: string | null = null;

type Post = () => Promise<APIMessage> | APIMessage;

const general = () => on.sandbox.channels.general;
const bob = () => on.person('bob');
const send =
  (message: object): Post =>
  () =>
    bob().send(general(), message);
const upload =
  (name: string, content: Upload['content'], description?: string): Post =>
  () =>
    bob().upload(general(), '', [
      { name, content, ...(description === undefined ? {} : { description }) },
    ]);

/** Posted by a webhook, because members cannot send embeds and components. */
const byWebhook =
  (message: Partial<MessageDraft>): Post =>
  () => {
    webhookId ??= on.sandbox.world.webhooks.create(general(), 'news', on.asOwner).id;
    const id = webhookId;
    return on.sandbox.world.messages.create(general(), {
      authorId: id,
      content: '',
      webhook: { id, username: 'news' },
      ...message,
    });
  };

/** A harmless message that `change` turns into another one, as Discord does with link previews. */
const changed =
  (change: Partial<APIMessage>): Post =>
  async () => {
    const message = await bob().say(general(), 'harmless');
    expect(await on.outcomeOf(message.id)).toEqual({ kind: 'passed' });
    replaceMessage(on.sandbox.world.state, on.channel(general()), { ...message, ...change });
    return message;
  };

const forwarded =
  (post: Post): Post =>
  async () => {
    await on.setPolicy({ exemptChannelIds: [on.sandbox.channels.general] });
    const source = await post();
    await on.outcomeOf(source.id);
    const { random } = on.sandbox.channels;
    const { Forward: type } = MessageReferenceType;
    const message_reference = { type, message_id: source.id, channel_id: source.channel_id };
    return bob().send(random, { message_reference });
  };

const poll = (question: string, answer: string): Post =>
  send({
    poll: {
      question: { text: question },
      answers: [{ poll_media: { text: answer } }, { poll_media: { text: 'no' } }],
      duration: 1,
      allow_multiselect: false,
      layout_type: PollLayoutType.Default,
    },
  });

const sticker: Post = () => {
  const { id } = on.sandbox.world.guilds.addSticker(on.sandbox.guildId, {
    name: BAD,
    format_type: StickerFormatType.PNG,
  });
  return bob().send(general(), { sticker_ids: [id] });
};

const inThread: Post = async () => {
  const thread = await bob().openThread(general(), 'harmless');
  return bob().say(thread.id, BAD);
};

const inForum =
  (title: string, text: string): Post =>
  async () => {
    const post = await bob().openThread(on.sandbox.channels['help-forum'], title, text);
    return { id: post.id, channel_id: post.id } as APIMessage;
  };

const threadAnnouncement: Post = async () => {
  const thread = await bob().openThread(general(), BAD);
  const announcement = [...on.channel(general()).messages.values()].find(
    ({ type, message_reference: to }) =>
      type === MessageType.ThreadCreated && to?.channel_id === thread.id,
  );
  if (announcement === undefined) throw new Error('the thread was not announced');
  return announcement;
};

const byBot: Post = async () => {
  await on.setPolicy({ apps: { webhooks: 'off', bots: 'delete' } });
  return on.person('helper-bot').say(general(), BAD);
};

const split: Post = async () => {
  const first = await bob().say(general(), 'this is [');
  expect(await on.outcomeOf(first.id)).toEqual({ kind: 'passed' });
  return bob().say(general(), 'delete]');
};

const edited: Post = async () => {
  const message = await bob().say(general(), 'harmless');
  expect(await on.outcomeOf(message.id)).toEqual({ kind: 'passed' });
  await bob().edit(general(), message.id, BAD);
  return message;
};

const IMAGE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const row = (component: object) => ({
  components: [{ type: ComponentType.ActionRow, components: [component] }] as never,
});
const media = { url: 'https://example.org/a.png' };

function latestAlert(): APIMessage {
  const posts = [...on.channel(on.sandbox.channels['mod-alerts']).messages.values()];
  const alert = posts.findLast(({ embeds }) => embeds.length > 0);
  if (alert === undefined) throw new Error('There is no alert.');
  return alert;
}

/** Waits for the case and for the neutral text, which is judged, too. */
async function replaced(id: string): Promise<void> {
  const outcomes = [await on.outcomeOf(id), await on.outcomeOf(id)];
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['acted', 'passed']);
}

describe('a message is deleted that hides a bad text in', () => {
  const parts: Record<string, Post> = {
    'its text': send({ content: BAD }),
    'an edit': edited,
    'a thread': inThread,
    'the chat of a voice channel': () => bob().say(on.sandbox.channels.Lounge, BAD),
    'the text of a forum post': inForum('harmless', BAD),
    'the title of a forum post': inForum(BAD, 'harmless'),
    'the title of a new thread': threadAnnouncement,
    'a forwarded text': forwarded(send({ content: BAD })),
    'a forwarded text file': forwarded(upload('message.txt', BAD)),
    'the question of a poll': poll(BAD, 'yes'),
    'an answer of a poll': poll('harmless?', BAD),
    'a poll that changed': changed({
      poll: {
        question: { text: 'harmless?' },
        answers: [{ answer_id: 1, poll_media: { text: BAD } }],
        allow_multiselect: false,
        layout_type: PollLayoutType.Default,
        expiry: '2030-01-01T00:00:00Z',
      },
    }),
    'the name of a sticker': sticker,
    'the name of a file': changed({
      attachments: [{ ...media, id: '1', filename: 'a.png', title: BAD, size: 8, proxy_url: '' }],
    }),
    'the description of an image': upload('a.png', IMAGE, BAD),
    'a text file': upload('message.txt', BAD),
    'a later part of a long text file': upload('message.txt', `${'harmless\n'.repeat(7000)}${BAD}`),
    'a text file in UTF-16': upload('message.txt', Buffer.from(`\uFEFF${BAD}`, 'utf16le')),
    'a text file with an invalid byte': upload(
      'message.txt',
      new Uint8Array([...new TextEncoder().encode(`${BAD} `), 0xff]),
    ),
    'a text file in Latin-1': upload('message.txt', Buffer.from(`« Là-bas » ${BAD}`, 'latin1')),
    'a text file with a NUL': upload('message.txt', `${BAD}\0`),
    'a text without a type': upload('message', BAD),
    'a drawing': upload(
      'a.svg',
      `<svg xmlns="http://www.w3.org/2000/svg"><text>${BAD}</text></svg>`,
    ),
    'the title of a link preview': changed({ embeds: [{ title: BAD }] }),
    'the description of a link preview': changed({ embeds: [{ description: BAD }] }),
    'the address of an embed': byWebhook({ embeds: [{ title: 'harmless', url: BAD_ADDRESS }] }),
    'the author of an embed': byWebhook({ embeds: [{ author: { name: BAD } }] }),
    'the address of an embed’s author': byWebhook({
      embeds: [{ author: { name: 'harmless', url: BAD_ADDRESS } }],
    }),
    'the description of an embedded image': byWebhook({
      embeds: [{ image: { ...media, description: BAD } }],
    }),
    'the name of an embed’s field': byWebhook({
      embeds: [{ fields: [{ name: BAD, value: 'x' }] }],
    }),
    'an embed’s field': byWebhook({ embeds: [{ fields: [{ name: 'x', value: BAD }] }] }),
    'the footer of an embed': byWebhook({ embeds: [{ footer: { text: BAD } }] }),
    'the label of a button': byWebhook(
      row({ type: ComponentType.Button, style: ButtonStyle.Link, label: BAD, url: media.url }),
    ),
    'the address of a button': byWebhook(
      row({ type: ComponentType.Button, style: ButtonStyle.Link, label: 'x', url: BAD_ADDRESS }),
    ),
    'the placeholder of a menu': byWebhook(
      row({
        type: ComponentType.StringSelect,
        custom_id: 'x',
        placeholder: BAD,
        options: [{ label: 'x', value: 'x' }],
      }),
    ),
    'an option of a menu': byWebhook(
      row({
        type: ComponentType.StringSelect,
        custom_id: 'x',
        options: [{ label: BAD, value: 'x' }],
      }),
    ),
    'a text component': byWebhook({
      flags: MessageFlags.IsComponentsV2,
      components: [{ type: ComponentType.TextDisplay, content: BAD }],
    }),
    'the description of a gallery’s image': byWebhook({
      flags: MessageFlags.IsComponentsV2,
      components: [{ type: ComponentType.MediaGallery, items: [{ media, description: BAD }] }],
    }),
    'the description of a thumbnail beside a text': byWebhook({
      flags: MessageFlags.IsComponentsV2,
      components: [
        {
          type: ComponentType.Section,
          components: [{ type: ComponentType.TextDisplay, content: 'harmless' }],
          accessory: { type: ComponentType.Thumbnail, media, description: BAD },
        },
      ],
    }),
    'the text of another bot': byBot,
    'two messages that only together are bad': split,
    'the text of a webhook': byWebhook({ content: BAD }),
    'a message published from another server': byWebhook({
      content: BAD,
      flags: MessageFlags.IsCrosspost,
    }),
  };
  it.each(Object.entries(parts))('%s', async (_part, post) => {
    const message = await post();
    expect(await on.outcomeOf(message.id)).toMatchObject({ kind: 'acted' });
    expect(on.exists(message)).toBe(false);
    expect(on.alertsAbout(message.id)).toHaveLength(1);
  });
});

describe('a message stays whose bad text is only in', () => {
  const parts: Record<string, Post> = {
    'the content of a picture': upload(
      'a.png',
      new Uint8Array([...IMAGE, ...new TextEncoder().encode(BAD)]),
    ),
  };
  it.each(Object.entries(parts))('%s', async (_part, post) => {
    const message = await post();
    expect(await on.outcomeOf(message.id)).toEqual({ kind: 'passed' });
    expect(on.exists(message)).toBe(true);
  });
});

describe('a title', () => {
  const as = (name: MemberName) => ({ byUserId: on.person(name).id, reason: null });
  const nameOf = (threadId: string) => on.channel(threadId).payload.name;
  const caseOf = (threadId: string) => on.caseAbout(`title:${threadId}`);
  const kindsOf = ({ steps }: Case) => steps.map(({ effect }) => effect.kind);

  async function renamed(name: string): Promise<string> {
    const thread = await bob().openThread(general(), 'harmless');
    on.sandbox.world.threads.update(thread.id, { name }, as('bob'));
    await replaced(`title:${thread.id}`);
    return thread.id;
  }

  it('of a renamed thread is replaced, and nobody is punished', async () => {
    const threadId = await renamed('this is [ban]');
    expect(nameOf(threadId)).toBe('Title removed');
    expect(kindsOf(await caseOf(threadId))).toEqual(['resetName', 'alert']);
    const alert = latestAlert();
    expect(JSON.stringify(alert)).toContain('title of a thread');
    expect(buttonsOf(alert)).toEqual(['False alarm', 'Handled', 'More…']);
  });

  it('of a renamed forum post is replaced', async () => {
    const post = await bob().openThread(on.sandbox.channels['help-forum'], 'harmless', 'harmless');
    await on.outcomeOf(post.id);
    on.sandbox.world.threads.update(post.id, { name: BAD }, as('bob'));
    await replaced(`title:${post.id}`);
    expect(nameOf(post.id)).toBe('Title removed');
  });

  it('is replaced again when somebody chooses it again', async () => {
    const threadId = await renamed(BAD);
    on.sandbox.world.threads.update(threadId, { name: BAD }, as('bob'));
    await replaced(`title:${threadId}`);
    expect(nameOf(threadId)).toBe('Title removed');
  });

  it('of a thread started from a message is replaced, and its creator is notified', async () => {
    const message = await on.person('alice').say(general(), 'harmless');
    const target = { channelId: general(), messageId: message.id };
    on.sandbox.world.threads.startFromMessage(target, { name: BAD }, as('bob'));
    await replaced(`title:${message.id}`);
    expect(nameOf(message.id)).toBe('Title removed');
    const record = await caseOf(message.id);
    expect(record.author.id).toBe(bob().id);
    expect(kindsOf(record)).toEqual(['resetName', 'notice', 'alert']);
  });

  it('of a private thread, which nothing announces, is replaced', async () => {
    const { state, threads } = on.sandbox.world;
    const { PrivateThread: type } = ChannelType;
    const thread = threads.start(general(), { name: BAD, type }, as('bob'));
    // Discord sends it to everyone with Manage Threads; the sandbox only to members of the thread.
    state.emit({
      type: GatewayDispatchEvents.ThreadCreate,
      data: { ...asApiThread(thread.payload), newly_created: true },
      guildId: on.sandbox.guildId,
      channelId: thread.id,
      userIds: [on.sandbox.botId],
    });
    await replaced(`title:${thread.id}`);
    expect(nameOf(thread.id)).toBe('Title removed');
    expect((await caseOf(thread.id)).author.id).toBe(bob().id);
  });

  it('of a moderator’s thread stays, and the alert leaves it to the moderators', async () => {
    const message = await on.person('alice').say(general(), 'harmless');
    const target = { channelId: general(), messageId: message.id };
    on.sandbox.world.threads.startFromMessage(target, { name: BAD }, as('moderator'));
    expect(await on.outcomeOf(`title:${message.id}`)).toMatchObject({ kind: 'acted' });
    expect(nameOf(message.id)).toBe(BAD);
    expect(JSON.stringify(latestAlert())).toContain('replace the name or title');
  });
});

describe('a name', () => {
  const memberOf = (userId: string) => on.guild.members.get(userId);
  const setNick = (userId: string, nick: string | null): void => {
    const target = { guildId: on.sandbox.guildId, userId };
    on.sandbox.world.members.update(target, { nick }, on.asOwner);
  };
  /** Changes the account name; Discord then sends the member again. */
  const setAccountName = (userId: string, name: string): void => {
    const member = memberOf(userId);
    if (member === undefined) throw new Error('no such member');
    const user = { ...member.user, global_name: name };
    setMember(on.sandbox.world.state, on.guild, { ...member, user });
  };
  const outcomeOfName = (userId: string) => on.outcomeOf(`name:${userId}`);
  const join = (username: string): Promise<string> => {
    const { id } = on.join(username);
    return outcomeOfName(id).then(() => id);
  };

  it('of somebody who joins is reported', async () => {
    const { id } = on.join('a [ban] name');
    expect(await outcomeOfName(id)).toMatchObject({ kind: 'acted' });
    const { steps } = await on.caseAbout(`name:${id}`);
    expect(steps.map(({ effect }) => effect.kind)).toEqual(['alert']);
    const alert = latestAlert();
    expect(JSON.stringify(alert)).toContain('account name');
    expect(buttonsOf(alert)).toEqual(['False alarm', 'Handled', 'More…']);
  });

  it('that changes is reported', async () => {
    const id = await join('ann');
    setAccountName(id, BAD);
    expect(await outcomeOfName(id)).toMatchObject({ kind: 'acted' });
  });

  it('is judged once, even if the member changes otherwise', async () => {
    const id = await join('ben');
    const target = { guildId: on.sandbox.guildId, userId: id };
    on.sandbox.world.members.update(target, { roles: [on.sandbox.roles.Trusted] }, on.asOwner);
    setNick(id, 'Benny');
    expect(await outcomeOfName(id)).toEqual({ kind: 'passed' });
    expect(on.service.samples.filter((sample) => sample === 'ben')).toHaveLength(1);
  });

  it('is reset if the server wants that: a nickname is removed', async () => {
    await on.setPolicy({ names: 'reset' });
    const id = await join('cleo');
    setNick(id, BAD);
    await replaced(`name:${id}`);
    expect(memberOf(id)?.nick).toBeNull();
  });

  it('is reset if the server wants that: a neutral nickname hides an account name', async () => {
    await on.setPolicy({ names: 'reset' });
    const id = await join('dora');
    setAccountName(id, BAD);
    await replaced(`name:${id}`);
    expect(memberOf(id)?.nick).toBe(`Member ${id.slice(-4)}`);
  });

  it('of a moderator is never reset', async () => {
    await on.setPolicy({ names: 'reset' });
    const { id } = on.person('moderator');
    setNick(id, BAD);
    expect(await outcomeOfName(id)).toMatchObject({ kind: 'acted' });
    expect(memberOf(id)?.nick).toBe(BAD);
  });

  it('is not checked if the server turned that off', async () => {
    await on.setPolicy({ names: 'off' });
    const { id } = on.join('an [off] name');
    expect(await outcomeOfName(id)).toEqual({ kind: 'skipped', reason: 'moderation is off' });
  });
});

describe('only an alert follows from', () => {
  const audience = { channelId: null, userIds: null };

  it('the topic of a stage', async () => {
    const { guildId, channels } = on.sandbox;
    on.sandbox.world.state.emit({
      type: GatewayDispatchEvents.StageInstanceCreate,
      data: {
        id: '900000000000000001',
        guild_id: guildId,
        channel_id: channels.Lounge,
        topic: BAD,
        privacy_level: StageInstancePrivacyLevel.GuildOnly,
        discoverable_disabled: true,
      },
      guildId,
      ...audience,
    });
    expect(await on.outcomeOf('stage:900000000000000001')).toMatchObject({ kind: 'acted' });
    const { steps } = await on.caseAbout('stage:900000000000000001');
    expect(steps.map(({ effect }) => effect.kind)).toEqual(['alert']);
  });

  it.each(['name', 'description', 'place'])('the %s of a scheduled event', async (part) => {
    const { guildId } = on.sandbox;
    const id = on.sandbox.world.state.newId();
    on.sandbox.world.state.emit({
      type: GatewayDispatchEvents.GuildScheduledEventCreate,
      data: {
        id,
        guild_id: guildId,
        channel_id: null,
        creator_id: on.person('bob').id,
        name: part === 'name' ? BAD : 'harmless',
        description: part === 'description' ? BAD : 'harmless',
        scheduled_start_time: '2030-01-01T00:00:00Z',
        scheduled_end_time: '2030-01-01T01:00:00Z',
        privacy_level: GuildScheduledEventPrivacyLevel.GuildOnly,
        status: GuildScheduledEventStatus.Scheduled,
        entity_type: GuildScheduledEventEntityType.External,
        entity_id: null,
        entity_metadata: { location: part === 'place' ? BAD : 'harmless' },
        recurrence_rule: null,
      },
      guildId,
      ...audience,
    });
    expect(await on.outcomeOf(`event:${id}`)).toMatchObject({ kind: 'acted' });
    expect(JSON.stringify(latestAlert())).toContain(`/events/${guildId}/${id}`);
  });
});
