import { ChannelType, type APIMessage } from 'discord-api-types/v10';
import { toPng } from '../../../../src/bot/charts/png.ts';
import type { Script } from './script.ts';

const ROOMS = ['memes', 'music', 'trading', 'help'] as const;
const PAUSE_MS = 250;
const PATIENCE_MS = 20_000;
const WATCH_MS = 3_000;

/** Posts the same pictures in every channel from a member's hacked account. */
export const hackedAccount: Script = {
  id: 'hacked',
  name: 'A hacked account',
  description: 'Dave’s account posts a fake casino in every channel, without a word.',
  async play({ cast, say, harness }) {
    const { world, guildId, members } = harness.sandbox;
    const asOwner = { byUserId: members.owner.id, reason: null };
    const existing = [...world.state.channels.values()].filter((room) => room.guildId === guildId);
    const rooms = ROOMS.map(
      (name) =>
        existing.find(({ payload }) => payload.name === name)?.id ??
        world.channels.create(guildId, { name, type: ChannelType.GuildText }, asOwner).id,
    );
    const meme = new Uint8Array(toPng(pictureOf('Cat of the day', '#2e7d4f')));
    say('Carol posts a picture of her cat in two channels. Nothing happens: people do that.');
    const harmless: APIMessage[] = [];
    for (const channel of [cast.general, cast.random]) {
      harmless.push(
        await cast.person('carol').upload(channel, '', [{ name: 'cat.png', content: meme }]),
      );
      await cast.pause(WATCH_MS);
    }
    say('Then somebody gets into Dave’s account…');
    const scam = new Uint8Array(toPng(pictureOf('MEGA CASINO: free $2,500', '#7a1f5c')));
    const written: APIMessage[] = [];
    for (const channel of [cast.general, cast.random, ...rooms]) {
      const [posted] = await Promise.allSettled([
        cast.person('dave').upload(channel, '', [{ name: 'win.png', content: scam }]),
      ]);
      // Once he is timed out, Discord takes nothing more.
      if (posted.status === 'rejected') break;
      written.push(posted.value);
      await cast.pause(PAUSE_MS);
    }
    await cast.until(() => cast.deleted(written) === written.length, PATIENCE_MS);
    await cast.pause(WATCH_MS);
    say(
      `${cast.deleted(written)} of ${written.length} pictures are gone, the first one too, and ` +
        `${cast.deleted(harmless)} of Carol’s. Dave has an hour’s timeout, and a message that says how to get back.`,
    );
  },
};

function pictureOf(text: string, colour: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="240">` +
    `<rect width="480" height="240" fill="${colour}"/>` +
    `<text x="240" y="130" font-size="30" font-weight="600" fill="#fff" text-anchor="middle">${text}</text></svg>`
  );
}
