import type { WordList } from '../../../src/bot/domain/words/server-words.ts';
import { parseWord } from '../../../src/bot/domain/words/word-pattern.ts';
import { createServerWords } from '../../../src/bot/storage/server-words.ts';
import type { State } from '../../../src/bot/storage/state.ts';
import type { MeasureOptions, Plan } from '../raid/one-server.ts';
import { pace, runWithBot, waitUntil } from '../raid/run.ts';
import { badText } from '../raid/texts.ts';

/* One server's words and a long file are made for each other. */

export interface WordsPlan extends Plan {
  /** How many words the attacking server allows: `*aaa*`, `*aaaa*` and so on. */
  readonly allowed: number;
  /** How many bad messages another server gets meanwhile. */
  readonly messages: number;
}

export interface WordsFigures {
  /** The longest time that a bad message stood in the other server; null: one was never deleted. */
  readonly longestMs: number | null;
  /** Whether the attacker's file, which contains a blocked word at its end, was deleted or led to an alert. */
  readonly isFileNoticed: boolean;
}

const FILE_LENGTH = 65_000;
const BLOCKED = '*zebra*';

export function measureWords(options: MeasureOptions, plan: WordsPlan): Promise<WordsFigures> {
  return runWithBot(
    options,
    (world) => {
      const attacker = world.addServer('Attacker', 1);
      const other = world.addServer('Other', 1);
      const [uploaderId = ''] = world.addMembers(attacker, { count: 1, isNew: false });
      const authors = world.addMembers(other, { count: plan.messages, isNew: false });
      return { attacker, other, uploaderId, authors };
    },
    async ({ world, prepared: { attacker, other, uploaderId, authors } }) => {
      const data = Buffer.from('a'.repeat(FILE_LENGTH) + ' zebra');
      const fileId = world.post({
        channelId: attacker.chatIds[0] ?? '',
        authorId: uploaderId,
        text: '',
        files: [{ filename: 'message.txt', contentType: 'text/plain; charset=utf-8', data }],
      });
      const ids: string[] = [];
      await pace(plan.messages, plan.postingMs, (index) => {
        const [channelId = ''] = other.chatIds;
        const authorId = authors[index] ?? '';
        ids.push(world.post({ channelId, authorId, text: badText(index) }));
      });
      const isFileNoticed = (): boolean =>
        world.timesOf(fileId).deletedMs !== null ||
        world.posts().some(({ text }) => text.includes(uploaderId));
      const standing = (): boolean => ids.some((id) => world.timesOf(id).deletedMs === null);
      const deadlineMs = performance.now() + plan.patienceMs;
      await waitUntil(() => !standing() && isFileNoticed(), deadlineMs);
      const delays = ids.map((id) => {
        const { postedMs, deletedMs } = world.timesOf(id);
        return (deletedMs ?? Infinity) - postedMs;
      });
      const longestMs = Math.max(...delays);
      return {
        longestMs: Number.isFinite(longestMs) ? longestMs : null,
        isFileNoticed: isFileNoticed(),
      };
    },
    (state, { attacker }) => storeWords(state, attacker.guildId, plan.allowed),
  );
}

async function storeWords({ database }: State, guildId: string, allowed: number): Promise<void> {
  const words = createServerWords(database);
  const by = { id: '1', name: 'attacker' };
  const add = (list: WordList, texts: readonly string[]) => {
    const patterns = texts.map(parseWord).filter((word) => typeof word !== 'string');
    return words.add(guildId, { list, words: patterns, by, at: Date.now() });
  };
  await add('blocked', [BLOCKED]);
  const lengths = Array.from({ length: allowed }, (_, index) => index + 3);
  await add(
    'allowed',
    lengths.map((length) => `*${'a'.repeat(length)}*`),
  );
}
