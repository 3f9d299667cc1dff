import { userMention, type APIEmbed, type APIEmbedField } from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import type { IncidentFigures } from '../../moderation/incidents/figures.ts';
import type { IncidentView, ServerPauses } from '../../moderation/incidents/incident-ports.ts';
import type { BulkAction, Incident } from '../../moderation/incidents/incident.ts';
import { pauseSchema } from '../../moderation/incidents/incident.ts';
import { timestamp } from '../format.ts';
import type { Renderer } from '../renderer.ts';
import { defuse, spoiler, truncate } from '../sanitize.ts';

const RED = 0xe74c3c;
const GREY = 0x95a5a6;

/** Discord's limit for the value of a field. */
const FIELD_LENGTH = 1024;
const TEXT_LENGTH = 160;
const SENTENCE_LENGTH = 300;
/** Actions of moderators shown, the latest ones. */
const ACTIONS = 4;
/** Members who were left out, by name. */
const LEFT_OUT = 5;
const REFUSALS = 2;

/** The post about an incident. `pauses`: until when invites and direct messages are paused. */
export function incidentEmbed(
  renderer: Renderer,
  view: IncidentView,
  pauses: ReturnType<ServerPauses['state']>,
): APIEmbed {
  const { t } = renderer;
  const { incident, figures } = view;
  const triggers = incident.triggers.map((trigger) => t(`incident:trigger.${trigger}`));
  const isShadow = figures.outcomes.some(({ status }) => status === 'shadowed');
  return {
    color: incident.endedAt === null ? RED : GREY,
    title: t('incident:post.title', { number: incident.number }),
    description: [
      `**${sizeText(t, figures)}**`,
      stateText(t, incident),
      ...triggers,
      ...(isShadow ? [t('alerts:shadow')] : []),
    ].join('\n'),
    fields: [
      ...textFields(t, view),
      ...doneFields(t, figures),
      ...refusedFields(renderer, figures),
      ...actionFields(t, view, pauses),
    ].map((field) => ({ ...field, value: truncate(field.value, FIELD_LENGTH) })),
    footer: { text: incidentFooter(t, incident) },
    timestamp: new Date(incident.openedAt).toISOString(),
  };
}

/** Identifies the post, so that it is found after a restart. */
export function incidentFooter(t: Translate, { number }: Pick<Incident, 'number'>): string {
  return t('incident:post.title', { number });
}

/** `187 messages · 42 members · 3 channels` */
export function sizeText(
  t: Translate,
  { cases, members, channels }: Pick<IncidentFigures, 'cases' | 'members' | 'channels'>,
): string {
  return [
    t('incident:post.messages', { count: cases }),
    t('incident:post.members', { count: members }),
    t('incident:post.channels', { count: channels }),
  ].join(' · ');
}

function stateText(t: Translate, { openedAt, endedAt, endedBy }: Incident): string {
  const since = timestamp(openedAt);
  if (endedAt === null) return t('incident:post.ongoing', { since });
  const until = timestamp(endedAt, 't');
  return endedBy === null
    ? t('incident:post.ended', { since, until })
    : t('incident:post.endedBy', { since, until, user: userMention(endedBy.id) });
}

function textFields(t: Translate, { texts, figures, policy }: IncidentView): APIEmbedField[] {
  if (texts.length === 0) return [];
  const lines = texts.map(({ text, cases }) =>
    t('incident:post.text', { count: cases, text: quoteOf(t, text, policy.alerts.spoiler) }),
  );
  const others = figures.textCount - texts.length;
  if (others > 0) lines.push(t('incident:post.otherTexts', { count: others }));
  return [{ name: t('incident:post.texts'), value: lines.join('\n') }];
}

/** On one line, so that a text cannot look like several. */
function quoteOf(t: Translate, text: string | null, isHidden: boolean): string {
  if (text === null) return t('alerts:textExpired');
  const quote = defuse(text.replaceAll(/\s+/g, ' '), TEXT_LENGTH);
  if (quote === '') return t('alerts:noText');
  return isHidden ? spoiler(quote) : quote;
}

function doneFields(t: Translate, { outcomes }: IncidentFigures): APIEmbedField[] {
  const lines = outcomes.flatMap(({ kind, status, cases }) => {
    const mark = status === 'done' ? '✅' : status === 'shadowed' ? '👁️' : null;
    const what = t(`effects:done.${kind}`);
    return mark === null ? [] : [`${mark} ${t('incident:post.outcome', { what, count: cases })}`];
  });
  return lines.length === 0 ? [] : [{ name: t('alerts:done'), value: lines.join('\n') }];
}

/** What failed, how often, and how to fix it. */
function refusedFields({ t, show }: Renderer, figures: IncidentFigures): APIEmbedField[] {
  const failed = figures.outcomes.filter(({ status }) => status === 'refused');
  if (failed.length === 0) return [];
  const counts = failed.map(({ kind, cases }) => {
    const what = t(`effects:infinitive.${kind}`);
    return `⛔ ${t('incident:post.outcome', { what, count: cases })}`;
  });
  const reasons = figures.refusals.slice(0, REFUSALS).map(({ reason, fix }) => {
    const [why, how] = [reason, fix].map((each) => truncate(show(each), SENTENCE_LENGTH));
    return `${why}\n🔧 ${how}`;
  });
  return [{ name: t('alerts:refused'), value: [...counts, ...reasons].join('\n') }];
}

function actionFields(
  t: Translate,
  { incident, progress }: IncidentView,
  pauses: ReturnType<ServerPauses['state']>,
): APIEmbedField[] {
  const lines = incident.bulkActions
    .slice(-ACTIONS)
    .flatMap((action) => actionLines(t, action, progress));
  for (const what of pauseSchema.options) {
    const until = pauses?.[what] ?? null;
    if (until === null) continue;
    lines.push(t(`incident:post.paused.${what}`, { until: timestamp(until, 't') }));
  }
  return lines.length === 0 ? [] : [{ name: t('incident:post.byHand'), value: lines.join('\n') }];
}

function actionLines(
  t: Translate,
  { kind, by, at, cases, skipped, result }: BulkAction,
  progress: IncidentView['progress'],
): string[] {
  const values = {
    action: t(`incident:action.${kind}`),
    user: userMention(by.id),
    time: timestamp(at, 't'),
    total: cases.length,
  };
  const line =
    result === null
      ? t('incident:post.running', { ...values, done: progress?.done ?? 0 })
      : t('incident:post.completed', { ...values, done: result.done });
  if (skipped.length === 0) return [line];
  const named = skipped.slice(0, LEFT_OUT).map(({ memberId }) => userMention(memberId));
  const members = [...named, ...(skipped.length > LEFT_OUT ? ['…'] : [])].join(' ');
  return [line, t('incident:post.skipped', { count: skipped.length, members })];
}
