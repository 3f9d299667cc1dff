import { GatewayCloseCodes } from 'discord.js';
import { expect, it } from 'vitest';
import { createConnectionLog } from '../../../../src/bot/gateway/connection-log.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';

function setUp() {
  const clock = createFakeClock();
  const { logger, lines } = createLogSink('info');
  const entries = (): unknown[] => lines.map((line) => JSON.parse(line));
  return { clock, log: createConnectionLog({ clock, logger }), entries };
}

it('logs an interruption once at its start, with the reason, and once at its end, with the duration', () => {
  const { clock, log, entries } = setUp();
  log.closed(0, 1006);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    clock.advance(500);
    log.failed(0, 'Unexpected server response: 502');
    log.closed(0, 1006);
  }
  log.connected(0, 'resumed');
  expect(entries()).toEqual([
    expect.objectContaining({ shardId: 0, closeCode: 1006, reason: 'connection lost' }),
    expect.objectContaining({ shardId: 0, reason: 'Unexpected server response: 502' }),
    expect.objectContaining({ shardId: 0, how: 'resumed', ms: 10_000 }),
  ]);
});

it('logs every new interruption', () => {
  const { log, entries } = setUp();
  for (const code of [GatewayCloseCodes.UnknownError, 4200]) {
    log.closed(1, code);
    log.connected(1, 'new session');
  }
  expect(entries()).toMatchObject([
    { closeCode: 4000, reason: 'UnknownError' },
    { how: 'new session' },
    { closeCode: 4200 },
    { how: 'new session' },
  ]);
});

it('logs nothing for the first connection, or for an end without reconnecting', () => {
  const { log, entries } = setUp();
  log.connected(0, 'new session');
  log.closed(0, GatewayCloseCodes.AuthenticationFailed);
  expect(entries()).toEqual([]);
});
