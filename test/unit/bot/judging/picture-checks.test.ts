import { describe, expect, it } from 'vitest';
import type { PictureMatch } from '../../../../src/bot/domain/pictures/known-pictures.ts';
import type { PictureResult } from '../../../../src/bot/domain/pictures/picture-ports.ts';
import { defaultPolicy, type Policy } from '../../../../src/bot/domain/policy/policy.ts';
import type { Snapshot } from '../../../../src/bot/domain/snapshot.ts';
import { CHANNEL, GUILD, snapshot } from '../../../helpers/snapshots.ts';
import { turn } from '../../../helpers/turn.ts';
import { createWorld } from '../composition/pipeline/world.ts';

const MATCH: PictureMatch = {
  hash: '0123456789abcdef',
  source: 'own',
  by: { id: '5', name: 'moderator' },
  at: 0,
  bits: 1,
};
const READ: PictureResult = {
  kind: 'read',
  hashes: [MATCH.hash],
  variants: [],
  isFlat: false,
  preview: new Uint8Array(3),
};

const withPictures = (overrides: Parameters<typeof snapshot>[0] = {}): Snapshot =>
  snapshot({ pictures: [{ url: 'https://cdn.discordapp.com/1' }], ...overrides });

interface Known {
  readonly isEmpty?: boolean;
  readonly match?: PictureMatch | null;
  readonly result?: PictureResult;
  readonly policy?: Partial<Policy>;
}

async function boot({ isEmpty = false, match = MATCH, result = READ, policy = {} }: Known = {}) {
  const world = createWorld();
  await world.stores.policies.set(GUILD, { ...defaultPolicy, ...policy });
  const read: string[] = [];
  const counted: string[] = [];
  const pipeline = world.boot({
    pictureReader: {
      async read({ url }) {
        read.push(url);
        return result;
      },
    },
    knownPictures: {
      isEmpty: async () => isEmpty,
      find: async () => match,
      preview: async () => new Uint8Array(4),
      seal: (_, { posted, known }) => `${posted} ${known}`,
    },
    observePicture: (outcome) => counted.push(outcome),
  });
  const submit = async (message: Snapshot): Promise<string[]> => {
    pipeline.submit(message);
    await turn();
    return world.discord.performed.map(({ kind }) => kind);
  };
  return { world, pipeline, read, counted, submit };
}

describe('a message with a picture', () => {
  it('is not looked at in a server that knows no pictures', async () => {
    const { submit, read, counted } = await boot({ isEmpty: true });
    expect(await submit(withPictures())).toEqual([]);
    expect([...read, ...counted]).toEqual([]);
  });

  it('is not looked at in an exempt channel, from an exempt role, or with moderation off', async () => {
    for (const policy of [
      { exemptChannelIds: [CHANNEL] },
      { exemptRoleIds: ['7'] },
      { mode: 'off' as const },
    ]) {
      const { submit, read } = await boot({ policy });
      expect(await submit(withPictures({ author: { roleIds: ['7'] } }))).toEqual([]);
      expect(read).toEqual([]);
    }
  });

  it('is deleted when the server blocked the picture, also when it has no text', async () => {
    const { submit, world, counted } = await boot();
    expect(await submit(withPictures({ text: '' }))).toEqual(['delete', 'notice', 'alert']);
    const [record] = world.stores.allCases();
    expect(record).toMatchObject({
      judgement: { kind: 'picture', match: MATCH },
      hasPictures: true,
    });
    expect(await world.stores.cases.sealedPictures(GUILD, 1)).toBe('AAAA AAAAAA==');
    expect(counted).toEqual(['matched']);
  });

  it('is only reported when the picture was imported', async () => {
    const { submit } = await boot({ match: { ...MATCH, source: 'imported' } });
    expect(await submit(withPictures())).toEqual(['alert']);
  });

  it('is only reported when a moderator posted it', async () => {
    const { submit } = await boot();
    expect(await submit(withPictures({ author: { rank: 'moderator' } }))).toEqual(['alert']);
  });

  it('passes when its picture is unknown', async () => {
    const { submit, counted } = await boot({ match: null });
    expect(await submit(withPictures())).toEqual([]);
    expect(counted).toEqual(['compared']);
  });

  it('passes when its picture cannot be read, which is counted', async () => {
    const { submit, pipeline } = await boot({ result: { kind: 'unreadable' } });
    expect(await submit(withPictures())).toEqual([]);
    expect(pipeline.pictureCounts(GUILD)).toEqual({ waiting: 0, unreadable: 1, skipped: 0 });
  });

  it('that is deleted because of its text gets no second case', async () => {
    const { submit, world } = await boot();
    await submit(withPictures({ text: 'delete me' }));
    expect(world.stores.allCases()).toHaveLength(1);
  });

  it('gets one case when it is looked at again', async () => {
    const { submit, world } = await boot();
    await submit(withPictures());
    await submit(withPictures({ editedAt: 5 }));
    expect(world.stores.allCases()).toHaveLength(1);
  });
});
