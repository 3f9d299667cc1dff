import {
  type Caller,
  type CommandDeps,
  type Component,
  defuse,
  type Reply,
  type SlashCall,
  type StartedTagging,
  timestamp,
} from '../../src/bot/command-kit.ts';
import { pagedReply } from '../shared/page-row.ts';
import { visibleSessions } from './sessions.ts';

const PAGE_SIZE = 10;
const COMPONENT_ID = 'tag-list';

export async function listSessions(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return pageReply(await visibleSessions(call, deps), 0, call);
}

export const sessionPages: Component<CommandDeps> = {
  id: COMPONENT_ID,
  answer: { kind: 'update' },
  async run(call, [page = ''], deps) {
    return pageReply(await visibleSessions(call, deps), Number(page), call);
  },
};

function pageReply(
  sessions: readonly StartedTagging[],
  wanted: number,
  { t, mention }: Caller,
): Reply {
  if (sessions.length === 0) {
    return { content: t('tag:reply.list.none', { command: mention('tag start') }) };
  }
  return pagedReply({
    all: sessions,
    size: PAGE_SIZE,
    wanted,
    line: ({ title, userId, startedAt, convoId }) =>
      `**${defuse(title, 200) || '–'}** · <@${userId}>, ${timestamp(startedAt)}\n\`${convoId}\``,
    title: t('tag:reply.list.title'),
    footer: (page, pages, count) => t('tag:reply.list.page', { page, pages, count }),
    back: t('tag:reply.list.newer'),
    forward: t('tag:reply.list.older'),
    customId: (to) => `${COMPONENT_ID}:${to}`,
  });
}
