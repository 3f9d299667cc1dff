import type { Component, Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import type { StartedTagging } from '../../src/moderation/tagging.ts';
import { moment } from '../../src/discord/texts.ts';
import type { CommandDeps } from '../deps.ts';
import { pagedReply } from '../shared/page-row.ts';
import { list as texts } from '../texts/tag-answers.ts';

const PAGE_SIZE = 10;
const COMPONENT_ID = 'tag-list';

export async function listSessions({ guild }: SlashCall, { tagging }: CommandDeps): Promise<Reply> {
  return pageReply(await tagging.list(guild.id), 0);
}

export const sessionPages: Component<CommandDeps> = {
  id: COMPONENT_ID,
  answer: { kind: 'update' },
  async run({ guild }, [page = ''], { tagging }) {
    return pageReply(await tagging.list(guild.id), Number(page));
  },
};

function pageReply(sessions: readonly StartedTagging[], wanted: number): Reply {
  if (sessions.length === 0) return { content: texts.none };
  return pagedReply({
    ...texts,
    all: sessions,
    size: PAGE_SIZE,
    wanted,
    line: ({ title, userId, startedAt, convoId }) =>
      texts.line(defuse(title, 200) || '–', `<@${userId}>`, moment(startedAt), convoId),
    customId: (to) => `${COMPONENT_ID}:${to}`,
  });
}
