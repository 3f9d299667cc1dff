import { userMention } from 'discord.js';
import {
  type CommandDeps,
  duration,
  medianWait,
  type Reply,
  type SlashCall,
  timestamp,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { hiddenNote } from '../case/pages.ts';
import { canSeeChannel, spanOf } from './server.ts';
import { NEUTRAL_COLOUR } from '../shared/colours.ts';

const MAX_MODERATORS = 20;

type Figures = Awaited<ReturnType<CommandDeps['caseStatistics']['figures']>>;

/** The cases that each moderator handled, in channels that the viewer can see, and how long they waited. */
export async function showModerators(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, t } = call;
  const span = spanOf(call, deps);
  const canSee = canSeeChannel(call);
  const { timeZone } = await deps.policies.get(guild.id);
  const [{ handled, moderators }, waits] = await Promise.all([
    deps.caseStatistics.figures(guild.id, { ...span, timeZone, canSee }),
    deps.caseStatistics.waits(guild.id, { ...span, canSee }),
  ]);
  const [from, to] = [timestamp(span.fromMs), timestamp(span.toMs)];
  const lines = moderators.slice(0, MAX_MODERATORS).map((figures) => {
    const own = waits.filter(({ byId }) => byId === figures.key);
    return linesOf(t, figures, medianWait(own));
  });
  const time = timeOf(t, medianWait(waits));
  const total = t('stats:reply.moderators.all', { count: handled, time });
  const note = hiddenNote(call, t);
  return {
    embeds: [
      {
        title: t('stats:reply.moderators.title'),
        color: NEUTRAL_COLOUR,
        description:
          lines.length === 0
            ? t('stats:reply.moderators.none', { from, to })
            : [`${from} – ${to}`, total, ...lines].join('\n'),
        ...(note === null ? {} : { footer: { text: note } }),
      },
    ],
  };
}

function linesOf(
  t: Translate,
  { key, count, kinds }: Figures['moderators'][number],
  medianMs: number | null,
): string {
  const actions = kinds.map(
    (kind) =>
      `${t(`alerts:moderatorActions.completed.${kind.key}`)} ${kind.count.toLocaleString(t.language)}`,
  );
  const user = userMention(key);
  const head = t('stats:reply.moderators.line', { user, count, time: timeOf(t, medianMs) });
  return `${head}\n-# ${actions.join(' · ')}`;
}

function timeOf(t: Translate, medianMs: number | null): string {
  if (medianMs === null) return t('stats:reply.moderators.ownOnly');
  const seconds = Math.max(1, Math.round(medianMs / 1000));
  return t('stats:reply.moderators.median', { duration: duration(t.language, seconds) });
}
