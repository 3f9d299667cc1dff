import type { Scenario } from '../../../../src/sandbox/page/server/stage.ts';
import type { Harness } from '../../harness.ts';
import { calmHour } from './calm-hour.ts';
import { createCast } from './cast.ts';
import { discordRefuses } from './discord-refuses.ts';
import { disguises } from './disguises.ts';
import { gatewayBreaks } from './gateway-breaks.ts';
import { hackedAccount } from './hacked-account.ts';
import { raid } from './raid.ts';
import { serviceDown } from './service-down.ts';

const SCRIPTS = [
  calmHour,
  raid,
  hackedAccount,
  disguises,
  serviceDown,
  gatewayBreaks,
  discordRefuses,
] as const;

/** Scenarios that a visitor starts with one click. */
export function createScenarios(harness: Harness): Scenario[] {
  return SCRIPTS.map(({ play, ...about }) => ({
    ...about,
    run: (say, signal) => play({ harness, cast: createCast(harness, signal), say, signal }),
  }));
}
