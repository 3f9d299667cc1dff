import type { APIMessage } from 'discord-api-types/v10';
import type { Person } from '../../../../src/sandbox/person.ts';
import type { Script } from './script.ts';

const PAUSE_MS = 800;
const PATIENCE_MS = 3_000;
const ZERO_WIDTH = '\u200B';

interface Disguise {
  readonly note: string;
  readonly post: (person: Person, channelId: string) => Promise<APIMessage[]>;
}

const says =
  (text: string): Disguise['post'] =>
  async (person, channelId) => [await person.say(channelId, text)];

const DISGUISES: readonly Disguise[] = [
  { note: 'Letters replaced by digits', post: says('g0 k1ll y0urs3lf') },
  { note: 'Blanks between the letters', post: says('k i l l   y o u r s e l f') },
  { note: 'Invisible characters', post: says(['go ki', 'll you', 'rself'].join(ZERO_WIDTH)) },
  { note: 'Cyrillic letters that look alike', post: says('gо kill yоursеlf, nоbоdy likеs yоu') },
  { note: 'Letters of another font', post: says('𝗴𝗼 𝗸𝗶𝗹𝗹 𝘆𝗼𝘂𝗿𝘀𝗲𝗹𝗳') },
  { note: 'Behind a spoiler, in bold pieces', post: says('||go **ki**ll **your**self||') },
  {
    note: 'Split over two messages',
    post: async (person, channelId) => [
      await person.say(channelId, 'go kill'),
      await person.say(channelId, 'yourself'),
    ],
  },
  {
    note: 'In the answers of a poll',
    post: async (person, channelId) => [
      await person.send(channelId, {
        poll: {
          question: { text: 'What should you do?' },
          answers: [
            { poll_media: { text: 'go kill yourself' } },
            { poll_media: { text: 'nothing' } },
          ],
        },
      }),
    ],
  },
  {
    note: 'In an attached text file',
    post: async (person, channelId) => [
      await person.upload(channelId, 'my homework', [
        { name: 'homework.txt', content: 'nobody likes you, go kill yourself' },
      ]),
    ],
  },
  {
    note: 'Edited in afterwards',
    async post(person, channelId) {
      const message = await person.say(channelId, 'have a nice day');
      return [await person.edit(channelId, message.id, 'go kill yourself')];
    },
  },
];

/** The same text, hidden from word lists in several ways. */
export const disguises: Script = {
  id: 'disguises',
  name: 'Disguises',
  description: 'The same abuse, hidden in ten ways.',
  async play({ cast, say }) {
    let deleted = 0;
    let reported = 0;
    for (const { note, post } of DISGUISES) {
      say(`${note}…`);
      const messages = await post(cast.person('bob'), cast.general);
      // Every part must be deleted, because what remains can still be read.
      const areGone = (): boolean => cast.deleted(messages) === messages.length;
      if (await cast.until(areGone, PATIENCE_MS)) deleted += 1;
      else if (await cast.hasCase(messages)) reported += 1;
      await cast.pause(PAUSE_MS);
    }
    const missed = DISGUISES.length - deleted - reported;
    say(
      `${DISGUISES.length} disguises: ${deleted} deleted, ${reported} shown to the moderators, ${missed} missed.`,
    );
  },
};
