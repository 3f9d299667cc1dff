import {
  type CommandDeps,
  type Component,
  defuse,
  type Keyword,
  MAX_KEYWORDS,
  type Renderer,
  type Reply,
  type SlashCall,
  timestamp,
} from '../../src/bot/command-kit.ts';
import { pagedReply } from '../shared/page-row.ts';

/** A line has at most 200 characters and a mention, so a page fits into an embed. */
const PAGE_SIZE = 15;
const COMPONENT_ID = 'keywords';

export async function listKeywords(call: SlashCall, { keywords }: CommandDeps): Promise<Reply> {
  return pageReply(await keywords.list(call.guild.id), 0, call);
}

export const keywordPages: Component<CommandDeps> = {
  id: COMPONENT_ID,
  answer: { kind: 'update' },
  async run(call, [page = ''], { keywords }) {
    return pageReply(await keywords.list(call.guild.id), Number(page), call);
  },
};

function pageReply(all: readonly Keyword[], wanted: number, { t, mention }: Renderer): Reply {
  if (all.length === 0) {
    return { content: t('keywords:reply.list.none', { command: mention('keywords add') }) };
  }
  return pagedReply({
    title: t('keywords:reply.list.title'),
    footer: (page, pages, count) =>
      t('keywords:reply.list.footer', { page, pages, count, max: MAX_KEYWORDS }),
    back: t('common:back'),
    forward: t('common:next'),
    all,
    size: PAGE_SIZE,
    wanted,
    line: ({ text, by, at }) => `${defuse(text, 200)} · <@${by.id}>, ${timestamp(at, 'd')}`,
    customId: (to) => `${COMPONENT_ID}:${to}`,
  });
}
