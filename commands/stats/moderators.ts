import { userMention } from 'discord.js';
import {
  type CommandDeps,
  duration,
  handledFigures,
  moderatorFigures,
  type Reply,
  type SlashCall,
  timestamp,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { hiddenNote } from '../case/pages.ts';
import { canSeeChannel, spanOf } from './server.ts';

const MAX_MODERATORS = 20;

type OfModerator = ReturnType<typeof moderatorFigures>[number];

/** The cases that each moderator handled, in channels that the viewer can see, and how long they waited. */
export async function showModerators(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, t } = call;
  const span = spanOf(call, deps);
  const canSee = canSeeChannel(call);
  const handled = await deps.caseStatistics.handled(guild.id, { ...span, canSee });
  const [from, to] = [timestamp(span.fromMs), timestamp(span.toMs)];
  const lines = moderatorFigures(handled)
    .slice(0, MAX_MODERATORS)
    .map((figures) => linesOf(t, figures));
  const all = handledFigures(handled);
  const total = t('stats:reply.moderators.all', { count: all.count, time: timeOf(t, all) });
  const note = hiddenNote(call, t);
  return {
    embeds: [
      {
        title: t('stats:reply.moderators.title'),
        color: 0x3498db,
        description:
          lines.length === 0
            ? t('stats:reply.moderators.none', { from, to })
            : [`${from} – ${to}`, total, ...lines].join('\n'),
        ...(note === null ? {} : { footer: { text: note } }),
      },
    ],
  };
}

function linesOf(t: Translate, figures: OfModerator): string {
  const { byId, count, kinds } = figures;
  const actions = kinds.map(
    (kind) =>
      `${t(`alerts:moderatorActions.completed.${kind.key}`)} ${kind.count.toLocaleString(t.language)}`,
  );
  const user = userMention(byId);
  const head = t('stats:reply.moderators.line', { user, count, time: timeOf(t, figures) });
  return `${head}\n-# ${actions.join(' · ')}`;
}

function timeOf(t: Translate, { medianMs }: ReturnType<typeof handledFigures>): string {
  if (medianMs === null) return t('stats:reply.moderators.ownOnly');
  const seconds = Math.max(1, Math.round(medianMs / 1000));
  return t('stats:reply.moderators.median', { duration: duration(t.language, seconds) });
}
