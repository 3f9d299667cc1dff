import type { CommandDeps, SlashCall } from '../../src/bot/command-kit.ts';
import { explainServiceFailure } from '../explain.ts';

/** The add-on that sends keyword alerts (interface.md, "Add-ons"). */
const KEYWORD_ALERT = 'keywordAlert';

export type AlertState =
  | { readonly kind: 'on' | 'off' }
  | { readonly kind: 'unknown'; readonly reason: string };

export async function keywordAlertState(
  { signal, t }: Pick<SlashCall, 'signal' | 't'>,
  { service }: CommandDeps,
): Promise<AlertState> {
  try {
    const { active } = await service.addons.list({ signal });
    return { kind: active.includes(KEYWORD_ALERT) ? 'on' : 'off' };
  } catch (error) {
    const reason = explainServiceFailure(error, { t });
    if (reason === null) throw error;
    return { kind: 'unknown', reason };
  }
}
