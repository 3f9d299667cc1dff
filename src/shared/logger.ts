import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * A pino logger. Log ids, outcomes and durations, but never message content or secrets. `strike` removes secrets from quoted
 * errors of others.
 */
export function createLogger(
  level: LogLevel,
  destination?: DestinationStream,
  strike: (line: string) => string = (line) => line,
): Logger {
  const options = { level, base: null, hooks: { streamWrite: strike } };
  return destination === undefined ? pino(options) : pino(options, destination);
}

export const silentLogger: Logger = pino({ level: 'silent' });
