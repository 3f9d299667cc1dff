import type { CheckName } from '../../src/bot/command-kit.ts';
import type { SettingId } from '../settings/index.ts';

/** One step for a setting, with the checks of what it needs. */
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

/** The page after the last step. */
export const FINISH = STEPS.length;
