import {
  type CommandDeps,
  type Component,
  defuseLine,
  type ListedWord,
  MAX_WORD_LENGTH,
  MAX_WORDS,
  type Renderer,
  type Reply,
  type SlashCall,
  timestamp,
  WORD_LISTS,
  type WordList,
} from '../../src/bot/command-kit.ts';
import { checkMayConfigure } from '../shared/may-configure.ts';
import { pagedReply } from '../shared/page-row.ts';

/** A line has at most 200 characters, so a page fits into an embed. */
const PAGE_SIZE = 20;
const COMPONENT_ID = 'words';

/** Shows one list; by default one that has words. */
export async function listWords(call: SlashCall, { words }: CommandDeps): Promise<Reply> {
  const all = await words.list(call.guild.id);
  const chosen = call.interaction.options.getString('list');
  const list =
    WORD_LISTS.find((known) => known === chosen) ??
    WORD_LISTS.find((known) => all.some((word) => word.list === known)) ??
    'blocked';
  return pageReply(call, { all, list, wanted: 0 });
}

export const wordPages: Component<CommandDeps> = {
  id: COMPONENT_ID,
  answer: { kind: 'update' },
  async run(call, [wantedList = '', page = ''], { words }) {
    checkMayConfigure(call);
    const list = WORD_LISTS.find((known) => known === wantedList) ?? 'blocked';
    return pageReply(call, { all: await words.list(call.guild.id), list, wanted: Number(page) });
  },
};

function pageReply(
  { t, mention }: Renderer,
  {
    all,
    list,
    wanted,
  }: { readonly all: readonly ListedWord[]; readonly list: WordList; readonly wanted: number },
): Reply {
  const shown = all.filter((word) => word.list === list);
  if (shown.length === 0) {
    return { content: t('words:reply.list.none', { command: mention('words add') }) };
  }
  return pagedReply({
    title: t(`words:lists.${list}`),
    footer: (page, pages, count) =>
      t('words:reply.list.footer', { page, pages, count, max: MAX_WORDS }),
    back: t('common:back'),
    forward: t('common:next'),
    all: shown,
    size: PAGE_SIZE,
    wanted,
    line: ({ text, by, at }) =>
      `${defuseLine(text, 2 * MAX_WORD_LENGTH)} · <@${by.id}>, ${timestamp(at, 'd')}`,
    customId: (to) => `${COMPONENT_ID}:${list}:${to}`,
  });
}
