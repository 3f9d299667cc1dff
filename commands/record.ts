import { ContextMenuCommandBuilder } from '@discordjs/builders';
import {
  ApplicationCommandType,
  DiscordAPIError,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type Guild,
  type GuildMember,
} from 'discord.js';
import {
  type Call,
  type CanSee,
  type Case,
  type CommandDeps,
  type Component,
  createCanSee,
  defuse,
  mailButton,
  noteFields,
  type Reply,
  rowOf,
  timestamp,
  type Translate,
  type UserMenu,
} from '../src/bot/command-kit.ts';
import { UserError } from '../src/shared/errors.ts';
import { isSnowflake, snowflakeTime } from '../src/shared/snowflake.ts';
import { appealSelect, ownCase, ownCaseText } from './appeals/own.ts';
import { caseLine, outcomesOf, type CaseOutcome } from './case/lines.ts';
import type { MemberCall } from './case/moderator-action.ts';
import { hiddenNote, pageButtons, pageOfCases, rangeOf, type Range } from './case/pages.ts';
import { forGuilds, named } from './shared/describe.ts';
import { checkMayModerate } from './shared/may-moderate.ts';
import { commandOf } from './shared/subcommands.ts';
import { NEUTRAL_COLOUR } from './shared/colours.ts';

const ID = 'record';
const MAX_COUNTED = 1000;

/** A member's record: account age, joining date, outcomes, and their cases in pages. */
export const recordMenu = {
  kind: 'user menu',
  data: named(forGuilds(new ContextMenuCommandBuilder()), 'record')
    .setType(ApplicationCommandType.User)
    .setDefaultMemberPermissions(PermissionFlagsBits.ModerateMembers)
    .toJSON(),
  run: (call, deps) =>
    recordOfMember(call, { authorId: call.interaction.targetId, which: null, below: null }, deps),
} satisfies UserMenu<CommandDeps>;

/** Buttons of a record: `record:<user>:-:<below>`. */
export const recordPages: Component<CommandDeps> = {
  id: ID,
  answer: { kind: 'update' },
  async run(call, args, deps) {
    checkMayModerate(call);
    const range = rangeOf(args);
    if (!isSnowflake(range.authorId ?? '')) {
      throw new UserError(call.t('interactions:unknownComponent'));
    }
    return recordOfMember(call, range, deps);
  },
};

const OWN_ID = 'own-record';

/** `/record mine`: the caller's own cases. */
export const recordCommand = commandOf({
  key: 'record:command',
  permission: null,
  members: [
    {
      key: 'record:command.subcommands.mine',
      run: (call, deps) => ownRecord(call, { authorId: null, which: null, below: null }, deps),
    },
  ],
});

/** Buttons of one's own record: `own-record:-:-:<below>`. The cases are always the clicking member's. */
export const ownRecordPages: Component<CommandDeps> = {
  id: OWN_ID,
  answer: { kind: 'update' },
  run: (call, args, deps) => ownRecord(call, rangeOf(args), deps),
};

/** All cases are visible, because they are about the caller's own messages. */
const ownMessages = async (): Promise<boolean> => true;

async function ownRecord(
  { guild, by, t, mention }: Call<unknown>,
  { below }: Range,
  deps: CommandDeps,
): Promise<Reply> {
  const guildId = guild.id;
  const range = { authorId: by.id, which: null, below };
  const { records, older } = await pageOfCases({ guildId, canSee: ownMessages }, range, deps);
  const own = await Promise.all(records.map((record) => ownCase(record, deps)));
  const takesMail = (await deps.mail.channel(guildId)) !== null;
  return {
    embeds: [
      {
        title: t('record:mine.title'),
        color: NEUTRAL_COLOUR,
        description: own.map((each) => ownCaseText(t, each)).join('\n') || t('record:mine.none'),
      },
    ],
    content: t('record:mine.more', { command: mention('privacy export') }),
    components: [
      ...appealSelect(t, guildId, own, by.id),
      ...pageButtons({ id: OWN_ID, range: { ...range, authorId: null }, older }, t),
      ...(takesMail ? [rowOf(mailButton(t, guildId))] : []),
    ],
  };
}

export async function recordOfMember(
  call: MemberCall,
  range: Range,
  deps: CommandDeps,
): Promise<Reply> {
  const { guild, t } = call;
  const canSee = createCanSee(call);
  const userId = range.authorId ?? '';
  const member = await memberOf(guild, userId);
  const user = member?.user ?? guild.client.users.cache.get(userId) ?? null;
  const [{ records, older }, all, notes] = await Promise.all([
    pageOfCases({ guildId: guild.id, canSee }, range, deps),
    visibleCases({ guildId: guild.id, canSee }, userId, deps),
    deps.memberNotes.list(guild.id, userId),
  ]);
  const note = hiddenNote(call, t);
  const joined = member?.joinedTimestamp ?? null;
  const name = defuse(member?.displayName ?? user?.displayName ?? userId, 100);
  return {
    embeds: [
      {
        title: t('record:reply.title', { name }),
        color: NEUTRAL_COLOUR,
        ...(user === null ? {} : { thumbnail: { url: user.displayAvatarURL({ size: 128 }) } }),
        description: [
          `<@${userId}>`,
          t('record:reply.account', { time: timestamp(snowflakeTime(userId), 'D') }),
          joined === null
            ? t('record:reply.left')
            : t('record:reply.joined', { time: timestamp(joined, 'D') }),
        ].join(' · '),
        fields: [
          {
            name: t('record:reply.count'),
            value: countText(all.length, t),
            inline: true,
          },
          {
            name: t('record:reply.outcomes'),
            value: countsOf(all, t) || t('record:reply.none'),
            inline: true,
          },
          ...noteFields(t, notes),
        ],
        ...(note === null ? {} : { footer: { text: note } }),
      },
      ...(records.length === 0
        ? []
        : [
            {
              title: t('case:reply.list.title'),
              color: NEUTRAL_COLOUR,
              description: records.map((record) => caseLine(record, t)).join('\n'),
            },
          ]),
    ],
    components: pageButtons({ id: ID, range, older }, t),
  };
}

/** A member's latest cases that the viewer can see. */
async function visibleCases(
  { guildId, canSee }: { readonly guildId: string; readonly canSee: CanSee },
  authorId: string,
  { cases }: Pick<CommandDeps, 'cases'>,
): Promise<Case[]> {
  const visible: Case[] = [];
  for (const record of await cases.list(guildId, { authorId, limit: MAX_COUNTED })) {
    if (await canSee(record)) visible.push(record);
  }
  return visible;
}

const NO_MEMBER: ReadonlySet<string | number> = new Set([
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
]);

/** Null: not in the server. */
async function memberOf(guild: Guild, userId: string): Promise<GuildMember | null> {
  try {
    return await guild.members.fetch(userId);
  } catch (error) {
    if (error instanceof DiscordAPIError && NO_MEMBER.has(error.code)) return null;
    throw error;
  }
}

function countText(count: number, t: Translate): string {
  return count < MAX_COUNTED
    ? new Intl.NumberFormat(t.language).format(count)
    : t('record:reply.atLeast', { count });
}

/** Number of cases per outcome; a case can count under several. */
function countsOf(records: readonly Case[], t: Translate): string {
  const counts = new Map<CaseOutcome, number>();
  for (const outcome of records.flatMap(outcomesOf)) {
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `**${count}** ${t(`effects:outcome.${outcome}`)}`)
    .join(' · ');
}
