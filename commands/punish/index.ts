import { SlashCommandBuilder } from '@discordjs/builders';
import { PermissionFlagsBits } from 'discord.js';
import {
  type CommandDeps,
  MAX_BAN_SECONDS,
  MAX_TIMEOUT_SECONDS,
  type SlashCommand,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { choice, describe, forGuilds, type DescribedKey } from '../shared/describe.ts';
import { readDuration, suggestDurations } from '../shared/duration-input.ts';
import { withMember, withReason } from './options.ts';
import { unban, untimeout } from './lift.ts';
import { punish } from './punish.ts';

/* Manual actions on a member. Each opens a case. */

const DELETED = [
  { key: 'hour', seconds: 60 * 60 },
  { key: 'day', seconds: 24 * 60 * 60 },
  { key: 'threeDays', seconds: 3 * 24 * 60 * 60 },
  { key: 'week', seconds: 7 * 24 * 60 * 60 },
] as const;

function command(key: DescribedKey, permission: bigint): SlashCommandBuilder {
  return forGuilds(describe(new SlashCommandBuilder(), key)).setDefaultMemberPermissions(
    permission,
  );
}

export const warnCommand = {
  kind: 'slash',
  data: withReason(
    withMember(command('punish:warn', PermissionFlagsBits.ModerateMembers)),
  ).toJSON(),
  visibility: () => 'private',
  run: (call, deps) => punish(call, { kind: 'warn' }, deps),
} satisfies SlashCommand<CommandDeps>;

export const timeoutCommand = {
  kind: 'slash',
  data: withReason(
    withDuration(withMember(command('punish:timeout', PermissionFlagsBits.ModerateMembers))),
  ).toJSON(),
  visibility: () => 'private',
  run: (call, deps) => {
    const { t, interaction } = call;
    const seconds = readDuration(interaction.options.getString('duration', true), t);
    if (seconds > MAX_TIMEOUT_SECONDS) throw new UserError(t('punish:reply.tooLong'));
    return punish(call, { kind: 'timeout', seconds }, deps);
  },
  autocomplete: ({ interaction, t }) =>
    Promise.resolve(suggestDurations(interaction.options.getFocused(), t, MAX_TIMEOUT_SECONDS)),
} satisfies SlashCommand<CommandDeps>;

export const kickCommand = {
  kind: 'slash',
  data: withReason(withMember(command('punish:kick', PermissionFlagsBits.KickMembers))).toJSON(),
  visibility: () => 'private',
  run: (call, deps) => punish(call, { kind: 'kick' }, deps),
} satisfies SlashCommand<CommandDeps>;

export const banCommand = {
  kind: 'slash',
  data: withReason(
    withBanDuration(withDeletion(withUser(command('punish:ban', PermissionFlagsBits.BanMembers)))),
  ).toJSON(),
  visibility: () => 'private',
  run: (call, deps) => {
    const { t, interaction } = call;
    const deleted = interaction.options.getString('delete-messages');
    const deleteMessageSeconds = DELETED.find(({ key }) => key === deleted)?.seconds ?? 0;
    const duration = interaction.options.getString('duration');
    const seconds = duration === null ? undefined : readDuration(duration, t);
    if ((seconds ?? 0) > MAX_BAN_SECONDS) throw new UserError(t('punish:reply.banTooLong'));
    return punish(call, { kind: 'ban', deleteMessageSeconds, seconds }, deps);
  },
  autocomplete: ({ interaction, t }) =>
    Promise.resolve(suggestDurations(interaction.options.getFocused(), t, MAX_BAN_SECONDS)),
} satisfies SlashCommand<CommandDeps>;

export const unbanCommand = {
  kind: 'slash',
  data: withReason(withUser(command('punish:unban', PermissionFlagsBits.BanMembers))).toJSON(),
  visibility: () => 'private',
  run: unban,
} satisfies SlashCommand<CommandDeps>;

export const untimeoutCommand = {
  kind: 'slash',
  data: withReason(
    withMember(command('punish:untimeout', PermissionFlagsBits.ModerateMembers)),
  ).toJSON(),
  visibility: () => 'private',
  run: untimeout,
} satisfies SlashCommand<CommandDeps>;

/** Accepts users outside the server, too. */
function withUser(builder: SlashCommandBuilder): SlashCommandBuilder {
  builder.addUserOption((option) => describe(option, 'punish:options.user').setRequired(true));
  return builder;
}

function withDuration(builder: SlashCommandBuilder): SlashCommandBuilder {
  builder.addStringOption((option) =>
    describe(option, 'punish:options.duration')
      .setRequired(true)
      .setAutocomplete(true)
      .setMaxLength(40),
  );
  return builder;
}

function withBanDuration(builder: SlashCommandBuilder): SlashCommandBuilder {
  builder.addStringOption((option) =>
    describe(option, 'punish:banOptions.duration').setAutocomplete(true).setMaxLength(40),
  );
  return builder;
}

function withDeletion(builder: SlashCommandBuilder): SlashCommandBuilder {
  builder.addStringOption((option) =>
    describe(option, 'punish:options.delete-messages').addChoices(
      ...DELETED.map(({ key }) => choice(key, `punish:deleteMessages.${key}`)),
    ),
  );
  return builder;
}
