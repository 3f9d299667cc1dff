import { SlashCommandBuilder } from '@discordjs/builders';
import { ButtonStyle, PermissionFlagsBits } from 'discord.js';
import {
  canAct,
  canReadHistory,
  type Case,
  type CommandDeps,
  type PurgeSelection,
  refusalOf,
  type Reply,
  type SlashCall,
  type SlashCommand,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import type { MemberCall } from '../case/moderator-action.ts';
import { authorOf, REASON_LENGTH } from '../punish/options.ts';
import { manualReply } from '../punish/reply.ts';
import { describe, forGuilds } from '../shared/describe.ts';
import { previewOf } from './preview.ts';

const MAX_COUNT = 500;
const WORDS_LENGTH = 100;

/** Deletes many of a channel's latest messages, after showing them. */
export const purgeCommand = {
  kind: 'slash',
  data: forGuilds(describe(new SlashCommandBuilder(), 'purge:command'))
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageMessages)
    .addIntegerOption((option) =>
      describe(option, 'purge:options.count')
        .setRequired(true)
        .setMinValue(1)
        .setMaxValue(MAX_COUNT),
    )
    .addUserOption((option) => describe(option, 'purge:options.member'))
    .addStringOption((option) =>
      describe(option, 'purge:options.contains').setMaxLength(WORDS_LENGTH),
    )
    .addBooleanOption((option) => describe(option, 'purge:options.pinned'))
    .addStringOption((option) =>
      describe(option, 'purge:options.reason').setMaxLength(REASON_LENGTH),
    )
    .toJSON(),
  visibility: () => 'private',
  async run(call, deps) {
    const { interaction, t } = call;
    const { options, channelId } = interaction;
    await checkMay(call, channelId);
    // Checked because the question shows the messages.
    const reading = canReadHistory(call.guild, interaction.member, channelId);
    if (reading.kind === 'denied') throw new UserError(call.show(reading.reason));
    const user = options.getUser('member');
    const found = await deps.purgeSearch.find(
      channelId,
      {
        count: options.getInteger('count', true),
        authorId: user?.id ?? null,
        contains: options.getString('contains'),
        includesPinned: options.getBoolean('pinned') ?? false,
      },
      {
        signal: call.signal,
        onPage: (searched) => call.progress(t('purge:reply.searching', { count: searched })),
      },
    );
    if (found === null) throw new UserError(t('purge:reply.unreadable'));
    const member = user === null ? null : authorOf(user, options.getMember('member'));
    return ask(call, { found, member, reason: options.getString('reason') }, deps);
  },
} satisfies SlashCommand<CommandDeps>;

interface Purge {
  readonly found: PurgeSelection;
  readonly member: Case['author'] | null;
  readonly reason: string | null;
}

function ask(call: SlashCall, purge: Purge, deps: CommandDeps): Reply {
  const { t, interaction } = call;
  const { found, member, reason } = purge;
  const count = found.messages.length;
  const { content, embeds, files } = previewOf(t, found);
  if (count === 0) return { content };
  const question = deps.questions.ask(call, {
    content,
    embeds,
    choices: [
      {
        label: t('purge:reply.button', { count }),
        style: ButtonStyle.Danger,
        run: async (confirmed) => {
          // Checked again, because much can have changed since the question.
          await checkMay(confirmed, interaction.channelId);
          const result = await deps.manualActions.run({
            kind: 'purge',
            guildId: confirmed.guild.id,
            interactionId: interaction.id,
            channelId: interaction.channelId,
            messageIds: found.messages.map(({ id }) => id),
            by: confirmed.by,
            reason,
            member,
          });
          return manualReply(confirmed, result, deps);
        },
      },
    ],
  });
  return { ...question, files };
}

/** Throws a `UserError` unless the moderator and the bot may delete messages in the channel. */
async function checkMay(call: MemberCall, channelId: string): Promise<void> {
  const { guild, interaction, show } = call;
  const permission = await canAct({
    guild,
    by: interaction.member,
    act: 'delete',
    targetId: '',
    channelId,
  });
  if (permission.kind === 'denied') throw new UserError(show(permission.reason));
  const refusal = await refusalOf(
    guild,
    { kind: 'delete' },
    { subject: 'channel', channelId, messageId: '', authorId: '' },
  );
  if (refusal !== null) throw new UserError(`${show(refusal.reason)} ${show(refusal.fix)}`);
}
