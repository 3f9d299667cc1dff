import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
} from 'discord.js';
import type { Reply } from '../../src/bot/command-kit.ts';

type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

export interface Paging {
  /** From 0. */
  readonly page: number;
  readonly pages: number;
  readonly back: string;
  readonly forward: string;
  customId(page: number): string;
}

/** Buttons to the previous and next page; none for a single page. */
export function pageRow({ page, pages, back, forward, customId }: Paging): Row[] {
  if (pages <= 1) return [];
  const button = (label: string, to: number): Row['components'][number] => ({
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label,
    custom_id: customId(to),
    disabled: to < 0 || to >= pages,
  });
  return [
    {
      type: ComponentType.ActionRow,
      components: [button(back, page - 1), button(forward, page + 1)],
    },
  ];
}

export interface Paged<T> {
  readonly all: readonly T[];
  readonly size: number;
  /** From 0; unchecked input from a custom id. */
  readonly wanted: number;
  readonly line: (item: T) => string;
  readonly title: string;
  /** `page` counts from 1 here. */
  readonly footer: (page: number, pages: number, count: number) => string;
  readonly back: string;
  readonly forward: string;
  customId(page: number): string;
}

/** One page of a list, with buttons to the others. */
export function pagedReply<T>(paged: Paged<T>): Reply {
  const { all, line, title } = paged;
  const { items, page, pages } = pageOf(all, paged.size, paged.wanted);
  const footer = { text: paged.footer(page + 1, pages, all.length) };
  return {
    embeds: [{ title, description: items.map(line).join('\n'), footer }],
    components: pageRow({ ...paged, page, pages }),
  };
}

export interface Page<T> {
  readonly items: readonly T[];
  /** From 0; at most the last page. */
  readonly page: number;
  readonly pages: number;
}

export function pageOf<T>(all: readonly T[], size: number, wanted: number): Page<T> {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 0), pages - 1) : 0;
  return { items: all.slice(page * size, (page + 1) * size), page, pages };
}
