import type { APIMessage } from 'discord-api-types/v10';
import type { Script } from './script.ts';

const RAIDERS = 40;
const ROUNDS = 5;
const ROUND_PAUSE_MS = 900;
const PATIENCE_MS = 60_000;
const NAMES = [
  'Zed',
  'Rex',
  'Kira',
  'Blaze',
  'Ghost',
  'Viper',
  'Nova',
  'Fang',
  'Jinx',
  'Onyx',
] as const;

/** Many new members post the same text. */
export const raid: Script = {
  id: 'raid',
  name: 'A raid',
  description: '40 accounts join and post 200 messages.',
  async play({ cast, say }) {
    say(`${RAIDERS} accounts join and post the same insult, again and again…`);
    const raiders = Array.from({ length: RAIDERS }, (_, index) =>
      cast.newcomer(`${NAMES[index % NAMES.length] ?? 'Zed'}${index + 1}`),
    );
    const written: APIMessage[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const posted = await Promise.allSettled(
        raiders.map((raider, index) =>
          raider.say(cast.general, `nobody likes you, go kill yourself (${round}.${index})`),
        ),
      );
      // Posts by members who have been banned meanwhile are rejected.
      written.push(...posted.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
      await cast.pause(ROUND_PAUSE_MS);
    }
    await cast.until(() => cast.deleted(written) === written.length, PATIENCE_MS);
    const gone = cast.deleted(written);
    say(
      `${gone} of ${written.length} messages are gone. The moderators got one post for all: “Ban all” is in it.`,
    );
  },
};
