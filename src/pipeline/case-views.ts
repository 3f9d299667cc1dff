import { createInTurn } from '../lib/in-turn.ts';
import type { Case } from '../moderation/case.ts';
import type { Alerts, Cases } from '../moderation/ports.ts';
import type { Background } from './background.ts';
import type { Insist } from './insist.ts';

/**
 * What the alerts of a case show. Whoever shows it writes over what is there, so they take turns, and each reads the
 * case only when it is its turn: an older state never comes after a newer one.
 */
export interface CaseViews {
  /** Runs with the case as it is stored by then. */
  inTurn(known: Case, work: (latest: Case) => Promise<void>): Promise<void>;
  /** Shows the case as it is stored, in the background, once Discord answers. */
  show(known: Case): void;
}

export function createCaseViews(deps: {
  alerts: Pick<Alerts, 'refresh'>;
  cases: Pick<Cases, 'get'>;
  background: Background;
  insist: Insist;
}): CaseViews {
  const { alerts, cases, background, insist } = deps;
  const turns = createInTurn();

  const views: CaseViews = {
    inTurn: (known, work) =>
      turns(`${known.guildId}/${known.number}`, async () => {
        await work((await cases.get(known.guildId, known.number)) ?? known);
      }),
    show(known) {
      const ids = { guildId: known.guildId, case: known.number };
      const trouble = { what: 'refreshing an alert', ids };
      background.run(trouble, () =>
        views.inTurn(known, async (latest) => {
          await insist(trouble, () => alerts.refresh(latest));
        }),
      );
    },
  };
  return views;
}
