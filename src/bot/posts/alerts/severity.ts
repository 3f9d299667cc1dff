import { manualActionOf, type Case } from '../../domain/case.ts';
import type { EffectKind } from '../../domain/effects.ts';
import { isHandled } from '../../domain/actions/moderator-actions.ts';
import { isReversal } from '../../domain/actions/action-facts.ts';

/** From blue (review) over yellow and orange to red. */
const SEVERITY: Readonly<Record<EffectKind, { readonly rank: number; readonly colour: number }>> = {
  alert: { rank: 0, colour: 0x3498db },
  notice: { rank: 1, colour: 0xf1c40f },
  delete: { rank: 2, colour: 0xf39c12 },
  resetName: { rank: 2, colour: 0xf39c12 },
  addRole: { rank: 3, colour: 0xe67e22 },
  removeRole: { rank: 3, colour: 0xe67e22 },
  timeout: { rank: 4, colour: 0xe67e22 },
  kick: { rank: 5, colour: 0xe74c3c },
  ban: { rank: 6, colour: 0xc0392b },
};

/** Close to the background, so that an alert nobody has to read recedes. */
const HANDLED = 0x4e5058;

/** The colour of an alert. `records`: its cases, oldest first. */
export function alertColour(records: readonly Case[]): number {
  return isHandled(records) ? HANDLED : mostSevere(records.flatMap(wantedEffects)).colour;
}

/**
 * Whether an alert pings the role for the most severe ones: the author is kicked or banned, or should be, or the message
 * still stands although the bot tried to delete it.
 */
export function isMostSevere(records: readonly Case[]): boolean {
  // What a moderator does by a command needs nobody else.
  const automatic = records.filter((record) => manualActionOf(record) === null);
  return (
    mostSevere(automatic.flatMap(wantedEffects)).rank >= SEVERITY.kick.rank ||
    automatic.some(({ mode, steps }) =>
      steps.some(
        ({ effect, outcome }) =>
          mode === 'enforce' && effect.kind === 'delete' && outcome?.status === 'refused',
      ),
    )
  );
}

/** What was done, or would have been, or is left to the moderators. */
function wantedEffects({ steps, withheld }: Case): EffectKind[] {
  return [
    ...steps.flatMap(({ effect }) => (isReversal(effect) ? [] : [effect.kind])),
    ...(withheld?.effects ?? []).map(({ kind }) => kind),
  ];
}

function mostSevere(kinds: readonly EffectKind[]): (typeof SEVERITY)[EffectKind] {
  return kinds
    .map((kind) => SEVERITY[kind])
    .reduce((highest, each) => (each.rank > highest.rank ? each : highest), SEVERITY.alert);
}
