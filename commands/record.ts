import { ContextMenuCommandBuilder } from '@discordjs/builders';
import {
  ApplicationCommandType,
  DiscordAPIError,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type Guild,
  type GuildMember,
} from 'discord.js';
import type { Component, Reply, UserMenu } from '../src/discord/interactions/command.ts';
import { defuse } from '../src/discord/text.ts';
import { snowflakeTime } from '../src/lib/snowflake.ts';
import type { Case } from '../src/moderation/case.ts';
import { moment } from '../src/discord/texts.ts';
import { caseLine, outcomesOf, type CaseOutcome } from './cases/lines.ts';
import { pageButtons, pageOfCases, rangeOf, type Range } from './cases/pages.ts';
import type { CommandDeps } from './deps.ts';
import { list, record as texts, recordOf } from './texts/case.ts';
import { forGuilds, named } from './texts/localise.ts';

const ID = 'record';
const COLOUR = 0x3498db;
/** More cases than these are not counted. */
const MOST_COUNTED = 1000;

/** What is on record about a member: since when they are here, what came of their cases, the cases in pages. */
export const recordMenu = {
  kind: 'user menu',
  data: named(forGuilds(new ContextMenuCommandBuilder()), texts)
    .setType(ApplicationCommandType.User)
    .setDefaultMemberPermissions(PermissionFlagsBits.ModerateMembers)
    .toJSON(),
  run: ({ interaction, guild }, deps) =>
    recordOfMember(guild, { authorId: interaction.targetId, which: null, below: null }, deps),
} satisfies UserMenu<CommandDeps>;

/** The buttons under a record: `record:<user>:-:<below>`. */
export const recordPages: Component<CommandDeps> = {
  id: ID,
  answer: { kind: 'update' },
  run: ({ guild }, args, deps) => recordOfMember(guild, rangeOf(args), deps),
};

async function recordOfMember(guild: Guild, range: Range, deps: CommandDeps): Promise<Reply> {
  const userId = range.authorId ?? '';
  const member = await memberOf(guild, userId);
  const user = member?.user ?? guild.client.users.cache.get(userId) ?? null;
  const [{ records, older }, all] = await Promise.all([
    pageOfCases(deps, guild.id, range),
    deps.cases.list(guild.id, { authorId: userId, limit: MOST_COUNTED }),
  ]);
  const joined = member?.joinedTimestamp ?? null;
  const name = defuse(member?.displayName ?? user?.displayName ?? userId, 100);
  return {
    embeds: [
      {
        title: recordOf.title(name),
        color: COLOUR,
        ...(user === null ? {} : { thumbnail: { url: user.displayAvatarURL({ size: 128 }) } }),
        description: [
          `<@${userId}>`,
          `${recordOf.account} ${moment(snowflakeTime(userId), 'D')}`,
          joined === null ? recordOf.left : `${recordOf.joined} ${moment(joined, 'D')}`,
        ].join(' · '),
        fields: [
          {
            name: recordOf.count,
            value: recordOf.cases(all.length, all.length < MOST_COUNTED),
            inline: true,
          },
          { name: recordOf.outcomes, value: countsOf(all) || recordOf.nothing, inline: true },
        ],
      },
      ...(records.length === 0
        ? []
        : [{ title: list.title, color: COLOUR, description: records.map(caseLine).join('\n') }]),
    ],
    components: pageButtons(ID, range, older),
  };
}

const NO_MEMBER: ReadonlySet<string | number> = new Set([
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
]);

/** Null where they have left. */
async function memberOf(guild: Guild, userId: string): Promise<GuildMember | null> {
  try {
    return await guild.members.fetch(userId);
  } catch (error) {
    if (error instanceof DiscordAPIError && NO_MEMBER.has(error.code)) return null;
    throw error;
  }
}

/** How many cases ended how; one case may count under several. */
function countsOf(records: readonly Case[]): string {
  const counts = new Map<CaseOutcome, number>();
  for (const outcome of records.flatMap(outcomesOf)) {
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `**${count}** ${recordOf.kinds[outcome]}`)
    .join(' · ');
}
