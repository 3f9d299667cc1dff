import { parseArgs } from 'node:util';
import { messageOf } from '../../src/lib/errors.ts';

export interface Options {
  /** Null: in all guilds. */
  readonly guildId: string | null;
  readonly dryRun: boolean;
  readonly clear: boolean;
}

export const USAGE = 'Usage: npm run deploy-commands [-- [--guild ID] [--dry-run] [--clear]]';

/** What the command line asks for, or what is wrong with it. */
export function readOptions(args: readonly string[]): Options | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        guild: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        clear: { type: 'boolean', default: false },
      },
    });
    const { guild: guildId = null, 'dry-run': dryRun, clear } = values;
    if (guildId !== null && !/^\d{15,20}$/.test(guildId)) {
      return '--guild takes the id of a server: a number of 15 to 20 digits.';
    }
    return { guildId, dryRun, clear };
  } catch (error) {
    return messageOf(error);
  }
}
