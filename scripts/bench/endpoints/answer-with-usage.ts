import type { Usage } from './load.ts';

/** Answers each message from the parent process with the resources that this process has used. */
export function answerWithUsage(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    const usage: Usage = {
      cpuMicros: user + system,
      peakRssBytes: process.resourceUsage().maxRSS * 1_024,
    };
    process.send?.(usage);
  });
}
