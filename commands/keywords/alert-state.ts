import { explainServiceFailure } from '../explain.ts';
import type { CommandDeps } from '../deps.ts';

/** The add-on that sends keyword alerts (interface.md, "Add-ons"). */
const KEYWORD_ALERT = 'keywordAlert';

export type AlertState =
  | { readonly kind: 'on' | 'off' }
  | { readonly kind: 'unknown'; readonly why: string };

/** Whether the service sends keyword alerts, as its list of add-ons says. */
export async function keywordAlertState(
  signal: AbortSignal,
  { service }: CommandDeps,
): Promise<AlertState> {
  try {
    const { active } = await service.addons.list({ signal });
    return { kind: active.includes(KEYWORD_ALERT) ? 'on' : 'off' };
  } catch (error) {
    const why = explainServiceFailure(error);
    if (why === null) throw error;
    return { kind: 'unknown', why };
  }
}
