import type { APIEmbed, REST } from 'discord.js';
import { languages } from '../../locales/languages.ts';
import { translator } from '../../locales/translate.ts';
import type { Case, MessageRef } from '../../moderation/case.ts';
import { caseButtons } from './alert-buttons.ts';
import { WAITING } from './alert-embed.ts';
import { moderatorActionsText } from './moderator-action-lines.ts';
import { editMessage, getMessage } from '../rest/rest.ts';
import type { Renderer } from '../renderer.ts';
import { truncate } from '../sanitize.ts';

/** Discord's limits: the value of a field, and all the text of an embed. */
const FIELD_LENGTH = 1024;
const EMBED_LENGTH = 6000;
/** With less room than this, the quoted text is removed: the moderator has read it. */
const MIN_ROOM = 300;

/** The field's name in any language: the server may have changed its language since the last refresh. */
const FIELD_NAMES: ReadonlySet<string> = new Set(
  languages.map((language) => translator(language)('alerts:moderatorActions.field')),
);

/**
 * Shows the moderator actions on a post, and the buttons for what is possible now. The rest stays, because the text of
 * the case may be deleted and the settings may have changed. Throws the errors of discord.js.
 */
export async function refreshKeywordAlert(
  rest: REST,
  renderer: Renderer,
  { place, record }: { place: MessageRef; record: Case },
): Promise<void> {
  const { channelId, messageId } = place;
  const { embeds } = await getMessage(rest, channelId, messageId);
  const [first, ...others] = embeds;
  await editMessage(rest, place, {
    // Moderators can remove the embed; then only the buttons are left.
    ...(first === undefined
      ? {}
      : { embeds: [withModeratorActions(renderer, first, record), ...others] }),
    components: caseButtons(renderer.t, record),
  });
}

export function withModeratorActions(renderer: Renderer, embed: APIEmbed, record: Case): APIEmbed {
  const fieldName = renderer.t('alerts:moderatorActions.field');
  const fields = (embed.fields ?? [])
    .filter(({ name }) => !FIELD_NAMES.has(name))
    .map((field) => ({ ...field, value: withNotice(renderer, field.value, record) }));
  if (record.moderatorActions.length === 0) return { ...embed, fields };
  const room = EMBED_LENGTH - lengthOf({ ...embed, fields }) - fieldName.length;
  if (room < MIN_ROOM && (embed.description ?? '') !== '') {
    return withModeratorActions(renderer, { ...embed, description: '' }, record);
  }
  const value = moderatorActionsText(renderer, record, Math.min(FIELD_LENGTH, room));
  return { ...embed, fields: [...fields, { name: fieldName, value }] };
}

/** Replaces the line about a notice that waited by what became of it. */
function withNotice({ t, show }: Renderer, value: string, { steps }: Case): string {
  if (!value.includes(WAITING)) return value;
  const notice = steps.find(({ effect }) => effect.kind === 'notice')?.outcome ?? null;
  const lines = value.split('\n').map((line) => {
    if (!line.startsWith(WAITING)) return line;
    switch (notice?.status) {
      case 'done':
        return `✅ ${t('effects:done.notice')}`;
      case 'refused':
        return `⛔ ${show(notice.reason)}`;
      case 'deferred':
        return `${WAITING}${show(notice.detail)}`;
      case 'shadowed':
      case undefined:
        return line;
    }
  });
  return truncate(lines.join('\n'), FIELD_LENGTH);
}

/** The length that Discord limits: the visible texts of an embed. */
function lengthOf({ author, title, description, fields = [], footer }: APIEmbed): number {
  const texts = [author?.name, title, description, footer?.text];
  return [...texts, ...fields.flatMap(({ name, value }) => [name, value])].join('').length;
}
