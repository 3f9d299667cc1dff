import { startBot } from '../raid/bot-process.ts';
import type { ServerFigures } from '../raid/one-server.ts';
import { measureFiles, type FilesFigures } from './files.ts';
import { measureAccounts, measureThreads, measureWebhooks } from './floods.ts';
import { measureWords, type WordsFigures } from './words.ts';

export interface AttacksResult {
  /** One server allows 20 words, or as many as fit into one family of words, and gets a long file. */
  words: WordsFigures;
  moreWords: WordsFigures;
  /** Ten deleted messages by different authors, then a threat. */
  drowned: ServerFigures;
  accounts: ServerFigures;
  webhooks: ServerFigures;
  threads: ServerFigures;
  files: FilesFigures;
}

const FLOOD = { messages: 130, postingMs: 120_000, patienceMs: 30_000, countingMs: 15_000 };
const DROWNED = { messages: 10, postingMs: 9_000, patienceMs: 30_000, countingMs: 15_000 };
const THREADS = { messages: 100, postingMs: 20_000, patienceMs: 60_000, countingMs: 15_000 };
const WORDS = { messages: 6, postingMs: 2_000, patienceMs: 90_000, countingMs: 0 };

/** Runs attacks described in the issues against the whole bot, in a sandbox with Discord's rate limits. */
export async function benchAttacks(progress: (detail: string) => void): Promise<AttacksResult> {
  const options = { startBot };
  progress('20 words of one server');
  const words = await measureWords(options, { ...WORDS, allowed: 20 });
  progress('56 words of one server');
  const moreWords = await measureWords(options, { ...WORDS, allowed: 56 });
  progress('ten deletions, then a threat');
  const drowned = await measureAccounts(options, DROWNED);
  progress('130 accounts, different texts');
  const accounts = await measureAccounts(options, FLOOD);
  progress('15 webhooks, different texts');
  const webhooks = await measureWebhooks(options, { ...FLOOD, webhooks: 15 });
  progress('100 threads');
  const threads = await measureThreads(options, { ...THREADS, members: 10 });
  progress('seven kinds of files');
  const files = await measureFiles(options, { patienceMs: 30_000 });
  return { words, moreWords, drowned, accounts, webhooks, threads, files };
}
