import type { APIEmbed, APIEmbedField, Client } from 'discord.js';
import { messageLink, userMention } from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import type { Case } from '../../moderation/case.ts';
import type { EffectContext } from '../../moderation/ports.ts';
import { openModeratorAction } from '../../moderation/actions/moderator-actions.ts';
import { alertEmbed, avatarOf } from './alert-embed.ts';
import type { VerdictQuotes } from '../../moderation/verdict.ts';
import { verdictDetailLines } from './verdict-details.ts';
import { defuse, truncate } from '../sanitize.ts';
import { timestamp } from '../format.ts';
import type { Renderer } from '../renderer.ts';

/** Discord's limit for the value of a field. */
const FIELD_LENGTH = 1024;
/** The longest note. */
const NOTE_LENGTH = 500;

/** The whole record of a case: its current alert, and what an alert leaves out. */
export function caseEmbed(
  renderer: Renderer,
  context: Pick<EffectContext, 'record' | 'policy' | 'text'> & { quotes: VerdictQuotes | null },
  client: Client,
): APIEmbed {
  const { record, quotes } = context;
  const embed = alertEmbed(renderer, context, avatarOf(client, record.author.id));
  const { t } = renderer;
  const added = [
    ...verdictFields(t, record, quotes),
    progressField(renderer, record),
    ...noteFields(t, record),
  ];
  return { ...embed, fields: [...(embed.fields ?? []), ...added] };
}

function verdictFields(
  t: Translate,
  { judgement }: Case,
  quotes: VerdictQuotes | null,
): APIEmbedField[] {
  if (judgement.kind !== 'verdict') return [];
  const { scores, sentiment, language, uuid, version, details } = judgement.verdict;
  const numbers = Object.entries(scores).map(([path, score]) => `${defuse(path, 50)} ${score}`);
  const value = [
    numbers.join(' · '),
    t('alerts:record.sentiment', { sentiment, language: defuse(language, 50) || '–' }),
    t('alerts:record.result', { uuid: defuse(uuid, 60), version: defuse(version, 30) }),
  ].join('\n');
  const more = verdictDetailLines(details, quotes).join('\n');
  return [
    { name: t('alerts:record.verdict'), value: truncate(value, FIELD_LENGTH) },
    ...(more === ''
      ? []
      : [{ name: t('alerts:record.details'), value: truncate(more, FIELD_LENGTH) }]),
  ];
}

/** When the case was opened and closed, its alert, and what Discord has not answered yet. */
function progressField({ t, show }: Renderer, record: Case): APIEmbedField {
  const { guildId, mode, openedAt, closedAt, alert, steps } = record;
  const waiting = steps.flatMap(({ effect, outcome }) =>
    outcome === null ? [t(`effects:infinitive.${effect.kind}`)] : [],
  );
  const refused = steps.flatMap(({ effect, outcome }) =>
    effect.kind === 'alert' && outcome?.status === 'refused' ? [outcome] : [],
  );
  const lines = [
    t('alerts:record.opened', { time: timestamp(openedAt), mode }),
    closedAt === null
      ? t('alerts:record.waiting', { effects: waiting.join(', ') })
      : t('alerts:record.closed', { time: timestamp(closedAt) }),
    ...(record.incident === null ? [] : [t('alerts:record.incident', { number: record.incident })]),
    ...(openModeratorAction(record) === null ? [] : [t('alerts:record.moderatorAction')]),
    ...(alert === null
      ? []
      : [
          t('alerts:record.alert', {
            link: messageLink(alert.channelId, alert.messageId, guildId),
          }),
        ]),
    ...refused.map(
      ({ reason, fix }) =>
        `⛔ ${t('alerts:record.alertFailed')} ${truncate(`${show(reason)} ${show(fix)}`, 400)}`,
    ),
  ];
  return { name: t('alerts:record.progress'), value: truncate(lines.join('\n'), FIELD_LENGTH) };
}

/** The latest notes that fit, oldest first. */
function noteFields(t: Translate, { notes }: Case): APIEmbedField[] {
  if (notes.length === 0) return [];
  const lines: string[] = [];
  let left = FIELD_LENGTH;
  for (const { by, at, text } of notes.toReversed()) {
    const line = t('alerts:record.note', {
      user: userMention(by.id),
      time: timestamp(at),
      text: defuse(text, NOTE_LENGTH),
    });
    left -= line.length + 1;
    if (left < 0) break;
    lines.unshift(line);
  }
  return [{ name: t('alerts:record.notes', { count: notes.length }), value: lines.join('\n') }];
}
