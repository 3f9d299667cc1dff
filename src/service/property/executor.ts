/** One thing to do to one member of a property. */
export type PropertyStep =
  | { readonly kind: 'ban' | 'unban'; readonly propertyId: string; readonly userId: string }
  | {
      readonly kind: 'addRole' | 'removeRole';
      readonly propertyId: string;
      readonly userId: string;
      readonly roleId: string;
    };

/** How a step ended. All texts are sentences for people. */
export type StepOutcome =
  | { readonly status: 'done'; readonly detail?: string }
  /** It was not allowed; `mend` says what to change. */
  | { readonly status: 'refused'; readonly reason: string; readonly mend: string }
  /** The property is out of reach for now. */
  | { readonly status: 'unavailable'; readonly reason: string };

export interface PropertySetting {
  readonly propertyId: string;
  readonly key: string;
  readonly value: string | number | boolean;
}

export type SettingOutcome =
  | { readonly status: 'applied' }
  /** The key means nothing to whoever acts: the setting is only kept. */
  | { readonly status: 'unknown' }
  | { readonly status: 'refused'; readonly reason: string };

/** Whoever acts on properties. The service knows no property of its own; the bot hands one in. Never throws for a refusal. */
export interface PropertyExecutor {
  act(step: PropertyStep): Promise<StepOutcome>;
  apply(setting: PropertySetting): Promise<SettingOutcome>;
}
