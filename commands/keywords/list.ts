import type { Component, Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import type { Keyword } from '../../src/moderation/keywords.ts';
import { moment } from '../../src/discord/texts.ts';
import type { CommandDeps } from '../deps.ts';
import { pagedReply } from '../shared/page-row.ts';
import { answers as texts } from '../texts/keywords.ts';

/** Each at most 200 characters and a mention, so a page fits into an embed. */
const PAGE_SIZE = 15;
const COMPONENT_ID = 'keywords';

export async function listKeywords(
  { guild }: SlashCall,
  { keywords }: CommandDeps,
): Promise<Reply> {
  return pageReply(await keywords.list(guild.id), 0);
}

export const keywordPages: Component<CommandDeps> = {
  id: COMPONENT_ID,
  answer: { kind: 'update' },
  async run({ guild }, [page = ''], { keywords }) {
    return pageReply(await keywords.list(guild.id), Number(page));
  },
};

function pageReply(all: readonly Keyword[], wanted: number): Reply {
  if (all.length === 0) return { content: texts.none };
  return pagedReply({
    ...texts,
    all,
    size: PAGE_SIZE,
    wanted,
    line: ({ text, by, at }) => texts.line(defuse(text, 200), `<@${by.id}>`, moment(at, 'd')),
    customId: (to) => `${COMPONENT_ID}:${to}`,
  });
}
