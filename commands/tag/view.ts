import { ButtonStyle, ComponentType, type APIEmbed } from 'discord.js';
import type { SessionStatus } from '../../src/client/stream.ts';
import type { Reply } from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import type { StartedTagging } from '../../src/moderation/tagging.ts';
import { moment } from '../../src/discord/texts.ts';
import { answers as texts } from '../texts/tag-answers.ts';

/** Ids of the buttons under a finished session. */
export const SENTENCES_ID = 'tag-sentences';
export const TRANSCRIPT_ID = 'tag-transcript';

/** How a session stands: its tags, or why there are none, and what else can be seen of it. */
export function sessionReply(started: StartedTagging, status: SessionStatus): Reply {
  const { convoId } = started;
  const { running, error, state } = status.session;
  const key = running ? state : error ? 'failed' : 'finished';
  const embed: APIEmbed = {
    title: texts.title[key],
    fields: [
      { name: texts.media, value: defuse(started.title, 200) || '–' },
      {
        name: texts.started,
        value: texts.startedBy(`<@${started.userId}>`, moment(started.startedAt)),
      },
      ...(running ? [] : resultFields(status)),
    ],
    footer: { text: texts.footer(convoId) },
  };
  return { embeds: [embed], components: running ? [] : [buttons(convoId)] };
}

/** A session that failed may have tags all the same (interface.md, "Tagging session"). */
function resultFields({ tags, undocumentedTags, session }: SessionStatus): APIEmbed['fields'] & {} {
  const stopReason = session.metadata?.stopReason ?? '';
  const why = defuse(stopReason, 1000) || texts.failedNoReason;
  const has = tags.length + undocumentedTags.length > 0;
  return [
    ...(session.error ? [{ name: texts.failed, value: why }] : []),
    ...(session.error && !has ? [] : [{ name: texts.tags, value: listed(tags) || texts.noTags }]),
    ...(undocumentedTags.length === 0
      ? []
      : [{ name: texts.undocumented, value: listed(undocumentedTags) }]),
  ];
}

function listed(tags: readonly string[]): string {
  return defuse(tags.join(', '), 1000);
}

function buttons(convoId: string): NonNullable<Reply['components']>[number] {
  const button = (label: string, id: string) =>
    ({
      type: ComponentType.Button,
      style: ButtonStyle.Secondary,
      label,
      custom_id: `${id}:${convoId}`,
    }) as const;
  return {
    type: ComponentType.ActionRow,
    components: [button(texts.sentences, SENTENCES_ID), button(texts.transcript, TRANSCRIPT_ID)],
  };
}
