import type { ActionRegistry, ReversalRegistry } from './action.ts';
import { ban, unban } from './kinds/ban.ts';
import { deletion } from './kinds/delete.ts';
import { kick } from './kinds/kick.ts';
import { notice } from './kinds/notice.ts';
import { resetName } from './kinds/reset-name.ts';
import { addRole, giveRoleBack, removeRole, takeRoleBack } from './kinds/roles.ts';
import { softban } from './kinds/softban.ts';
import { liftTimeout, timeout } from './kinds/timeout.ts';

/** Every action the bot can do on Discord. */
export const ACTIONS: ActionRegistry = {
  delete: deletion,
  resetName,
  notice,
  addRole,
  removeRole,
  timeout,
  kick,
  softban,
  ban,
};

/** Every action the bot can undo. */
export const REVERSALS: ReversalRegistry = {
  unban,
  liftTimeout,
  takeRole: takeRoleBack,
  giveRole: giveRoleBack,
};
