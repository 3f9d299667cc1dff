import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
} from 'discord.js';
import type { Case } from '../../src/moderation/case.ts';
import { isPardoned } from '../../src/moderation/rulings.ts';
import type { CommandDeps } from '../deps.ts';
import type { which as whichTexts } from '../texts/case.ts';
import { isUndone } from './lines.ts';

export type Which = keyof typeof whichTexts;

/** Which cases are shown; all of it stands in the custom ids of the buttons. */
export interface Range {
  readonly authorId: string | null;
  readonly which: Which | null;
  /** Only cases with lower numbers. */
  readonly below: number | null;
}

export interface CasePage {
  readonly records: readonly Case[];
  /** Where the next older page begins; null: there is none. */
  readonly older: number | null;
}

const PAGE_SIZE = 8;
const CHUNK = 50;
/** Of cases that are few among many, no more are looked through at a time. */
const MOST_LOOKED_THROUGH = 2000;

/** New cases come on top, so a page is where it begins, and not a count of pages. */
export async function pageOfCases(
  { cases }: Pick<CommandDeps, 'cases'>,
  guildId: string,
  { authorId, which, below }: Range,
): Promise<CasePage> {
  const records: Case[] = [];
  let next = below;
  for (let seen = 0; seen < MOST_LOOKED_THROUGH; seen += CHUNK) {
    const chunk = await cases.list(guildId, {
      ...(authorId === null ? {} : { authorId }),
      ...(next === null ? {} : { below: next }),
      limit: CHUNK,
    });
    for (const record of chunk) {
      if (!isWanted(record, which)) continue;
      if (records.length === PAGE_SIZE) return { records, older: records.at(-1)?.number ?? 0 };
      records.push(record);
    }
    const last = chunk.at(-1);
    if (last === undefined || chunk.length < CHUNK) return { records, older: null };
    next = last.number;
  }
  return { records, older: next };
}

/** Buttons to the newest page and to the next older one. `id`: of the component that shows the range. */
export function pageButtons(
  id: string,
  { authorId, which, below }: Range,
  older: number | null,
): APIActionRowComponent<APIComponentInMessageActionRow>[] {
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
        button('⏮ Newest', null, below === null),
        button('Older ▶', older, older === null),
      ],
    },
  ];
}

/** The range of a button's custom id. */
export function rangeOf([authorId = '-', which = '-', below]: readonly string[]): Range {
  return {
    authorId: authorId === '-' ? null : authorId,
    which: which === 'open' || which === 'settled' || which === 'undone' ? which : null,
    below: Number.isInteger(Number(below)) ? Number(below) : null,
  };
}

function isWanted(record: Case, which: Which | null): boolean {
  switch (which) {
    case null:
      return true;
    case 'open':
      return record.rulings.length === 0;
    case 'settled':
      return record.rulings.length > 0;
    case 'undone':
      return isUndone(record) || isPardoned(record);
  }
}
