import { activeEffectsOf } from '../../domain/actions/active-effects.ts';
import type { Case } from '../../domain/case.ts';
import type { AuthorHistory } from '../../domain/figures/author-history.ts';
import { timestamp } from '../../rendering/format.ts';
import type { Renderer } from '../../rendering/renderer.ts';
import { historyText } from './author-history.ts';

/** Facts that help to judge the author, and whether they know. */
export function authorFacts(
  renderer: Renderer,
  records: readonly Case[],
  earlier: AuthorHistory | null,
): (string | null)[] {
  const { t, show, mention } = renderer;
  const newest = records.at(-1);
  if (newest === undefined) return [];
  const { escalation, author } = newest;
  const strikes =
    escalation === null
      ? null
      : t('alerts:facts.strikes', { strikes: escalation.strikes, count: escalation.windowDays });
  const history = earlier === null ? null : historyText(renderer, earlier);
  // An alert about one case has room for it.
  const joined =
    author.joinedAt === null || records.length > 1
      ? null
      : t('alerts:facts.joined', { time: timestamp(author.joinedAt, 'R') });
  const notices = records.flatMap(({ steps }) =>
    steps.flatMap(({ effect, outcome }) => (effect.kind === 'notice' && outcome ? [outcome] : [])),
  );
  const notice = notices.find(({ status }) => status === 'done') ?? notices.at(-1);
  switch (notice?.status) {
    case 'done':
      return [strikes, history, joined, t('alerts:facts.dmSent')];
    case 'refused': {
      // Only members of the server can use the command.
      const dm = records.some(isRemoved)
        ? t('alerts:facts.dmRefusedRemoved')
        : t('alerts:facts.dmRefused', { command: mention('record mine') });
      return [strikes, history, joined, dm];
    }
    case 'deferred':
      return [strikes, history, joined, show(notice.detail)];
    case 'watched':
    case undefined:
      return [strikes, history, joined];
  }
}

function isRemoved(record: Case): boolean {
  const { isBanned, irreversible } = activeEffectsOf(record);
  return isBanned || irreversible.includes('kick');
}
