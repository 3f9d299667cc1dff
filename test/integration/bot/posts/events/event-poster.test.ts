import { ChannelType } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMessenger } from '../../../../../src/bot/outbox/messenger.ts';
import { createDigestFormat } from '../../../../../src/bot/posts/digests/digest-post.ts';
import { createEventPoster } from '../../../../../src/bot/posts/events/event-poster.ts';
import { createEventTargets } from '../../../../../src/bot/posts/events/event-targets.ts';
import {
  keywordDigestKey,
  newDigest,
  withHits,
} from '../../../../../src/bot/domain/posts/digest.ts';
import {
  FALLBACK_KEY,
  type Channel,
  type EventContent,
  type EventPoster,
  type Target,
} from '../../../../../src/bot/domain/events.ts';
import type { AuthorHistory } from '../../../../../src/bot/domain/figures/author-history.ts';
import { defaultPolicy, type Policy } from '../../../../../src/bot/domain/policy/policy.ts';
import type { TaggingPlaces } from '../../../../../src/bot/domain/tagging.ts';
import { connectToSandbox, type Connected } from '../../fixture.ts';
import { rendered } from '../../../../helpers/renderer.ts';

let on: Connected;
beforeAll(async () => {
  on = await connectToSandbox();
});
afterAll(() => on.stop());

type Place = Awaited<ReturnType<TaggingPlaces['placeOf']>>;

const NO_CASES: AuthorHistory = { total: 0, results: [], lastAt: null, isComplete: true };

function poster(
  options: {
    policy?: Partial<Policy>;
    place?: Place;
    fallback?: string;
    history?: AuthorHistory;
  } = {},
) {
  const { client } = on.gateway;
  const policies = { get: async () => ({ ...defaultPolicy, ...options.policy }) };
  const places = { placeOf: async () => options.place ?? null };
  const targets = createEventTargets({
    client,
    ownsFallback: true,
    policies,
    places,
    moderatorChannel: 'mod-alerts',
    fallbackChannelId: options.fallback ?? null,
  });
  const cases = { historyOf: async () => options.history ?? NO_CASES };
  return createEventPoster({ client, targets, policies, places, cases });
}

function keyword(guildId: string | null = on.sandbox.guildId): EventContent {
  return { kind: 'keyword', keyword: 'word', guildId, place: null, text: 'text', at: 1000 };
}

const tagging: EventContent = {
  kind: 'tagging',
  convoId: 'session',
  tags: 'music',
  undocumentedTags: '',
  at: 1000,
};

function postsIn(channelId: string) {
  return [...(on.sandbox.world.state.channels.get(channelId)?.messages.values() ?? [])];
}

async function channelFor(to: EventPoster, content: EventContent): Promise<Channel> {
  const target = await to.targetOf(content);
  if (target.kind !== 'channel') throw new Error(`It is ${target.kind}.`);
  return target;
}

describe('an event belongs', () => {
  const channel = (key: string, channelId: string, digestKey = key): Target => ({
    kind: 'channel',
    key,
    channelId,
    digestKey,
  });

  it('to the keyword channel of its guild, else to the moderator channel', async () => {
    const { guildId, channels } = on.sandbox;
    expect(await poster().targetOf(keyword())).toEqual(channel(guildId, channels['mod-alerts']));
    const policy = { keywords: { channelId: channels.random, roleId: null } };
    expect(await poster({ policy }).targetOf(keyword())).toEqual(
      channel(guildId, channels.random, keywordDigestKey(guildId)),
    );
  });

  it('to the fallback channel when the bot is not in its guild, or it names no guild', async () => {
    const fallback = on.sandbox.channels.random;
    const expected = channel(FALLBACK_KEY, fallback);
    expect(await poster({ fallback }).targetOf(keyword('123456789012345678'))).toEqual(expected);
    expect(await poster({ fallback }).targetOf(keyword(null))).toEqual(expected);
    expect(await poster().targetOf(keyword(null))).toMatchObject({ kind: 'nowhere' });
    const gone = await poster({ fallback: '123456789012345678' }).targetOf(keyword(null));
    expect(gone).toMatchObject({
      kind: 'unusable',
      fix: { key: 'keyword-alerts:target.fallbackGone.fix' },
    });
  });

  it('to where the tagging session was started, else to the moderators there', async () => {
    const { guildId, channels, members } = on.sandbox;
    const place = { guildId, channelId: channels.general, userId: members.alice.id };
    expect(await poster({ place }).targetOf(tagging)).toMatchObject({
      channelId: channels.general,
    });
    const gone = { ...place, channelId: '123456789012345678' };
    expect(await poster({ place: gone }).targetOf(tagging)).toEqual(
      channel(guildId, channels['mod-alerts']),
    );
  });

  it('nowhere yet while its guild is unavailable', async () => {
    const guild = on.gateway.client.guilds.cache.get(on.sandbox.guildId);
    if (guild === undefined) throw new Error('no guild');
    guild.available = false;
    expect(await poster().targetOf(keyword())).toMatchObject({ kind: 'away' });
    guild.available = true;
  });
});

it('says what the author of a message with a keyword has on record', async () => {
  const { guildId, channels, members } = on.sandbox;
  const history: AuthorHistory = {
    total: 1,
    results: [{ key: 'warned', count: 1 }],
    lastAt: 1_750_000_000_000,
    isComplete: true,
  };
  const to = poster({ history });
  const place = {
    guildId,
    channelId: channels.general,
    messageId: '123456789012345678',
    authorId: members.alice.id,
  };
  const content: EventContent = {
    kind: 'keyword',
    keyword: 'word',
    guildId,
    place,
    text: 'text',
    at: 1000,
  };
  await to.post({ id: 'with history', content, target: await channelFor(to, content) });
  expect(postsIn(channels['mod-alerts']).at(-1)?.embeds[0]?.description).toContain(
    '1 earlier case in 90 days (1× warned), last <t:1750000000:R>',
  );
});

it('finds the post about an event again, and no other', async () => {
  const to = poster();
  const target = await channelFor(to, keyword());
  const result = await to.post({ id: 'one', content: keyword(), target });
  const postAttempt = { channelId: target.channelId, at: Date.now() };
  if (result.kind !== 'posted') throw new Error(result.kind);
  const { messageId } = result;
  expect(await to.find({ id: 'one', content: keyword(), postAttempt })).toEqual({ messageId });
  expect(await to.find({ id: 'two', content: keyword(), postAttempt })).toBe('absent');
  on.sandbox.faults.failNext({ route: 'GET /channels/:id/messages', status: 503, times: 9 });
  expect(await to.find({ id: 'one', content: keyword(), postAttempt })).toBe('unknown');
  on.sandbox.faults.clear();
});

it('distinguishes an unusable channel from a rejected post', async () => {
  const to = poster();
  const channelId = '123456789012345678';
  const elsewhere: Channel = {
    kind: 'channel',
    key: on.sandbox.guildId,
    digestKey: on.sandbox.guildId,
    channelId,
  };
  const content = keyword();
  const gone = await to.post({ id: 'three', content, target: elsewhere });
  expect(rendered(gone)).toMatchObject({ kind: 'unusable', fix: 'Choose another channel.' });
  const target = await channelFor(to, content);
  on.sandbox.faults.failNext({ route: 'POST /channels/:id/messages', status: 400 });
  expect(rendered(await to.post({ id: 'three', content, target }))).toMatchObject({
    kind: 'failed',
  });
});

it('names who requested the tags', async () => {
  const { guildId, channels, members } = on.sandbox;
  const to = poster({ place: { guildId, channelId: channels.general, userId: members.alice.id } });
  await to.post({ id: 'four', content: tagging, target: await channelFor(to, tagging) });
  const shown = JSON.stringify(postsIn(channels.general).at(-1)?.embeds);
  expect(shown).toContain(`<@${members.alice.id}>`);
  expect(shown).toContain('none recommended');
});

describe('the message of a digest', () => {
  const words = (count: number) =>
    Array.from({ length: count }, () => ({ keyword: 'word', place: null }));

  async function post() {
    const { id: channelId } = on.sandbox.world.channels.create(
      on.sandbox.guildId,
      { name: 'storms', type: ChannelType.GuildText },
      { byUserId: on.sandbox.members.owner.id, reason: null },
    );
    const { client } = on.gateway;
    await vi.waitFor(() => expect(client.channels.cache.has(channelId)).toBe(true));
    const { guildId } = on.sandbox;
    const target: Channel = { kind: 'channel', key: guildId, digestKey: guildId, channelId };
    const policies = { get: async () => defaultPolicy };
    const targets = { forDigest: async () => target };
    const format = createDigestFormat({ client, policies, targets });
    const messenger = createMessenger(client);
    const digest = withHits(newDigest(`ref ${channelId}`, 1000), words(3));
    const place = await messenger.post(channelId, await format.body(digest, target), channelId);
    if (!('messageId' in place)) throw new Error(place.kind);
    const more = withHits(digest, words(4));
    return { messenger, format, place, digest, body: await format.body(more, target) };
  }

  it('is edited as the counts grow', async () => {
    const { messenger, place, body } = await post();
    expect(await messenger.edit(place, body)).toBe('edited');
    expect(postsIn(place.channelId)).toHaveLength(1);
    expect(postsIn(place.channelId)[0]?.embeds[0]?.description).toContain('**7**');
  });

  it('is found again when the answer to its posting got lost', async () => {
    const { messenger, format, place, digest } = await post();
    const search = { sinceMs: Date.now(), isWanted: format.isSame(digest) };
    expect(await messenger.find(place.channelId, search)).toEqual(place);
    const isWanted = format.isSame({ ...digest, ref: 'another' });
    expect(await messenger.find(place.channelId, { ...search, isWanted })).toBeNull();
  });

  it('is gone once somebody has deleted it', async () => {
    const { messenger, place, body } = await post();
    on.sandbox.world.state.channels.get(place.channelId)?.messages.delete(place.messageId);
    expect(await messenger.edit(place, body)).toBe('gone');
  });
});
