import { PermissionFlagsBits } from 'discord.js';
import type { Reply, SlashCall } from '../src/discord/interactions/command.ts';
import { defuse } from '../src/discord/text.ts';
import type { CommandDeps } from './deps.ts';
import { commandOf } from './shared/subcommands.ts';
import { addons, answers as texts, subcommands } from './texts/addons.ts';

const SHOWN = 20;

async function listAddons({ signal }: SlashCall, { service }: CommandDeps): Promise<Reply> {
  const { available, active } = await service.addons.list({ signal });
  const all = Object.values(available);
  // One that is on is shown also where the service does not describe it.
  const undescribed = active.filter((sku) => !Object.hasOwn(available, sku));
  if (all.length + undescribed.length === 0) return { content: texts.none };
  const described = all.map(({ sku, name, info, requiredSetupProperties }) => {
    const isOn = active.includes(sku);
    const needs = requiredSetupProperties.map((property) => defuse(property, 50)).join(', ');
    return [
      `${isOn ? '✅' : '⬜'} **${defuse(name, 100)}** (${defuse(sku, 50)}, ${isOn ? texts.on : texts.off})`,
      defuse(info, 300),
      ...(needs === '' ? [] : [texts.needs(needs)]),
    ].join('\n');
  });
  const lines = [
    ...described,
    ...undescribed.map((sku) => `✅ **${defuse(sku, 50)}** (${texts.on})`),
  ];
  const rest = lines.length - SHOWN;
  const description = [...lines.slice(0, SHOWN), ...(rest > 0 ? [texts.more(rest)] : [])];
  return { embeds: [{ title: texts.title, description: description.join('\n\n') }] };
}

/** The add-ons of the bot's account at the service. For those who may manage the server. */
export const addonsCommand = commandOf({
  texts: addons,
  permission: PermissionFlagsBits.ManageGuild,
  members: [{ texts: subcommands.list, run: listAddons }],
});
