import type { APIEmbed, APIEmbedField, Client } from 'discord.js';
import { messageLink } from 'discord.js';
import type { Case } from '../../moderation/case.ts';
import type { EffectContext } from '../../moderation/ports.ts';
import { openRuling } from '../../moderation/rulings.ts';
import { alertEmbed } from '../alert-embed.ts';
import { avatarOf } from '../avatar.ts';
import { defuse, truncate } from '../text.ts';
import { record as texts } from '../texts-rulings.ts';

/** Discord's limit for the value of a field. */
const FIELD_LENGTH = 1024;
/** As long as a note may be. */
const NOTE_LENGTH = 500;

/** The whole record of a case: its alert as it would be posted now, and what an alert leaves out. */
export function caseEmbed(
  context: Pick<EffectContext, 'record' | 'policy' | 'text'>,
  client: Client,
): APIEmbed {
  const { record } = context;
  const embed = alertEmbed(context, avatarOf(client, record.author.id));
  const added = [...verdictFields(record), courseField(record), ...noteFields(record)];
  return { ...embed, fields: [...(embed.fields ?? []), ...added] };
}

function verdictFields({ judgement }: Case): APIEmbedField[] {
  if (judgement.kind !== 'verdict') return [];
  const { scores, sentiment, language, uuid, version } = judgement.verdict;
  const numbers = Object.entries(scores).map(([path, score]) => `${defuse(path, 50)} ${score}`);
  const value = [
    numbers.join(' · '),
    texts.verdict({ sentiment, language: defuse(language, 50) }),
    texts.result({ uuid: defuse(uuid, 60), version: defuse(version, 30) }),
  ].join('\n');
  return [{ name: texts.scores, value: truncate(value, FIELD_LENGTH) }];
}

/** When it began and ended, where its alert stands, and what is not answered yet. */
function courseField(record: Case): APIEmbedField {
  const { guildId, mode, openedAt, closedAt, alert, steps } = record;
  const waiting = steps.filter(({ outcome }) => outcome === null).map(({ effect }) => effect.kind);
  const refused = steps.flatMap(({ effect, outcome }) =>
    effect.kind === 'alert' && outcome?.status === 'refused' ? [outcome] : [],
  );
  const lines = [
    texts.opened(openedAt, mode),
    closedAt === null ? texts.waiting(waiting.join(', ')) : texts.closed(closedAt),
    ...(openRuling(record) === null ? [] : [texts.ruling]),
    ...(alert === null
      ? []
      : [texts.alert(messageLink(alert.channelId, alert.messageId, guildId))]),
    ...refused.map(({ reason, mend }) => `⛔ ${texts.noAlert} ${defuse(`${reason} ${mend}`, 400)}`),
  ];
  return { name: texts.course, value: truncate(lines.join('\n'), FIELD_LENGTH) };
}

/** The latest notes that fit, oldest first. */
function noteFields({ notes }: Case): APIEmbedField[] {
  if (notes.length === 0) return [];
  const lines: string[] = [];
  let left = FIELD_LENGTH;
  for (const { by, at, text } of notes.toReversed()) {
    const line = texts.note(by.id, at, defuse(text, NOTE_LENGTH));
    left -= line.length + 1;
    if (left < 0) break;
    lines.unshift(line);
  }
  return [{ name: texts.notes(notes.length), value: lines.join('\n') }];
}
