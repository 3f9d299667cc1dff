import { startBot } from '../raid/bot-process.ts';
import type { ServerFigures } from '../raid/one-server.ts';
import { measureAccounts, measureThreads, measureWebhooks } from './floods.ts';

export interface AttacksResult {
  /** Ten deleted messages by different authors, then a threat. */
  drowned: ServerFigures;
  accounts: ServerFigures;
  webhooks: ServerFigures;
  threads: ServerFigures;
}

const FLOOD = { messages: 130, postingMs: 120_000, patienceMs: 30_000, countingMs: 15_000 };
const DROWNED = { messages: 10, postingMs: 9_000, patienceMs: 30_000, countingMs: 15_000 };
const THREADS = { messages: 100, postingMs: 20_000, patienceMs: 60_000, countingMs: 15_000 };

/** Runs attacks described in the issues against the whole bot, in a sandbox with Discord's rate limits. */
export async function benchAttacks(progress: (detail: string) => void): Promise<AttacksResult> {
  const options = { startBot };
  progress('ten deletions, then a threat');
  const drowned = await measureAccounts(options, DROWNED);
  progress('130 accounts, different texts');
  const accounts = await measureAccounts(options, FLOOD);
  progress('15 webhooks, different texts');
  const webhooks = await measureWebhooks(options, { ...FLOOD, webhooks: 15 });
  progress('100 threads');
  const threads = await measureThreads(options, { ...THREADS, members: 10 });
  return { drowned, accounts, webhooks, threads };
}
