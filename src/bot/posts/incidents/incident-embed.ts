import { userMention, type APIEmbed } from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import type { IncidentFigures } from '../../domain/incidents/figures.ts';
import type { IncidentView, ServerPauses } from '../../domain/incidents/incident-ports.ts';
import { pauseSchema, type BulkAction, type Incident } from '../../domain/incidents/incident.ts';
import { timestamp } from '../../rendering/format.ts';
import type { Renderer } from '../../rendering/renderer.ts';
import { truncate } from '../../rendering/sanitize.ts';
import { quoteOf } from '../alerts/case-parts.ts';
import { refusalText } from '../alerts/refusal-lines.ts';

const RED = 0xe74c3c;
/** Close to the background, like an alert nobody has to read any more. */
const ENDED = 0x4e5058;

/** Discord's limit for the description of an embed. What matters least comes last. */
const DESCRIPTION_LENGTH = 4096;
const TEXT_LENGTH = 160;
/** How many of the moderators' latest actions are shown. */
const ACTIONS = 4;
/** How many of the members who were left out are named. */
const LEFT_OUT = 5;
const REFUSALS = 2;

type Pauses = ReturnType<ServerPauses['state']>;

/** The post about an incident, short like an alert. `pauses`: when the pauses of invites and direct messages end. */
export function incidentEmbed(renderer: Renderer, view: IncidentView, pauses: Pauses): APIEmbed {
  const { t } = renderer;
  const { incident, figures } = view;
  const title = t('incident:post.title', { number: incident.number });
  const description = [
    `**${title}** · ${sizeText(t, figures)}`,
    `-# ${stateText(t, incident)}`,
    ...incident.triggers.map((trigger) => `-# ${t(`incident:trigger.${trigger}`)}`),
    ...textLines(t, view),
    ...doneLines(t, figures),
    ...refusedLines(renderer, figures),
    ...incident.bulkActions.slice(-ACTIONS).flatMap((action) => actionLines(t, action, view)),
    ...pauseLines(t, pauses),
  ].join('\n');
  return {
    color: incident.endedAt === null ? RED : ENDED,
    description: truncate(description, DESCRIPTION_LENGTH),
  };
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

function textLines(t: Translate, { texts, figures, policy }: IncidentView): string[] {
  const isHidden = policy.alerts.spoiler;
  const lines = texts.map(({ text, cases }) => {
    const quote = quoteOf(t, text, { maxLength: TEXT_LENGTH, isHidden });
    return t('incident:post.text', { count: cases, text: quote });
  });
  const others = figures.textCount - figures.texts.length;
  if (others > 0) lines.push(t('incident:post.otherTexts', { count: others }));
  return lines;
}

function doneLines(t: Translate, { outcomes }: IncidentFigures): string[] {
  const textOf = (wanted: 'done' | 'watched'): string =>
    outcomes
      .filter(({ status }) => status === wanted)
      .map(({ kind, cases }) =>
        t('incident:post.outcome', { what: t(`effects:done.${kind}`), count: cases }),
      )
      .join(' · ');
  const [done, watched] = [textOf('done'), textOf('watched')];
  return [
    ...(done === '' ? [] : [`✅ ${done}`]),
    ...(watched === '' ? [] : [`👁️ ${t('incident:post.watch')}`, `👁️ ${watched}`]),
  ];
}

/** The failures, with their counts and how to fix them. */
function refusedLines(renderer: Renderer, { outcomes, refusals }: IncidentFigures): string[] {
  const { t } = renderer;
  const failed = outcomes
    .filter(({ status }) => status === 'refused')
    .map(({ kind, cases }) =>
      t('incident:post.outcome', { what: t(`effects:infinitive.${kind}`), count: cases }),
    )
    .join(' · ');
  const reasons = refusals.slice(0, REFUSALS).map((refusal) => refusalText(renderer, refusal));
  return failed === '' ? [] : [`⚠️ ${failed}`, ...reasons];
}

function actionLines(
  t: Translate,
  { kind, by, at, cases, skipped, result }: BulkAction,
  { progress }: IncidentView,
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

function pauseLines(t: Translate, pauses: Pauses): string[] {
  return pauseSchema.options.flatMap((what) => {
    const until = pauses?.[what] ?? null;
    return until === null
      ? []
      : [t(`incident:post.paused.${what}`, { until: timestamp(until, 't') })];
  });
}
