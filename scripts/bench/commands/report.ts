import { fixed, table, whole } from '../markdown.ts';
import type { CommandFigures } from './commands.ts';

export function commandsSection(commands: readonly CommandFigures[]): string[] {
  return [
    '## Commands',
    '',
    'As a member of the sandbox Discord sees them. Bot, service and sandbox share one process.',
    '',
    ...table(
      ['', 'uses', 'failed', 'acknowledged p50', 'p99', 'replied p50', 'p99'],
      commands.map(({ command, uses, failed, acknowledged, replied }) => {
        const times = [acknowledged.p50Ms, acknowledged.p99Ms, replied.p50Ms, replied.p99Ms];
        const cells = times.map((ms) => `${fixed(ms)} ms`);
        return [command, whole(uses), whole(failed), ...cells];
      }),
    ),
  ];
}
