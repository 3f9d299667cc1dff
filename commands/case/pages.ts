import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
} from 'discord.js';
import {
  type CanSee,
  type Case,
  type CommandDeps,
  isAboveChannels,
  isTextAllowed,
  isUndone,
  manualActionOf,
  type Translate,
  type Viewer,
} from '../../src/bot/command-kit.ts';

export const whichCases = ['open', 'settled', 'undone', 'manual'] as const;
export type Which = (typeof whichCases)[number];

/** The cases to show. Buttons carry the whole range in their custom ids. */
export interface Range {
  readonly authorId: string | null;
  readonly which: Which | null;
  /** Only cases below this number. */
  readonly below: number | null;
}

export interface CasePage {
  readonly records: readonly Case[];
  /** Start of the next older page; null on the last page. */
  readonly older: number | null;
}

const PAGE_SIZE = 8;
const CHUNK = 50;
/** Limits the search for rare cases. */
const MAX_SCANNED = 2000;

/** A page of the cases the viewer can see. New cases are added at the top, so a page is identified by its start. */
export async function pageOfCases(
  { guildId, canSee }: { readonly guildId: string; readonly canSee: CanSee },
  { authorId, which, below }: Range,
  { cases }: Pick<CommandDeps, 'cases'>,
): Promise<CasePage> {
  const records: Case[] = [];
  let next = below;
  for (let scanned = 0; scanned < MAX_SCANNED; scanned += CHUNK) {
    const chunk = await cases.list(guildId, {
      ...(authorId === null ? {} : { authorId }),
      ...(next === null ? {} : { below: next }),
      limit: CHUNK,
    });
    for (const record of chunk) {
      if (!matches(record, which) || !(await canSee(record))) continue;
      if (records.length === PAGE_SIZE) return { records, older: records.at(-1)?.number ?? 0 };
      records.push(record);
    }
    const last = chunk.at(-1);
    // A chunk is also shorter if one of its records cannot be read.
    if (last === undefined) return { records, older: null };
    next = last.number;
  }
  return { records, older: next };
}

/** Buttons to the newest page and to the next older one. `id`: of the component that shows the range. */
export function pageButtons(
  {
    id,
    range,
    older,
  }: { readonly id: string; readonly range: Range; readonly older: number | null },
  t: Translate,
): APIActionRowComponent<APIComponentInMessageActionRow>[] {
  const { authorId, which, below } = range;
  if (below === null && older === null) return [];
  const button = (label: string, to: number | null, isDisabled: boolean) => ({
    type: ComponentType.Button as const,
    style: ButtonStyle.Secondary as const,
    label,
    custom_id: [id, authorId ?? '-', which ?? '-', to ?? (isDisabled ? 'none' : 'newest')].join(
      ':',
    ),
    disabled: isDisabled,
  });
  return [
    {
      type: ComponentType.ActionRow,
      components: [
        button(t('case:reply.list.newest'), null, below === null),
        button(t('case:reply.list.older'), older, older === null),
      ],
    },
  ];
}

export function rangeOf([authorId = '-', which = '-', below]: readonly string[]): Range {
  return {
    authorId: authorId === '-' ? null : authorId,
    which: whichCases.find((name) => name === which) ?? null,
    below: Number.isInteger(Number(below)) ? Number(below) : null,
  };
}

function matches(record: Case, which: Which | null): boolean {
  switch (which) {
    case null:
      return true;
    case 'open':
      return record.moderatorActions.length === 0 && manualActionOf(record) === null;
    case 'settled':
      return record.moderatorActions.length > 0 || manualActionOf(record) !== null;
    case 'undone':
      return isUndone(record) || isTextAllowed(record);
    case 'manual':
      return manualActionOf(record) !== null;
  }
}

/** Shown to everyone who might miss a channel, so that it reveals nothing about omitted cases. */
export function hiddenNote({ guild, interaction }: Viewer, t: Translate): string | null {
  return isAboveChannels(guild, interaction.member) ? null : t('case:reply.list.hidden');
}
