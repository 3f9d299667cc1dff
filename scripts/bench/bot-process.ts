import type { Usage } from './peer-protocol.ts';

/** Says that the bot is up, then answers what it has used whenever it is asked, until it is told to stop. */
export function serve(stop: () => Promise<void>): void {
  process.on('message', () => {
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const usage: Usage = { cpuMicros: user + system, rssBytes: process.memoryUsage.rss() };
    process.send?.(usage);
  });
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
  process.send?.('ready');
}
