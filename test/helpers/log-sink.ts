import { createLogger, type Logger, type LogLevel } from '../../src/shared/logger.ts';

/** A real logger whose lines can be read back. */
export function createLogSink(level: LogLevel = 'debug'): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const logger = createLogger(level, {
    write(line) {
      lines.push(line);
    },
  });
  return { logger, lines };
}
