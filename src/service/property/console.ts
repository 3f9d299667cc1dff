import type { PropertyAction, SettingsPatch } from '../../service-api/schemas/property.ts';
import { HttpError } from '../../shared/http-error.ts';
import type { PropertyStore } from '../store/property.ts';
import type {
  PropertyExecutor,
  PropertyStep,
  StepOutcome,
} from '../../service-api/property-executor.ts';
import type { Journal } from './journal.ts';

/** The result of one step of an action. */
export interface ActionOutcome {
  target: string;
  /** The role; absent if the action involves none. */
  value?: string;
  status: StepOutcome['status'];
  /** Why the step failed, or an additional remark. */
  reason?: string;
  /** The change that makes it succeed. */
  fix?: string;
}

export interface PatchOutcome {
  key: string;
  target: string;
  /** `applied`: stored and in effect; `stored`: the executor doesn't know the key. */
  status: 'applied' | 'stored' | 'refused';
  reason?: string;
}

/** Runs actions on properties through the executor and records them in the journal. */
export interface PropertyConsole {
  /** Throws an `HttpError` if no executor is connected. */
  act(
    account: string,
    action: PropertyAction,
    steps: readonly PropertyStep[],
  ): Promise<ActionOutcome[]>;
  patch(account: string, patches: readonly SettingsPatch[]): Promise<PatchOutcome[]>;
}

const CONFLICT = 409;
const NO_EXECUTOR =
  'No executor is connected, so the service cannot act on the property. Only the service embedded in the bot has an executor, for the bot’s own commands.';

export interface PropertyConsoleDeps {
  /** Null if the service runs alone. */
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
      return { ...named, reason: outcome.reason, fix: outcome.fix };
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
      if (executor === null) throw new HttpError(CONFLICT, NO_EXECUTOR);
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
      // One after the other: a later patch of the same key wins.
      for (const patch of patches) outcomes.push(await patchOne(account, patch));
      await journal.flush();
      return outcomes;
    },
  };
}
