import type { PropertyAction, SettingsPatch } from '../../protocol/property.ts';
import { RefusedError } from '../../lib/refused-error.ts';
import type { PropertyStore } from '../store/property.ts';
import type { PropertyExecutor, PropertyStep, StepOutcome } from './executor.ts';
import type { Journal } from './journal.ts';

/** What became of one step of an action. */
export interface ActionOutcome {
  target: string;
  /** The role; absent where the action needs none. */
  value?: string;
  status: StepOutcome['status'];
  /** Why it was not done, or what else there is to say. */
  reason?: string;
  /** What to change so that it works. */
  mend?: string;
}

export interface PatchOutcome {
  key: string;
  target: string;
  /** `applied`: stored, and in effect; `stored`: it means nothing to whoever acts on the property. */
  status: 'applied' | 'stored' | 'refused';
  reason?: string;
}

/** Acts on properties through whoever can, and keeps a journal of it. */
export interface PropertyConsole {
  /** Throws a `RefusedError` where nobody is connected who could act. */
  act(
    account: string,
    action: PropertyAction,
    steps: readonly PropertyStep[],
  ): Promise<ActionOutcome[]>;
  patch(account: string, patches: readonly SettingsPatch[]): Promise<PatchOutcome[]>;
}

const CONFLICT = 409;
const NO_EXECUTOR =
  'No executor is connected, so nothing can be done on the property. Only the service within the bot has one, and its console is for the bot’s own commands.';

export interface PropertyConsoleDeps {
  /** Null where the service runs alone. */
  executor: PropertyExecutor | null;
  store: PropertyStore;
  journal: Journal;
}

function outcomeOf(step: PropertyStep, outcome: StepOutcome): ActionOutcome {
  const named = {
    target: step.userId,
    ...('roleId' in step ? { value: step.roleId } : {}),
    status: outcome.status,
  };
  switch (outcome.status) {
    case 'done':
      return outcome.detail === undefined ? named : { ...named, reason: outcome.detail };
    case 'refused':
      return { ...named, reason: outcome.reason, mend: outcome.mend };
    case 'unavailable':
      return { ...named, reason: outcome.reason };
  }
}

export function createPropertyConsole(deps: PropertyConsoleDeps): PropertyConsole {
  const { executor, store, journal } = deps;

  async function patchOne(account: string, patch: SettingsPatch): Promise<PatchOutcome> {
    const { key, target, value } = patch;
    const setting = { propertyId: target, key, value };
    const applied = (await executor?.apply(setting)) ?? { status: 'unknown' };
    if (applied.status === 'refused') {
      return { key, target, status: 'refused', reason: applied.reason };
    }
    const previous = await store.set(account, setting);
    const status = applied.status === 'applied' ? 'applied' : 'stored';
    const detail = { account, key, value, previous, status };
    journal.note(account, target, { type: 'settings', detail });
    return { key, target, status };
  }

  return {
    async act(account, { property_id: propertyId, command, operation }, steps) {
      if (executor === null) throw new RefusedError(CONFLICT, NO_EXECUTOR);
      const outcomes = await Promise.all(
        steps.map(async (step) => {
          const outcome = outcomeOf(step, await executor.act(step));
          const detail = { account, operation, ...outcome };
          journal.note(account, propertyId, { type: `action.${command}`, detail });
          return outcome;
        }),
      );
      await journal.flush();
      return outcomes;
    },
    async patch(account, patches) {
      const outcomes: PatchOutcome[] = [];
      // One after another: a later patch of the same key wins.
      for (const patch of patches) outcomes.push(await patchOne(account, patch));
      await journal.flush();
      return outcomes;
    },
  };
}
