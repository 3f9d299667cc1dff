import type { APIEmbed, REST } from 'discord.js';
import type { Case, Place } from '../moderation/case.ts';
import { caseButtons } from './alert-buttons.ts';
import { rulingsText } from './interactions/ruling-lines.ts';
import { editMessage, getMessage } from './rest.ts';
import { rulings as texts } from './texts-rulings.ts';

/** Discord's limits: the value of a field, and all the text of an embed. */
const FIELD_LENGTH = 1024;
const EMBED_LENGTH = 6000;
/** With less room the quoted text gives way: whoever ruled has read it. */
const LEAST_ROOM = 300;

/**
 * Shows on one post what moderators did, and the buttons for what they can do now. Nothing else of it changes, though the
 * text of the case be gone and the settings be others by now. Throws what Discord says.
 */
export async function refreshAlert(rest: REST, place: Place, record: Case): Promise<void> {
  const { channelId, messageId } = place;
  const { embeds } = await getMessage(rest, channelId, messageId);
  const [first, ...others] = embeds;
  await editMessage(rest, place, {
    // Somebody may have taken the embed away; then there are only the buttons.
    ...(first === undefined ? {} : { embeds: [withRulings(first, record), ...others] }),
    components: caseButtons(record),
  });
}

export function withRulings(embed: APIEmbed, record: Case): APIEmbed {
  const fields = (embed.fields ?? []).filter(({ name }) => name !== texts.field);
  if (record.rulings.length === 0) return { ...embed, fields };
  const room = EMBED_LENGTH - lengthOf({ ...embed, fields }) - texts.field.length;
  if (room < LEAST_ROOM && (embed.description ?? '') !== '') {
    return withRulings({ ...embed, description: '' }, record);
  }
  const value = rulingsText(record, Math.min(FIELD_LENGTH, room));
  return { ...embed, fields: [...fields, { name: texts.field, value }] };
}

/** As Discord counts: the texts of an embed that people see. */
function lengthOf({ author, title, description, fields = [], footer }: APIEmbed): number {
  const texts = [author?.name, title, description, footer?.text];
  return [...texts, ...fields.flatMap(({ name, value }) => [name, value])].join('').length;
}
