import type { Usage } from './stub/protocol.ts';

const BYTES_PER_KIB = 1024;

/** Reports that the bot is ready, then answers each message with the process's usage until SIGTERM. */
export function serve(stop: () => Promise<void>, groups: () => number = () => 0): void {
  process.on('message', () => {
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const usage: Usage = {
      cpuMicros: user + system,
      rssBytes: process.memoryUsage.rss(),
      peakRssBytes: process.resourceUsage().maxRSS * BYTES_PER_KIB,
      groups: groups(),
    };
    process.send?.(usage);
  });
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
  process.send?.('ready');
}
