import type { CheckName } from '../../src/bot/command-kit.ts';
import type { SettingId } from '../settings/index.ts';

/** One step of the set-up, with the checks its setting needs. */
interface Step {
  readonly id: SettingId;
  readonly checks: readonly CheckName[];
}

export const STEPS: readonly Step[] = [
  { id: 'channel', checks: ['alerts'] },
  { id: 'preset', checks: ['rules'] },
  { id: 'mode', checks: ['permissions', 'hierarchy', 'channels'] },
  { id: 'language', checks: [] },
  { id: 'notice', checks: [] },
  { id: 'exempt', checks: ['exemptions'] },
];

export const FINISH = STEPS.length;
