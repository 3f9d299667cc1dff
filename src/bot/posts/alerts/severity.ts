import { manualActionOf, type Case } from '../../domain/case.ts';
import type { Effect } from '../../domain/effects.ts';
import { isHandled } from '../../domain/actions/moderator-actions.ts';
import { factsOf, isReversal, severityOf } from '../../domain/actions/action-facts.ts';

/** Blue: the moderators review the text. */
const REVIEW = 0x3498db;

/** Close to the background colour, so that an alert that nobody has to read recedes. */
const HANDLED = 0x4e5058;

/** The colour of an alert. `records`: its cases, oldest first. */
export function alertColour(records: readonly Case[]): number {
  if (isHandled(records)) return HANDLED;
  const [mostSevere] = records
    .flatMap(wantedEffects)
    .sort((one, other) => severityOf(other) - severityOf(one));
  return (mostSevere && factsOf(mostSevere)?.colour) ?? REVIEW;
}

/**
 * Whether an alert pings the role for the most severe ones: the author is kicked or banned, or should be, or the message
 * still stands although the bot tried to delete it.
 */
export function isMostSevere(records: readonly Case[]): boolean {
  // A moderator's own command needs nobody else.
  const automatic = records.filter((record) => manualActionOf(record) === null);
  return (
    automatic.flatMap(wantedEffects).some((effect) => factsOf(effect)?.removesMember) ||
    automatic.some(({ mode, steps }) =>
      steps.some(
        ({ effect, outcome }) =>
          mode === 'enforce' && effect.kind === 'delete' && outcome?.status === 'refused',
      ),
    )
  );
}

/** The effects taken, those that “watch only” would have taken, or those that moderators are asked about. */
function wantedEffects({ steps, withheld }: Case): Effect[] {
  return [
    ...steps.flatMap(({ effect }) => (isReversal(effect) ? [] : [effect])),
    ...(withheld?.effects ?? []),
  ];
}
