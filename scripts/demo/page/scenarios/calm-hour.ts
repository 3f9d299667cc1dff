import type { APIMessage } from 'discord-api-types/v10';
import type { Script } from './script.ts';

const LINES = [
  ['alice', 'good morning! did anyone try the new map yet?'],
  ['bob', 'yes, it is killer. I died laughing at the ending'],
  ['carol', 'I suck at it, my team destroyed me 😅'],
  ['alice', 'same, we got absolutely murdered in round two'],
  ['trusted', 'practice tonight at 8? I can shoot you an invite'],
  ['bob', 'count me in, I will bring snacks 🍿'],
  ['carol', 'damn, that was a good game last night'],
  ['dave', 'my cat walked over the keyboard and won, I hate that cat (I love her)'],
  ['moderator', 'reminder: the tournament starts on saturday, details in #announcements'],
  ['alice', 'does someone know how to kill a process that hangs on linux?'],
  ['bob', 'kill -9 and then cry'],
  ['carol', 'thank you all, this is the nicest server I know ❤️'],
] as const;

const PAUSE_MS = 900;

/** Ordinary talk that contains words from word lists. */
export const calmHour: Script = {
  id: 'calm',
  name: 'A calm hour',
  description: 'Friendly people chat. Nothing should happen.',
  async play({ cast, say }) {
    say('Friendly people chat, with words that simple filters trip over. Watch: nothing happens.');
    const written: APIMessage[] = [];
    for (const [name, text] of LINES) {
      const message = await cast.person(name).say(cast.general, text);
      written.push(message);
      const [first] = written;
      if (written.length === 4 && first !== undefined) {
        await cast.person('carol').react(first, '👍', true);
      }
      await cast.pause(PAUSE_MS);
    }
    const poll = await cast.person('alice').send(cast.general, {
      poll: {
        question: { text: 'Which day suits you?' },
        answers: [{ poll_media: { text: 'Friday' } }, { poll_media: { text: 'Saturday' } }],
      },
    });
    written.push(poll);
    await cast.person('bob').vote(poll, [2]);
    await cast.pause(PAUSE_MS);
    const gone = cast.deleted(written);
    say(`${written.length} messages, ${gone === 0 ? 'none' : gone} deleted.`);
  },
};
