import type { Component, Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import type { CommandDeps } from '../deps.ts';
import { list as texts, options } from '../texts/case.ts';
import { caseLine } from './lines.ts';
import { pageButtons, pageOfCases, rangeOf, type Range } from './pages.ts';

const ID = 'cases';

export async function listCases(
  { interaction, guild }: SlashCall,
  deps: CommandDeps,
): Promise<Reply> {
  const user = interaction.options.getUser(options.user.name.en);
  const chosen = interaction.options.getString(options.which.name.en);
  const range = rangeOf([user?.id ?? '-', chosen ?? '-']);
  return listOf(guild.id, range, deps);
}

/** The buttons under a list: `cases:<author or ->:<which or ->:<below>`. */
export const casePages: Component<CommandDeps> = {
  id: ID,
  answer: { kind: 'update' },
  run: ({ guild }, args, deps) => listOf(guild.id, rangeOf(args), deps),
};

async function listOf(guildId: string, range: Range, deps: CommandDeps): Promise<Reply> {
  const { records, older } = await pageOfCases(deps, guildId, range);
  const empty = range.below === null ? texts.none : texts.noMore;
  return {
    embeds: [
      {
        title: texts.title,
        description: records.map(caseLine).join('\n') || empty,
        color: 0x3498db,
      },
    ],
    components: pageButtons(ID, range, older),
  };
}
