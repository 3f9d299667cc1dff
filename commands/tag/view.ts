import { ButtonStyle, ComponentType, type APIEmbed } from 'discord.js';
import type { SessionStatus } from '../../src/service-api/client/groups/stream.ts';
import {
  defuse,
  type Reply,
  type StartedTagging,
  timestamp,
  type Translate,
} from '../../src/bot/command-kit.ts';

export const SENTENCES_ID = 'tag-sentences';
export const TRANSCRIPT_ID = 'tag-transcript';

/** The state of a session: its tags, or the reason for their absence, with buttons for its transcript. */
export function sessionReply(started: StartedTagging, status: SessionStatus, t: Translate): Reply {
  const { convoId, userId, startedAt } = started;
  const { running, error, state } = status.session;
  const title = running ? state : error ? 'failed' : 'finished';
  const embed: APIEmbed = {
    title: t(`tag:reply.title.${title}`),
    fields: [
      { name: t('tag:reply.media'), value: defuse(started.title, 200) || '–' },
      {
        name: t('tag:reply.started'),
        value: t('tag:reply.startedBy', { user: `<@${userId}>`, time: timestamp(startedAt) }),
      },
      ...(running ? [] : resultFields(status, t)),
    ],
    footer: { text: t('tag:reply.footer', { id: convoId }) },
  };
  return { embeds: [embed], components: running ? [] : [buttons(convoId, t)] };
}

/** A failed session may still have tags (interface.md, "Tagging session"). */
function resultFields(
  { tags, undocumentedTags, session }: SessionStatus,
  t: Translate,
): APIEmbed['fields'] & {} {
  const stopReason = session.metadata?.stopReason ?? '';
  const reason = defuse(stopReason, 1000) || t('tag:reply.noReason');
  const hasTags = tags.length + undocumentedTags.length > 0;
  return [
    ...(session.error ? [{ name: t('tag:reply.failure'), value: reason }] : []),
    ...(session.error && !hasTags
      ? []
      : [{ name: t('tag:reply.tags'), value: joined(tags) || t('tag:reply.noTags') }]),
    ...(undocumentedTags.length === 0
      ? []
      : [{ name: t('tag:reply.undocumentedTags'), value: joined(undocumentedTags) }]),
  ];
}

function joined(tags: readonly string[]): string {
  return defuse(tags.join(', '), 1000);
}

function buttons(convoId: string, t: Translate): NonNullable<Reply['components']>[number] {
  const button = (label: string, id: string) =>
    ({
      type: ComponentType.Button,
      style: ButtonStyle.Secondary,
      label,
      custom_id: `${id}:${convoId}`,
    }) as const;
  return {
    type: ComponentType.ActionRow,
    components: [
      button(t('tag:reply.sentencesButton'), SENTENCES_ID),
      button(t('tag:reply.transcriptButton'), TRANSCRIPT_ID),
    ],
  };
}
