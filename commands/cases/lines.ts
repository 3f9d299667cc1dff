import { messageLink } from 'discord.js';
import { rulingHead } from '../../src/discord/interactions/ruling-lines.ts';
import { doing, done, moment } from '../../src/discord/texts.ts';
import { defuse } from '../../src/discord/text.ts';
import type { Case } from '../../src/moderation/case.ts';
import type { Outcome } from '../../src/moderation/effects.ts';
import { ANY_ACTION } from '../../src/moderation/policy.ts';
import { isPardoned } from '../../src/moderation/rulings.ts';
import { list as texts, recordOf } from '../texts/case.ts';

export type CaseOutcome = keyof typeof recordOf.kinds;

/** A case in two lines: what it is about, and what was done. */
export function caseLine(record: Case): string {
  const { number, guildId, alert, channelId, messageId, author, rule, openedAt } = record;
  const link =
    alert === null
      ? `[${texts.message}](${messageLink(channelId, messageId, guildId)})`
      : `[${texts.alert}](${messageLink(alert.channelId, alert.messageId, guildId)})`;
  const word = rule === ANY_ACTION ? 'any other' : defuse(rule, 40);
  const when = moment(openedAt, 'R');
  return `**#${number}** · ${link} · <@${author.id}> · ${word} · ${when}\n${deeds(record)}`;
}

function deeds({ steps, mode, rulings }: Case): string {
  const own = steps.flatMap(({ effect, outcome }) =>
    effect.kind !== 'alert' && (outcome?.status === 'done' || outcome?.status === 'shadowed')
      ? [done[effect.kind]]
      : [],
  );
  const shown = mode === 'shadow' && own.length > 0 ? [`👁️ ${own.join(', ')}`] : own;
  // That a direct message did not get through is for the record, not for a line.
  const refused = steps.flatMap(({ effect, outcome }) =>
    effect.kind !== 'alert' && effect.kind !== 'notice' && outcome?.status === 'refused'
      ? [texts.refused(doing[effect.kind])]
      : [],
  );
  const byHand = rulings.map((ruling) => `${rulingHead(ruling)} (<@${ruling.by.id}>)`);
  return [...shown, ...refused, ...byHand].join(' · ') || recordOf.kinds.lookedAt;
}

/** What came of a case, each counted once. */
export function outcomesOf(record: Case): CaseOutcome[] {
  const { steps, rulings, mode } = record;
  const outcomes = new Set<CaseOutcome>();
  const answered = [
    ...steps.map(({ effect, outcome }) => ({ kind: effect.kind, outcome })),
    ...rulings.flatMap((ruling) =>
      ruling.steps.map(({ deed, outcome }) => ({ kind: deed.kind, outcome })),
    ),
  ];
  for (const { kind, outcome } of answered) {
    if (outcome?.status !== 'done') continue;
    const found = OUTCOMES[kind];
    if (found !== null) outcomes.add(found);
  }
  if (isUndone(record)) outcomes.add('undone');
  if (isPardoned(record)) outcomes.add('pardoned');
  if (outcomes.size === 0) outcomes.add(nothingOf(mode, answered));
  return [...outcomes];
}

/** Why nothing came of a case. */
function nothingOf(
  mode: Case['mode'],
  answered: readonly { kind: string; outcome: Outcome | null }[],
): CaseOutcome {
  if (mode === 'shadow') return 'shadowed';
  const isRefused = answered.some(
    ({ kind, outcome }) => kind !== 'alert' && outcome?.status === 'refused',
  );
  return isRefused ? 'refused' : 'lookedAt';
}

/** Whether a moderator undid something of it, and Discord let them. */
export function isUndone({ rulings }: Case): boolean {
  return rulings.some(
    ({ kind, steps }) => kind === 'undo' && steps.some(({ outcome }) => outcome?.status === 'done'),
  );
}

const OUTCOMES: Record<
  | Case['steps'][number]['effect']['kind']
  | Case['rulings'][number]['steps'][number]['deed']['kind'],
  CaseOutcome | null
> = {
  delete: 'deleted',
  timeout: 'timedOut',
  kick: 'kicked',
  ban: 'banned',
  addRole: 'roles',
  removeRole: 'roles',
  notice: null,
  alert: null,
  liftTimeout: null,
  unban: null,
  takeRole: null,
  giveRole: null,
};
