import type { SlashCommandSubcommandBuilder } from '@discordjs/builders';
import { ChannelType, PermissionFlagsBits } from 'discord.js';
import type { AutocompleteCall, Choice } from '../src/discord/interactions/command.ts';
import { modeSchema } from '../src/moderation/policy.ts';
import type { CommandDeps } from './deps.ts';
import { exempt, lookAgain } from './moderation/exempt.ts';
import { removeRung, setRung, switchLadder } from './moderation/ladder.ts';
import { removeRule, setRule, suggestEffects, suggestWords } from './moderation/rules.ts';
import {
  setChannel,
  setMode,
  setNotice,
  setRetention,
  setTimeoutLength,
  setTimeZone,
  suggestZones,
} from './moderation/settings.ts';
import { showStatus } from './moderation/status.ts';
import { testText } from './moderation/test.ts';
import { commandOf, type Subcommand, type SubcommandGroup } from './shared/subcommands.ts';
import { describe } from './texts/localise.ts';
import { modeNames, moderation, options, subcommands } from './texts/moderation.ts';

/** Where moderators can be told things. */
const TEXT_CHANNELS = [ChannelType.GuildText, ChannelType.GuildAnnouncement] as const;

const single: readonly Subcommand[] = [
  { texts: subcommands.status, run: showStatus },
  {
    texts: subcommands.mode,
    options: (sub) =>
      sub.addStringOption((option) =>
        describe(option, options.mode)
          .setRequired(true)
          .addChoices(...modeSchema.options.map((value) => ({ name: modeNames[value], value }))),
      ),
    run: setMode,
  },
  {
    texts: subcommands.channel,
    options: (sub) =>
      sub.addChannelOption((option) =>
        describe(option, options.channel).addChannelTypes(...TEXT_CHANNELS),
      ),
    run: setChannel,
  },
  {
    texts: subcommands.notice,
    options: (sub) =>
      sub
        .addBooleanOption((option) => describe(option, options.enabled))
        .addStringOption((option) => describe(option, options.noticeText).setMaxLength(1000)),
    run: setNotice,
  },
  {
    texts: subcommands.timeout,
    options: (sub) =>
      sub.addStringOption((option) => describe(option, options.length).setRequired(true)),
    run: setTimeoutLength,
  },
  {
    texts: subcommands.retention,
    options: (sub) =>
      sub.addIntegerOption((option) =>
        describe(option, options.days).setRequired(true).setMinValue(1).setMaxValue(90),
      ),
    run: setRetention,
  },
  {
    texts: subcommands.timezone,
    options: (sub) =>
      sub.addStringOption((option) =>
        describe(option, options.zone).setRequired(true).setAutocomplete(true),
      ),
    run: setTimeZone,
    suggest,
  },
  {
    texts: subcommands.test,
    options: (sub) =>
      sub.addStringOption((option) =>
        describe(option, options.testText).setRequired(true).setMaxLength(4000),
      ),
    run: testText,
  },
];

const action = (sub: SlashCommandSubcommandBuilder): SlashCommandSubcommandBuilder =>
  sub.addStringOption((option) =>
    describe(option, options.action).setRequired(true).setMaxLength(64).setAutocomplete(true),
  );

const exemption = (sub: SlashCommandSubcommandBuilder): SlashCommandSubcommandBuilder =>
  sub
    .addRoleOption((option) => describe(option, options.exemptRole))
    .addChannelOption((option) => describe(option, options.exemptChannel));

const strikes = (sub: SlashCommandSubcommandBuilder): SlashCommandSubcommandBuilder =>
  sub.addIntegerOption((option) =>
    describe(option, options.strikes).setRequired(true).setMinValue(2).setMaxValue(100),
  );

const groups: readonly SubcommandGroup[] = [
  {
    texts: subcommands.map,
    members: [
      {
        texts: subcommands.mapSet,
        options: (sub) =>
          action(sub).addStringOption((option) =>
            describe(option, options.effects).setRequired(true).setAutocomplete(true),
          ),
        run: setRule,
        suggest,
      },
      { texts: subcommands.mapRemove, options: action, run: removeRule, suggest },
    ],
  },
  {
    texts: subcommands.exempt,
    members: [
      { texts: subcommands.exemptAdd, options: exemption, run: exempt },
      { texts: subcommands.exemptRemove, options: exemption, run: lookAgain },
    ],
  },
  {
    texts: subcommands.ladder,
    members: [
      {
        texts: subcommands.ladderSwitch,
        options: (sub) =>
          sub
            .addBooleanOption((option) => describe(option, options.enabled).setRequired(true))
            .addIntegerOption((option) =>
              describe(option, options.days).setMinValue(1).setMaxValue(90),
            ),
        run: switchLadder,
      },
      {
        texts: subcommands.ladderSet,
        options: (sub) =>
          strikes(sub).addStringOption((option) =>
            describe(option, options.rungEffect).setRequired(true),
          ),
        run: setRung,
      },
      { texts: subcommands.ladderRemove, options: strikes, run: removeRung },
    ],
  },
];

async function suggest(
  { interaction, guild }: AutocompleteCall,
  { policies, clock }: CommandDeps,
): Promise<readonly Choice[]> {
  const { name, value } = interaction.options.getFocused(true);
  switch (name) {
    case options.zone.name.en:
      return suggestZones(value, clock.now());
    case options.action.name.en:
      return suggestWords(value, await policies.get(guild.id));
    case options.effects.name.en:
      return suggestEffects(value);
    default:
      return [];
  }
}

/** The settings of a server. For those who may manage it. */
export const moderationCommand = commandOf({
  texts: moderation,
  permission: PermissionFlagsBits.ManageGuild,
  members: [...single, ...groups],
});
