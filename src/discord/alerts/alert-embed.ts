import {
  channelMention,
  messageLink,
  roleMention,
  userMention,
  type APIEmbed,
  type APIEmbedField,
  type Client,
} from 'discord.js';
import { isMessageKey, type Translate } from '../../locales/translate.ts';
import type { Case, Judgement } from '../../moderation/case.ts';
import type { Effect, EffectKind } from '../../moderation/effects.ts';
import { ANY_ACTION, type Policy } from '../../moderation/policy.ts';
import type { EffectContext } from '../../moderation/ports.ts';
import type { Subject } from '../../moderation/snapshot.ts';
import { highestScores } from '../../moderation/verdict.ts';
import { moderatorActionsText } from './moderator-action-lines.ts';
import { duration, rounded } from '../format.ts';
import type { Renderer } from '../renderer.ts';
import { defuse, spoiler, truncate, visible } from '../sanitize.ts';

const GREY = 0x95a5a6;
const BLUE = 0x3498db;

/** From blue (review) over yellow and orange to red. */
const SEVERITY: Record<EffectKind, { rank: number; colour: number }> = {
  alert: { rank: 0, colour: BLUE },
  notice: { rank: 1, colour: 0xf1c40f },
  delete: { rank: 2, colour: 0xf39c12 },
  resetName: { rank: 2, colour: 0xf39c12 },
  addRole: { rank: 3, colour: 0xe67e22 },
  removeRole: { rank: 3, colour: 0xe67e22 },
  timeout: { rank: 4, colour: 0xe67e22 },
  kick: { rank: 5, colour: 0xe74c3c },
  ban: { rank: 6, colour: 0xc0392b },
};

/** Discord's limits: the value of a field, and all the text of an embed. */
const FIELD_LENGTH = 1024;
const EMBED_LENGTH = 6000;
/** The longest quote, if the rest leaves enough room. */
const TEXT_LENGTH = 1800;
/** For the bars of a spoiler, or the words in place of a text. */
const QUOTE_MARGIN = 50;
/** The limit of a reason and of a fix: a refusal with the longest names fits into one field. */
const SENTENCE_LENGTH = 300;

/** The post about a case in the moderator channel. */
export function alertEmbed(
  renderer: Renderer,
  { record, policy, text }: Pick<EffectContext, 'record' | 'policy' | 'text'>,
  avatarUrl: string,
): APIEmbed {
  const { t } = renderer;
  const { author, judgement } = record;
  const name = visible(author.name, 100) || author.id || t('alerts:unknownAuthor');
  const title = titleOf(t, record);
  const footer = alertFooter(t, record);
  const facts = [
    ...judgementFields(renderer, judgement),
    whereField(t, record),
    ...stepFields(renderer, record, policy),
    ...withheldField(t, record),
    ...escalationField(t, record),
  ].map((field) => ({ ...field, value: truncate(field.value, FIELD_LENGTH) }));
  const room = EMBED_LENGTH - QUOTE_MARGIN - name.length - title.length - footer.length;
  const actions = moderatorActionsField(renderer, record, room - lengthOf(facts));
  const fields = [...facts, ...actions];
  return {
    color: colourOf(record),
    author: { name, icon_url: avatarUrl },
    title,
    description: quoteOf(t, text, Math.min(TEXT_LENGTH, room - lengthOf(fields))),
    fields,
    footer: { text: footer },
    timestamp: new Date(record.openedAt).toISOString(),
  };
}

function lengthOf(fields: readonly APIEmbedField[]): number {
  return fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
}

/** Identifies an alert, so that it is found after a restart. */
export function alertFooter(t: Translate, { number, rule }: Pick<Case, 'number' | 'rule'>): string {
  return t('alerts:footer', { number, rule: rule === ANY_ACTION ? t('alerts:anyRule') : rule });
}

function colourOf({ judgement, steps, withheld }: Case): number {
  if (judgement.kind !== 'verdict') return GREY;
  const effects = [...steps.map(({ effect }) => effect), ...(withheld?.effects ?? [])];
  return SEVERITY[mostSevereOf(effects.map(({ kind }) => kind)) ?? 'alert'].colour;
}

/** The effect that determines an alert's colour and title. */
function mostSevereOf(kinds: readonly EffectKind[]): EffectKind | null {
  return kinds.reduce<EffectKind | null>(
    (mostSevere, kind) =>
      mostSevere === null || SEVERITY[kind].rank > SEVERITY[mostSevere].rank ? kind : mostSevere,
    null,
  );
}

function titleOf(t: Translate, { subject, judgement, mode, withheld, steps }: Case): string {
  const about = subject === 'message' ? 'title' : 'otherTitle';
  if (judgement.kind === 'unchecked') return t(`alerts:${about}.unchecked`);
  if (judgement.kind === 'moderator') return t('alerts:title.moderator');
  if (withheld !== null) return t('alerts:title.withheld');
  const actions = steps.filter(({ effect }) => effect.kind !== 'alert');
  if (actions.length === 0) return t(`alerts:${about}.nothing`);
  if (mode === 'shadow') return t('alerts:title.shadow');
  const isLeft = actions.some(
    ({ effect, outcome }) => effect.kind === 'delete' && outcome?.status === 'refused',
  );
  if (isLeft) return t(`alerts:${about}.refused`);
  const completed = actions.filter(({ outcome }) => outcome?.status === 'done');
  const mostSevere = mostSevereOf(completed.map(({ effect }) => effect.kind));
  return mostSevere === null ? t(`alerts:${about}.refused`) : t(`effects:done.${mostSevere}`);
}

function quoteOf(t: Translate, text: string | null, maxLength: number): string {
  if (text === null) return t('alerts:textExpired');
  if (maxLength < 1) return '';
  const quote = defuse(text, maxLength);
  return quote === '' ? t('alerts:noText') : spoiler(quote);
}

function whereField(t: Translate, record: Case): APIEmbedField {
  const { subject, author, channelId, guildId, messageId, edited } = record;
  if (subject !== 'message') return { name: t('alerts:where'), value: placeOf(t, record, subject) };
  const value = t(edited ? 'alerts:placeAfterEdit' : 'alerts:place', {
    author: authorText(t, author),
    channel: channelMention(channelId),
    link: messageLink(channelId, messageId, guildId),
  });
  const split = record.earlierMessageIds.length;
  const notes = [
    ...(split === 0 ? [] : [t('alerts:splitText', { count: split + 1 })]),
    ...(record.isTranscript === true ? [`🎙️ ${t('alerts:transcript')}`] : []),
  ];
  return { name: t('alerts:where'), value: [value, ...notes].join('\n') };
}

/** What the text is, where it is, and whose it is. */
function placeOf(
  t: Translate,
  { author, guildId, channelId, messageId }: Case,
  subject: Exclude<Subject, 'message'>,
): string {
  const kind = t(`alerts:placeOf.${subject}`);
  const eventId = messageId.slice(messageId.indexOf(':') + 1);
  const place =
    subject === 'event'
      ? `https://discord.com/events/${guildId}/${eventId}`
      : channelMention(channelId);
  const where = subject === 'name' || subject === 'nickname' ? kind : `${kind} · ${place}`;
  return `${where} · ${authorText(t, author)}`;
}

/** A webhook has no profile, so a mention of it would not name it. */
export function authorText(t: Translate, { id, name, kind, usedBy }: Case['author']): string {
  switch (kind) {
    case 'person':
      return userMention(id);
    case 'unknown':
      return t('alerts:unknownAuthor');
    case 'webhook':
      return t('alerts:webhook', { name: defuse(name, 100) });
    case 'bot':
      return usedBy === null
        ? t('alerts:bot', { bot: userMention(id) })
        : t('alerts:appUsedBy', { bot: userMention(id), member: userMention(usedBy) });
  }
}

/** The name of a score by its path on the wire; one without a name is shown by its path. */
export function scoreName(t: Translate, path: string): string {
  const key = `alerts:score.${path}`;
  return isMessageKey(key) ? t(key) : defuse(path, 50);
}

function judgementFields({ t, show }: Renderer, judgement: Judgement): APIEmbedField[] {
  if (judgement.kind === 'unchecked') {
    const reason = truncate(show(judgement.reason), 600);
    return [{ name: t('alerts:unchecked'), value: `${reason}\n${t('alerts:judgeYourself')}` }];
  }
  if (judgement.kind === 'moderator') {
    return [{ name: t('alerts:occasion'), value: truncate(show(judgement.occasion), 600) }];
  }
  const { verdict } = judgement;
  const scores = highestScores(verdict, 3).map(
    ([path, score]) => `${scoreName(t, path)} **${rounded(score)}**`,
  );
  const suggestion: APIEmbedField = {
    name: t('alerts:suggestion'),
    value: `**${defuse(verdict.action, 64) || '–'}** · ${rounded(verdict.confidence)}`,
    inline: true,
  };
  if (scores.length === 0) return [suggestion];
  return [suggestion, { name: t('alerts:highestScores'), value: scores.join(' · '), inline: true }];
}

/** Begins the line about a notice that waits, so that a refresh finds it. */
export const WAITING = '⏳ ';

function stepFields({ t, show }: Renderer, { mode, steps }: Case, policy: Policy): APIEmbedField[] {
  const completed: string[] = [];
  const refused: APIEmbedField[] = [];
  const isShadow = mode === 'shadow';
  for (const { effect, outcome } of steps) {
    if (effect.kind === 'alert' || outcome === null) continue;
    switch (outcome.status) {
      case 'done':
        completed.push(
          `✅ ${doneLine(t, effect, policy)}${outcome.detail ? `. ${show(outcome.detail)}` : ''}`,
        );
        break;
      case 'deferred':
        completed.push(`${WAITING}${show(outcome.detail)}`);
        break;
      case 'shadowed':
        completed.push(`👁️ ${doneLine(t, effect, policy)}`);
        break;
      case 'refused':
        refused.push({
          name: t(isShadow ? 'alerts:wouldHaveRefused' : 'alerts:refused'),
          value:
            `⛔ **${capitalize(t(`effects:infinitive.${effect.kind}`))}** – ` +
            `${truncate(show(outcome.reason), SENTENCE_LENGTH)}\n` +
            `🔧 ${truncate(show(outcome.fix), SENTENCE_LENGTH)}`,
        });
    }
  }
  if (completed.length === 0) return refused;
  const lines = isShadow ? [t('alerts:shadow'), ...completed] : completed;
  const name = t(isShadow ? 'alerts:wouldHaveDone' : 'alerts:done');
  return [{ name, value: lines.join('\n') }, ...refused];
}

function doneLine(t: Translate, effect: Effect, policy: Policy): string {
  const done = t(`effects:done.${effect.kind}`);
  switch (effect.kind) {
    case 'timeout':
      return `${done} (${duration(t.language, effect.seconds ?? policy.timeoutSeconds)})`;
    case 'addRole':
    case 'removeRole':
      return `${done}: ${roleMention(effect.roleId)}`;
    case 'delete':
    case 'resetName':
    case 'notice':
    case 'kick':
    case 'ban':
    case 'alert':
      return done;
  }
}

function withheldField(t: Translate, { withheld }: Case): APIEmbedField[] {
  if (withheld === null) return [];
  const actions = withheld.effects.map(({ kind }) => t(`effects:infinitive.${kind}`)).join(', ');
  const value = t(`alerts:withheldFrom.${withheld.rank}`, { actions });
  return [{ name: t('alerts:withheld'), value }];
}

function escalationField(t: Translate, { escalation }: Case): APIEmbedField[] {
  if (escalation === null) return [];
  const { strikes, windowDays } = escalation;
  return [
    { name: t('alerts:escalation'), value: t('alerts:strikes', { strikes, count: windowDays }) },
  ];
}

/** What moderators did about it by hand. */
function moderatorActionsField(renderer: Renderer, record: Case, room: number): APIEmbedField[] {
  if (record.moderatorActions.length === 0) return [];
  const name = renderer.t('alerts:moderatorActions.field');
  const value = moderatorActionsText(renderer, record, Math.min(FIELD_LENGTH, room - name.length));
  return [{ name, value }];
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A user's avatar from the cache, or the default avatar for the id. */
export function avatarOf({ users, rest }: Client, userId: string): string {
  const user = users.cache.get(userId);
  if (user !== undefined) return user.displayAvatarURL({ size: 64 });
  return rest.cdn.defaultAvatar(Number((BigInt(userId) >> 22n) % 6n));
}
