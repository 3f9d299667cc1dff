import {
  UsageError,
  type Arguments,
  type ValueOption,
} from '../../src/shared/process/command-line.ts';
import { isSnowflake } from '../../src/shared/snowflake.ts';

const guildOption: ValueOption<string | null> = {
  placeholder: 'ID',
  help: 'Register in one server only, advanced commands included. Default: in all servers.',
  parse(text) {
    if (isSnowflake(text)) return text;
    throw new UsageError('--guild must be a server ID, a number of 15 to 20 digits.');
  },
  fallback: null,
};

export const script = {
  name: 'deploy-commands',
  summary: 'Registers the commands with Discord where they differ from the registered ones.',
  options: {
    guild: guildOption,
    'dry-run': { help: 'Show the differences and change nothing.' },
    clear: { help: 'Remove all commands.' },
  },
  examples: ['', '--guild 123456789012345678 --dry-run'],
};

export type Options = Arguments<typeof script.options>['options'];
