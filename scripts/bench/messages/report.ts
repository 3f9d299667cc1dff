import { fixed, mib, table, whole } from '../markdown.ts';
import type { IntakeResult } from './intake.ts';
import type { LatencyResult } from './latency.ts';
import type { MemoryResult } from './memory.ts';

export function intakeSection({ messages, portcullis, baseline, ratio }: IntakeResult): string[] {
  const row = (
    name: string,
    { perSecond, cpuMicros, lost }: IntakeResult['baseline'],
  ): string[] => [name, whole(perSecond), `${fixed(cpuMicros)} µs`, String(lost)];
  return [
    '## Message intake',
    '',
    `${whole(messages)} messages as fast as the bot takes them. The baseline is a bot of discord.js, undici and \`JSON.parse\`,`,
    'without validation, limits, retries or storage. Both alternate within one run, so the ratio does not depend on the machine.',
    '',
    ...table(
      ['', 'messages per second', 'CPU per message', 'lost'],
      [row('Portcullis', portcullis), row('baseline', baseline)],
    ),
    '',
    `Baseline CPU divided by Portcullis CPU: **${fixed(ratio, 2)}** (goal: at least 0.6).`,
  ];
}

export function latencySection(result: LatencyResult): string[] {
  const row = (name: string, { p50Ms, p99Ms }: LatencyResult['added']): string[] => [
    name,
    `${fixed(p50Ms, 2)} ms`,
    `${fixed(p99Ms, 2)} ms`,
  ];
  return [
    '## Latency',
    '',
    `${result.perSecond} messages a second, ${whole(result.messages)} in total, ${result.lost} lost. The service answers at once.`,
    '',
    ...table(
      ['', 'p50', 'p99'],
      [
        row('gateway frame to request to the service', result.frameToRequest),
        row('gateway frame to delete request', result.frameToDelete),
        row("the bot's share of a deletion (goal: p99 at most 5 ms)", result.added),
      ],
    ),
  ];
}

export function memorySection(result: MemoryResult): string[] {
  return [
    '## Memory',
    '',
    'Resident set after a garbage collection.',
    '',
    ...table(
      ['', ''],
      [
        ['1 server', mib(result.oneGuild)],
        ['1,000 servers with 50 channels each', mib(result.manyGuilds)],
        ['after 20,000 messages', mib(result.afterEarly)],
        ['after 200,000 messages', mib(result.afterLate)],
      ],
    ),
    '',
    `Growth from 20,000 to 200,000 messages: **${fixed(result.growth * 100)} %** (goal: at most 10 %).`,
  ];
}
