import { ButtonStyle, ComponentType } from 'discord.js';
import {
  type CommandDeps,
  type Component,
  defuse,
  type Reply,
  type SlashCall,
  timestamp,
  truncate,
} from '../../src/bot/command-kit.ts';

const SHOWN = 15;
/** The store returns at most this many failed events. */
const MAX_READ = 100;
const COMPONENT_ID = 'failed-retry';

/** Shows failed events, with a button to retry them. */
export async function showFailed(
  { guild, t, show }: SlashCall,
  { inbox }: CommandDeps,
): Promise<Reply> {
  const events = await inbox.failed(guild.id);
  if (events.length === 0) return { content: t('keywords:reply.failed.none') };
  const shown = events.slice(0, SHOWN);
  const lines = shown.map(({ receivedAtMs, addon, reason }) =>
    t('keywords:reply.failed.line', {
      time: timestamp(receivedAtMs),
      addon: defuse(addon, 50),
      reason: truncate(show(reason), 200),
    }),
  );
  const button = {
    type: ComponentType.Button,
    style: ButtonStyle.Primary,
    label: t('keywords:reply.failed.retry'),
    custom_id: COMPONENT_ID,
  } as const;
  const values = { shown: shown.length, count: events.length, max: MAX_READ };
  const text =
    events.length === MAX_READ
      ? t('keywords:reply.failed.shownOfOldest', values)
      : t('keywords:reply.failed.shown', values);
  const footer = { text };
  return {
    embeds: [{ title: t('keywords:reply.failed.title'), description: lines.join('\n'), footer }],
    components: [{ type: ComponentType.ActionRow, components: [button] }],
  };
}

export const failedRetry: Component<CommandDeps> = {
  id: COMPONENT_ID,
  answer: { kind: 'update' },
  async run({ guild, t }, _args, { inbox }) {
    let retried = 0;
    for (const { eventId } of await inbox.failed(guild.id)) {
      if (await inbox.retry(eventId)) retried += 1;
    }
    return {
      content:
        retried === 0
          ? t('keywords:reply.failed.retriedNone')
          : t('keywords:reply.failed.retried', { count: retried }),
    };
  },
};
