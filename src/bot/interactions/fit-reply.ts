import {
  ComponentType,
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  type APIEmbed,
  type APISelectMenuComponent,
} from 'discord.js';
import type { Translate } from '../locales/translate.ts';
import { truncate, visible } from '../rendering/sanitize.ts';
import type { Choice, Reply, ReplyFile } from './command.ts';
import { fitEmbeds } from './embed-limits.ts';

/* Discord's limits for a message (documentation: Create Message, Component Reference). Lengths are UTF-16 units. */

const CONTENT = 2000;
const FILES = 10;
/** For all files of a message together, in a server without boosts. */
const UPLOAD_BYTES = 10 * 1024 * 1024;
const DESCRIPTION = 1024;
const ROWS = 5;
const BUTTONS = 5;
const LABEL = 80;
const OPTIONS = 25;
const OPTION_TEXT = 100;
const PLACEHOLDER = 150;
const CHOICES = 25;
const CHOICE_TEXT = 100;

/** A reply that Discord accepts. Long texts are cut, and a note says how many files are missing. */
export function fitReply(
  { content = '', embeds = [], files = [], components = [] }: Reply,
  t: Translate,
): Required<Omit<Reply, 'isOnPost'>> {
  const kept = filesThatFit(files);
  const leftOut = files.length - kept.length;
  const text = withNote(
    content,
    leftOut === 0 ? '' : t('interactions:filesLeftOut', { count: leftOut }),
  );
  const shown = fitEmbeds(embeds).map((embed) => withoutMissingImages(embed, kept));
  const isEmpty = text.trim() === '' && shown.length === 0 && kept.length === 0;
  return {
    content: isEmpty ? t('interactions:done') : text,
    embeds: shown,
    files: kept,
    components: fitRows(components),
  };
}

/** Suggestions that Discord accepts; a single invalid one would fail the whole answer. */
export function fitChoices(choices: readonly Choice[]): Choice[] {
  return choices
    .map(({ name, value }) => ({ name: visible(name, CHOICE_TEXT), value }))
    .filter(({ name, value }) => name !== '' && value !== '' && value.length <= CHOICE_TEXT)
    .slice(0, CHOICES);
}

function withNote(content: string, note: string): string {
  if (note === '') return truncate(content, CONTENT);
  if (content === '') return note;
  return `${truncate(content, CONTENT - note.length - 2)}\n\n${note}`;
}

function filesThatFit(files: readonly ReplyFile[]): ReplyFile[] {
  let bytes = 0;
  const kept: ReplyFile[] = [];
  for (const file of files) {
    if (kept.length === FILES || bytes + file.data.byteLength > UPLOAD_BYTES) continue;
    bytes += file.data.byteLength;
    const { description } = file;
    kept.push(
      description === undefined
        ? file
        : { ...file, description: truncate(description, DESCRIPTION) },
    );
  }
  return kept;
}

const ATTACHED = 'attachment://';

/** Removes images whose file is not attached. */
function withoutMissingImages(embed: APIEmbed, files: readonly ReplyFile[]): APIEmbed {
  const { image, thumbnail, ...rest } = embed;
  const isThere = (url: string): boolean =>
    !url.startsWith(ATTACHED) || files.some(({ name }) => url === ATTACHED + name);
  return {
    ...rest,
    ...(image !== undefined && isThere(image.url) ? { image } : {}),
    ...(thumbnail !== undefined && isThere(thumbnail.url) ? { thumbnail } : {}),
  };
}

type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

function fitRows(rows: readonly Row[]): Row[] {
  return rows
    .filter(({ components }) => components.length > 0)
    .slice(0, ROWS)
    .map((row) => ({ ...row, components: row.components.slice(0, BUTTONS).map(fitComponent) }));
}

function fitComponent(component: APIComponentInMessageActionRow): APIComponentInMessageActionRow {
  if (component.type !== ComponentType.Button) return fitSelect(component);
  if (!('label' in component) || component.label === undefined) return component;
  return { ...component, label: truncate(component.label, LABEL) };
}

function fitSelect(select: APISelectMenuComponent): APISelectMenuComponent {
  const { placeholder } = select;
  const cut = placeholder === undefined ? {} : { placeholder: truncate(placeholder, PLACEHOLDER) };
  if (select.type !== ComponentType.StringSelect) return { ...select, ...cut };
  const options = select.options.slice(0, OPTIONS).map(({ label, description, ...option }) => ({
    ...option,
    label: truncate(label, OPTION_TEXT),
    ...(description === undefined ? {} : { description: truncate(description, OPTION_TEXT) }),
  }));
  return { ...select, ...cut, options };
}
