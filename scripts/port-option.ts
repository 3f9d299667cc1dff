import { parseArgs } from 'node:util';
import { messageOf } from '../src/lib/errors.ts';

/** sysexits.h, EX_USAGE. */
const EXIT_USAGE = 64;
const MAX_PORT = 65_535;

/** The `--port` of the command line; 0, any free one, where it is not given. Ends the process where it is no port. */
export function portOption(): number {
  const port = readPort();
  if (typeof port === 'number') return port;
  process.stderr.write(`${port}\n`);
  process.exit(EXIT_USAGE);
}

/** The port, or the sentence that says what is wrong with it. */
function readPort(): number | string {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
    const port = Number(values.port);
    return /^\d{1,5}$/.test(values.port) && port <= MAX_PORT
      ? port
      : `--port must be a whole number from 0 to ${MAX_PORT}.`;
  } catch (error) {
    return messageOf(error);
  }
}
