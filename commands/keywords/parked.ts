import { ButtonStyle, ComponentType } from 'discord.js';
import type { Component, Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import { moment } from '../../src/discord/texts.ts';
import type { CommandDeps } from '../deps.ts';
import { parked as texts } from '../texts/keywords.ts';

const SHOWN = 15;
const COMPONENT_ID = 'parked-retry';

/** What could not be posted, with a button for another try. */
export async function showParked({ guild }: SlashCall, { inbox }: CommandDeps): Promise<Reply> {
  const events = await inbox.parked(guild.id);
  if (events.length === 0) return { content: texts.none };
  const shown = events.slice(0, SHOWN);
  const lines = shown.map(({ receivedAtMs, addon, reason }) =>
    texts.line(moment(receivedAtMs), defuse(addon, 50), defuse(reason, 150)),
  );
  const button = {
    type: ComponentType.Button,
    style: ButtonStyle.Primary,
    label: texts.retry,
    custom_id: COMPONENT_ID,
  } as const;
  const footer = { text: texts.footer(shown.length, events.length) };
  return {
    embeds: [{ title: texts.title, description: lines.join('\n'), footer }],
    components: [{ type: ComponentType.ActionRow, components: [button] }],
  };
}

export const parkedRetry: Component<CommandDeps> = {
  id: COMPONENT_ID,
  answer: { kind: 'update' },
  async run({ guild }, _args, { inbox }) {
    let retried = 0;
    for (const { eventId } of await inbox.parked(guild.id)) {
      if (await inbox.retry(eventId)) retried += 1;
    }
    return { content: texts.retried(retried) };
  },
};
