import { ChannelType, RESTJSONErrorCodes } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMessenger } from '../../../../../src/bot/outbox/messenger.ts';
import { createDigestFormat } from '../../../../../src/bot/posts/digests/digest-post.ts';
import { createViewEvent } from '../../../../../src/bot/posts/events/event-post.ts';
import { createKeywordPost } from '../../../../../src/bot/posts/events/keyword-post.ts';
import { createChannelProblems } from '../../../../../src/bot/posts/channel-problems.ts';
import { isSettled, type PostView } from '../../../../../src/bot/outbox/post-kind.ts';
import type { MessageRef } from '../../../../../src/bot/domain/case.ts';
import { systemClock } from '../../../../../src/shared/clock.ts';
import { createKeywordBody } from '../../../../../src/bot/posts/events/keyword-alert.ts';
import { createTaggingPost } from '../../../../../src/bot/posts/events/tagging-post.ts';
import { createEventTargets } from '../../../../../src/bot/posts/events/event-targets.ts';
import {
  keywordDigestKey,
  newDigest,
  withHits,
} from '../../../../../src/bot/domain/posts/digest.ts';
import {
  FALLBACK_KEY,
  postOf,
  type Channel,
  type EventContent,
  type TaggingContent,
  type Target,
} from '../../../../../src/bot/domain/events.ts';
import type { AuthorHistory } from '../../../../../src/bot/domain/figures/author-history.ts';
import { defaultPolicy, type Policy } from '../../../../../src/bot/domain/policy/policy.ts';
import type { TaggingPlaces } from '../../../../../src/bot/domain/tagging.ts';
import { connectToSandbox, type Connected } from '../../fixture.ts';
import { createLogSink } from '../../../../helpers/log-sink.ts';

let on: Connected;
beforeAll(async () => {
  on = await connectToSandbox();
});
afterAll(() => on.stop());

type Place = Awaited<ReturnType<TaggingPlaces['placeOf']>>;

const NO_CASES: AuthorHistory = { total: 0, results: [], lastAt: null, isComplete: true };
const ELSEWHERE = '123456789012345678';

function posting(
  options: {
    policy?: Partial<Policy>;
    place?: Place;
    fallback?: string;
    history?: AuthorHistory;
  } = {},
) {
  const { client } = on.gateway;
  const { logger, lines } = createLogSink();
  const clock = systemClock;
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
  const unused = async () => {};

  /** The post about an event as it is to be now. */
  async function view(id: string, content: EventContent): Promise<PostView> {
    const event = { id, content, receivedAtMs: 0, tries: 0 };
    const events = {
      next: async () => [event],
      begin: unused,
      reject: unused,
      done: unused,
      fail: unused,
      disown: unused,
    };
    const parts = { client, policies, places, targets, events, clock };
    const viewEvent = createViewEvent({
      ...parts,
      random: () => 0.5,
      channelProblems: createChannelProblems(logger),
      logError: (_context, error) => {
        throw error;
      },
      announceUnowned: () => undefined,
    });
    const kinds = {
      tagging: createTaggingPost({ ...parts, viewEvent }),
      keyword: createKeywordPost({
        ...parts,
        viewEvent,
        keywordHits: { add: unused, setAlert: unused },
        digests: { countHits: unused },
        body: createKeywordBody({ client, policies, cases }),
        join: async () => null,
        alertDelayMs: 0,
      }),
    };
    const post = { revision: 1, dueAt: 0, attempt: null, tries: 0, message: null };
    const loaded = await kinds[content.kind].load({
      ...post,
      ...postOf(event, options.place?.guildId ?? null),
    });
    if (isSettled(loaded)) throw new Error('there is nothing to post');
    return loaded;
  }

  return { ...targets, view, lines };
}

async function publish(view: PostView): Promise<MessageRef> {
  const { target } = view;
  if (target.kind !== 'channel') throw new Error(`It is ${target.kind}.`);
  const nonce = String(Math.random());
  const result = await messengerOf().post(target.channelId, await view.body(), nonce);
  if (!('messageId' in result)) throw new Error(result.kind);
  return result;
}

const messengerOf = () => createMessenger(on.gateway.client);

function keyword(guildId: string | null = on.sandbox.guildId): EventContent {
  return { kind: 'keyword', keyword: 'word', guildId, place: null, text: 'text', at: 1000 };
}

const tagging: TaggingContent = {
  kind: 'tagging',
  convoId: 'session',
  tags: 'music',
  undocumentedTags: '',
  at: 1000,
};

function postsIn(channelId: string) {
  return [...(on.sandbox.world.state.channels.get(channelId)?.messages.values() ?? [])];
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
    expect(await posting().ofKeywords(guildId)).toEqual(channel(guildId, channels['mod-alerts']));
    const policy = { keywords: { channelId: channels.random, roleId: null } };
    expect(await posting({ policy }).ofKeywords(guildId)).toEqual(
      channel(guildId, channels.random, keywordDigestKey(guildId)),
    );
  });

  it('to the fallback channel when the bot is not in its guild, or it names no guild', async () => {
    const fallback = on.sandbox.channels.random;
    expect(await posting({ fallback }).ofKeywords(ELSEWHERE)).toEqual({ kind: 'elsewhere' });
    expect(await posting({ fallback }).ofKeywords(FALLBACK_KEY)).toEqual(
      channel(FALLBACK_KEY, fallback),
    );
    expect(await posting().ofKeywords(FALLBACK_KEY)).toMatchObject({ kind: 'nowhere' });
    const gone = await posting({ fallback: ELSEWHERE }).ofKeywords(FALLBACK_KEY);
    expect(gone).toMatchObject({
      kind: 'unusable',
      fix: { key: 'keyword-alerts:target.fallbackGone.fix' },
    });
  });

  it('to where the tagging session was started, else to the moderators there', async () => {
    const { guildId, channels, members } = on.sandbox;
    const place = { guildId, channelId: channels.general, userId: members.alice.id };
    expect(await posting({ place }).ofTags(tagging, guildId)).toMatchObject({
      channelId: channels.general,
    });
    const gone = { ...place, channelId: ELSEWHERE };
    expect(await posting({ place: gone }).ofTags(tagging, guildId)).toEqual(
      channel(guildId, channels['mod-alerts']),
    );
    const left = posting({ place: { ...place, guildId: ELSEWHERE }, fallback: channels.random });
    expect(await left.ofTags(tagging, ELSEWHERE)).toEqual({ kind: 'elsewhere' });
    expect(await left.ofTags(tagging, FALLBACK_KEY)).toEqual(
      channel(FALLBACK_KEY, channels.random),
    );
  });

  it('nowhere yet while its guild is unavailable', async () => {
    const guild = on.gateway.client.guilds.cache.get(on.sandbox.guildId);
    if (guild === undefined) throw new Error('no guild');
    guild.available = false;
    expect(await posting().ofKeywords(guild.id)).toMatchObject({ kind: 'away' });
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
  const place = {
    guildId,
    channelId: channels.general,
    messageId: ELSEWHERE,
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
  await publish(await posting({ history }).view('with history', content));
  expect(postsIn(channels['mod-alerts']).at(-1)?.embeds[0]?.description).toContain(
    '1 earlier case in 90 days (1× warned), last <t:1750000000:R>',
  );
});

it('finds the post about an event again, and no other', async () => {
  const { view } = posting();
  const one = await view('one', keyword());
  const place = await publish(one);
  const find = (isWanted: PostView['isSame']) =>
    messengerOf().find(place.channelId, { isWanted, sinceMs: Date.now() });
  expect(await find(one.isSame)).toEqual(place);
  expect(await find((await view('two', keyword())).isSame)).toBeNull();
  on.sandbox.faults.failNext({ route: 'GET /channels/:id/messages', status: 503, times: 9 });
  expect(await find(one.isSame)).toMatchObject({ kind: 'unavailable' });
  on.sandbox.faults.clear();
});

it('distinguishes an unusable channel from a rejected post', async () => {
  const { view, lines } = posting();
  const shown = await view('three', keyword());
  expect(shown.unusable({ code: RESTJSONErrorCodes.UnknownChannel, answer: 'Unknown' })).toBeNull();
  expect(lines.join()).toContain('Choose another channel.');
  expect(
    shown.unusable({ code: RESTJSONErrorCodes.InvalidFormBodyOrContentType, answer: '' }),
  ).toMatchObject({ isFailure: true });
});

it('names who requested the tags', async () => {
  const { guildId, channels, members } = on.sandbox;
  const place = { guildId, channelId: channels.general, userId: members.alice.id };
  await publish(await posting({ place }).view('four', tagging));
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
