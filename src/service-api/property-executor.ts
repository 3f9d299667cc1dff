/** One operation on one member of a property. */
export type PropertyStep =
  | { readonly kind: 'ban' | 'unban'; readonly propertyId: string; readonly userId: string }
  | {
      readonly kind: 'addRole' | 'removeRole';
      readonly propertyId: string;
      readonly userId: string;
      readonly roleId: string;
    };

/** The result of a step. All texts are sentences for people. */
export type StepOutcome =
  | { readonly status: 'done'; readonly detail?: string }
  /** The property doesn't allow the step; `fix` says what to change. */
  | { readonly status: 'refused'; readonly reason: string; readonly fix: string }
  /** The property can't be reached at the moment. */
  | { readonly status: 'unavailable'; readonly reason: string };

export interface PropertySetting {
  readonly propertyId: string;
  readonly key: string;
  readonly value: string | number | boolean;
}

export type SettingOutcome =
  | { readonly status: 'applied' }
  /** The executor doesn't know the key: the setting is only stored. */
  | { readonly status: 'unknown' }
  | { readonly status: 'refused'; readonly reason: string };

/**
 * Acts on properties. The service has no properties itself; the bot passes an executor in. Refusals are results, not
 * errors.
 */
export interface PropertyExecutor {
  act(step: PropertyStep): Promise<StepOutcome>;
  apply(setting: PropertySetting): Promise<SettingOutcome>;
}
