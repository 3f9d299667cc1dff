import { ChannelType, PermissionFlagsBits as Permission } from 'discord-api-types/v10';
import type { APIMessage } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Drawn } from '../helpers/pictures/draw-picture.ts';
import {
  cut,
  jpegOf,
  pictureNumber,
  pngOf,
  resized,
  webpOf,
} from '../helpers/pictures/picture-file.ts';
import { DiscordRequestError, type Person } from '../../src/sandbox/person.ts';
import { buttonsOf, press, questionOf, textOf } from './commands/alert-view.ts';
import { download } from './commands/answers.ts';
import { openScene, type Scene } from './scene.ts';

const WAIT = { timeout: 30_000, interval: 50 };
const BLOCK = 'Block picture';

let on: Scene;
let moderator: Person;
let general: string;
/** Each test has its own pictures. */
let number = 0;

beforeAll(async () => {
  on = await openScene();
  moderator = on.person('moderator');
  ({ general } = on.sandbox.channels);
});
afterAll(() => on.close());
beforeEach(async () => {
  number += 100;
  await on.setPolicy({});
});

const file = (name: string, content: Uint8Array<ArrayBuffer>) => ({ name, content });
const upload = (person: Person, picture: Drawn, text = ''): Promise<APIMessage> =>
  person.upload(general, text, [file('picture.png', pngOf(picture))]);

/** Waits until the message is deleted. */
const isGone = (message: APIMessage): Promise<boolean> =>
  vi.waitFor(() => {
    if (on.exists(message)) throw new Error('It is still there.');
    return true;
  }, WAIT);
const alertOf = (message: APIMessage, scene = on): Promise<APIMessage> =>
  vi.waitFor(async () => {
    const { alert } = await scene.caseAbout(message.id);
    const post = scene
      .channel(scene.sandbox.channels['mod-alerts'])
      .messages.get(alert?.messageId ?? '');
    if (post === undefined) throw new Error('There is no alert yet.');
    return post;
  }, WAIT);

async function list(): Promise<APIMessage> {
  return (await moderator.slash(general, 'pictures list')).response();
}

/** Blocks the only picture of a message by its menu. */
async function block(message: APIMessage): Promise<string> {
  const question = await (await moderator.messageCommand(general, BLOCK, message.id)).response();
  return press(moderator, question, 'Block it');
}

async function blocked(picture: Drawn): Promise<void> {
  const message = await upload(on.join(`first-${number}`), picture);
  expect(await block(message)).toContain('Blocked');
  await isGone(message);
}

/** A picture that is on no list stays: by then, everything posted before it has been looked at. */
async function stays(message: APIMessage): Promise<boolean> {
  const test = on.join(`probe-${number}-${message.id}`);
  const probe = await upload(test, pictureNumber(number + 99));
  await on.outcomeOf(probe.id);
  return on.exists(message);
}

describe('a picture that a moderator blocks in the menu of a message', () => {
  it('is deleted with its message, with a notice and an alert', async () => {
    const author = on.join(`author-${number}`);
    const message = await upload(author, pictureNumber(number));
    const question = await (await moderator.messageCommand(general, BLOCK, message.id)).response();
    expect(question.content).toContain('Block this picture?');
    expect(question.attachments.map(({ filename }) => filename)).toEqual(['SPOILER_picture-1.jpg']);
    expect(on.exists(message)).toBe(true);
    await press(moderator, question, 'Block it');
    expect(await isGone(message)).toBe(true);
    expect(textOf(await alertOf(message))).toMatch(/Deleted.*blocked picture/);
    await vi.waitFor(() => expect(on.noticesTo(author.id)).toHaveLength(1), WAIT);
    await on.announced('blocked a picture');
  });

  it('is recognised when another member posts it smaller, cropped, as WebP or forwarded', async () => {
    const picture = pictureNumber(number);
    await blocked(picture);
    const files = [
      file('small.jpg', jpegOf(resized(picture, 0.5))),
      file('cropped.png', pngOf(cut(picture, 0.05))),
      file('picture.webp', webpOf(picture)),
    ];
    for (const [index, each] of files.entries()) {
      expect(
        await isGone(await on.join(`member-${number}-${index}`).upload(general, 'look', [each])),
      ).toBe(true);
    }
  });

  it('leaves other pictures alone', async () => {
    await blocked(pictureNumber(number));
    const other = await upload(on.join(`other-${number}`), pictureNumber(number + 1));
    expect(await stays(other)).toBe(true);
  });

  it('shows both pictures with the case', async () => {
    const picture = pictureNumber(number);
    await blocked(picture);
    const copy = await upload(on.join(`copy-${number}`), resized(picture, 0.7));
    expect(await isGone(copy)).toBe(true);
    const details = await (await moderator.click(await alertOf(copy), 'More…')).response();
    expect(details.attachments.map(({ filename }) => filename)).toEqual([
      'SPOILER_posted.jpg',
      'SPOILER_blocked.jpg',
    ]);
    const posted = await download(details, 'SPOILER_posted.jpg');
    expect(posted.subarray(0, 3)).toEqual(Buffer.from('ffd8ff', 'hex'));
    expect(JSON.stringify(details.embeds)).toContain(`blocked by <@${moderator.id}>`);
    expect(JSON.stringify(details.embeds)).toMatch(/\d+% alike/);
  });

  it('of a moderator only raises an alert', async () => {
    await blocked(pictureNumber(number));
    const message = await upload(moderator, pictureNumber(number));
    expect(textOf(await alertOf(message))).toContain('blocked picture');
    expect(on.exists(message)).toBe(true);
  });

  it('is only reported while the bot watches', async () => {
    await blocked(pictureNumber(number));
    await on.setPolicy({ mode: 'watch' });
    const message = await upload(on.join(`watched-${number}`), pictureNumber(number));
    expect(textOf(await alertOf(message))).toContain('Watch only');
    expect(on.exists(message)).toBe(true);
  });

  it('stays in an exempt channel', async () => {
    await blocked(pictureNumber(number));
    await on.setPolicy({ exemptChannelIds: [general] });
    expect(await stays(await upload(on.join(`exempt-${number}`), pictureNumber(number)))).toBe(
      true,
    );
  });

  it('stays in other servers', async () => {
    await blocked(pictureNumber(number));
    const { world, members, botId } = on.sandbox;
    const { id: guildId } = world.guilds.create({ name: 'Other', ownerId: members.owner.id });
    const role = world.roles.create(
      guildId,
      {
        name: 'Portcullis',
        permissions:
          Permission.ViewChannel | Permission.ManageMessages | Permission.ReadMessageHistory,
      },
      on.asOwner,
    );
    const type = ChannelType.GuildText;
    const chat = world.channels.create(guildId, { name: 'chat', type }, on.asOwner);
    world.members.add({ guildId, userId: members.bob.id });
    world.members.add({ guildId, userId: botId }, { roles: [role.id] });
    const message = world.messages.create(chat.id, {
      authorId: members.bob.id,
      content: '',
      files: [
        {
          filename: 'a.png',
          contentType: 'image/png',
          data: Buffer.from(pngOf(pictureNumber(number))),
        },
      ],
    });
    await on.outcomeOf(message.id);
    expect(await stays(message)).toBe(true);
  });
});

it('a picture can be blocked from an alert about its message', async () => {
  const message = await upload(on.join(`flagged-${number}`), pictureNumber(number), '[flag] hm');
  await on.outcomeOf(message.id);
  const details = await (await moderator.click(await alertOf(message), 'More…')).response();
  expect(buttonsOf(details)).toContain('Block this picture');
  const question = await questionOf(await moderator.click(details, 'Block this picture'));
  await press(moderator, question, 'Block it');
  expect(await isGone(message)).toBe(true);
  expect(await isGone(await upload(on.join(`second-${number}`), pictureNumber(number)))).toBe(true);
});

it('of several pictures, a moderator chooses', async () => {
  const message = await on
    .join(`several-${number}`)
    .upload(general, '', [
      file('one.png', pngOf(pictureNumber(number))),
      file('two.png', pngOf(pictureNumber(number + 1))),
    ]);
  const question = await (await moderator.messageCommand(general, BLOCK, message.id)).response();
  expect(buttonsOf(question)).toEqual([
    'Block picture 1',
    'Block picture 2',
    'Block all 2',
    'Cancel',
  ]);
  await press(moderator, question, 'Block picture 2');
  expect(await isGone(message)).toBe(true);
  expect(await stays(await upload(on.join(`one-${number}`), pictureNumber(number)))).toBe(true);
});

describe('False alarm', () => {
  it('offers to take the picture off the list', async () => {
    await blocked(pictureNumber(number));
    const copy = await upload(on.join(`wrong-${number}`), pictureNumber(number));
    expect(await isGone(copy)).toBe(true);
    const alert = await alertOf(copy);
    const question = await questionOf(await moderator.click(alert, 'False alarm'));
    expect(question.content).toContain('the next copy is handled the same way');
    expect(await press(moderator, question, 'Remove from the list')).toContain(
      'no longer on the list',
    );
    expect(await stays(await upload(on.join(`right-${number}`), pictureNumber(number)))).toBe(true);
  });

  it('can leave it there', async () => {
    await blocked(pictureNumber(number));
    const copy = await upload(on.join(`wrong-${number}`), pictureNumber(number));
    expect(await isGone(copy)).toBe(true);
    const question = await questionOf(await moderator.click(await alertOf(copy), 'False alarm'));
    expect(await press(moderator, question, 'Keep on the list')).toContain('still on the list');
    expect(await isGone(await upload(on.join(`again-${number}`), pictureNumber(number)))).toBe(
      true,
    );
  });
});

describe('/pictures', () => {
  it('lists the pictures, and removes one', async () => {
    await blocked(pictureNumber(number));
    const shown = await list();
    const [, hash = ''] = /`([\da-f]{16})`/.exec(shown.embeds[0]?.description ?? '') ?? [];
    expect(shown.attachments.map(({ filename }) => filename)).toContain(`SPOILER_${hash}.jpg`);
    const removed = await moderator.slash(general, 'pictures remove', { picture: hash });
    expect((await removed.response()).content).toContain('no longer on the list');
    await on.announced('off the list');
    expect(await stays(await upload(on.join(`free-${number}`), pictureNumber(number)))).toBe(true);
  });

  it('test says whether a picture would be recognised', async () => {
    await blocked(pictureNumber(number));
    const test = async (picture: Drawn): Promise<string> => {
      const image = { file: file('test.png', pngOf(picture)) };
      return (await (await moderator.slash(general, 'pictures test', {}, image)).response())
        .content;
    };
    expect(await test(resized(pictureNumber(number), 0.5))).toContain('would be deleted');
    expect(await test(pictureNumber(number + 1))).toContain('No known picture');
  });

  it('add blocks an uploaded picture', async () => {
    const image = { file: file('bad.png', pngOf(pictureNumber(number))) };
    const asked = await (await moderator.slash(general, 'pictures add', {}, image)).response();
    expect(await press(moderator, asked, 'Block it')).toContain('Blocked');
    expect(await isGone(await upload(on.join(`added-${number}`), pictureNumber(number)))).toBe(
      true,
    );
  });

  it('refuses a picture with nothing in it', async () => {
    const empty: Drawn = { width: 64, height: 64, rgba: new Uint8Array(64 * 64 * 4).fill(255) };
    const message = await upload(on.join(`empty-${number}`), empty);
    const answer = await (await moderator.messageCommand(general, BLOCK, message.id)).response();
    expect(answer.content).toContain('too little in it');
  });

  it('import of another server’s list only alerts', async () => {
    await blocked(pictureNumber(number));
    const exported = await (await moderator.slash(general, 'pictures export')).response();
    const content = Uint8Array.from(await download(exported, 'pictures.json'));
    const other = await openScene();
    try {
      const owner = other.person('owner');
      const { general: chat } = other.sandbox.channels;
      const files = { list: file('pictures.json', content) };
      const imported = await owner.slash(chat, 'pictures import', {}, files);
      expect((await imported.response()).content).toContain('only alert');
      const message = await other
        .person('alice')
        .upload(chat, '', [file('copy.jpg', jpegOf(pictureNumber(number)))]);
      const alert = await alertOf(message, other);
      expect(textOf(alert)).toContain('picture on an imported list');
      expect(other.exists(message)).toBe(true);
    } finally {
      await other.close();
    }
  });
});

it('counts a picture that cannot be read, and checks the message all the same', async () => {
  await blocked(pictureNumber(number));
  const broken = Uint8Array.from(pngOf(pictureNumber(number)).subarray(0, 500));
  const message = await on
    .join(`broken-${number}`)
    .upload(general, '[delete] me', [file('broken.png', broken)]);
  expect((await on.outcomeOf(message.id)).kind).toBe('acted');
  const harmless = await on.join(`hm-${number}`).upload(general, '', [file('b.png', broken)]);
  await on.outcomeOf(harmless.id);
  await vi.waitFor(async () => {
    const status = await (await on.person('owner').slash(general, 'moderation status')).response();
    expect(JSON.stringify(status.embeds)).toContain('could not be read');
  }, WAIT);
  expect(on.exists(harmless)).toBe(true);
});

it('members may not block pictures', async () => {
  const message = await upload(on.person('bob'), pictureNumber(number));
  await expect(on.person('alice').messageCommand(general, BLOCK, message.id)).rejects.toThrow(
    DiscordRequestError,
  );
});
