import { refuse, tryResponse } from './acknowledge.ts';
import type { AnywhereInteraction } from './replyable.ts';
import type { RunDeps } from './run-interaction.ts';

type Guard = (interaction: AnywhereInteraction, act: () => Promise<void>) => Promise<void>;

/** Runs `act` unless a click on the same component is still being handled: a second click in the meantime does nothing. */
export function createClickGuard(deps: RunDeps): Guard {
  /** User ids by clicked component. */
  const inFlight = new Map<string, string>();
  return async (interaction, act) => {
    const key = keyOf(interaction);
    const other = inFlight.get(key);
    if (other === interaction.user.id) {
      await tryResponse(interaction.deferUpdate());
      return;
    }
    if (other !== undefined) {
      await refuse(interaction, { key: 'interactions:busy' }, deps);
      return;
    }
    inFlight.set(key, interaction.user.id);
    try {
      await act();
    } finally {
      inFlight.delete(key);
    }
  };
}

/** Identifies a message's component; for a select, with the chosen values. */
function keyOf(interaction: AnywhereInteraction): string {
  const chosen = interaction.isAnySelectMenu() ? interaction.values : [];
  return [interaction.message?.id, interaction.customId, ...chosen].join(' ');
}
