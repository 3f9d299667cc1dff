import type { SlashCommandSubcommandBuilder } from '@discordjs/builders';
import { PermissionFlagsBits } from 'discord.js';
import { languages, MAX_CASE_DAYS, MIN_CASE_DAYS } from '../../src/bot/command-kit.ts';
import { confirmEraseAll } from './erase-all.ts';
import { setAlerts } from './alerts.ts';
import { exempt, unexempt } from './exempt.ts';
import { removeStep, setStep, switchEscalation } from './escalation.ts';
import { previewGroup } from '../preview/group.ts';
import { presetGroup, ruleGroup } from '../rules/groups.ts';
import {
  setApps,
  setChannel,
  setLanguage,
  setMode,
  setNames,
  setNotice,
  setReport,
  setRetention,
  setTimeoutLength,
  setTimeZone,
  setVoice,
  suggestZones,
} from './settings.ts';
import { showStatus } from './status.ts';
import { testText } from './test.ts';
import { ALERT_CHANNELS } from '../settings/channel.ts';
import { languageName, SERVER_DEFAULT } from '../settings/language.ts';
import { MODES } from '../settings/mode.ts';
import { commandOf, type Subcommand, type SubcommandGroup } from '../shared/subcommands.ts';
import { choice, describe } from '../shared/describe.ts';

const single: readonly Subcommand[] = [
  { key: 'moderation:subcommands.status', run: showStatus },
  {
    key: 'moderation:subcommands.mode',
    options: (sub) =>
      sub.addStringOption((option) =>
        describe(option, 'moderation:options.mode')
          .setRequired(true)
          .addChoices(...MODES.map((mode) => choice(mode, `moderation:mode.${mode}`))),
      ),
    run: setMode,
  },
  {
    key: 'moderation:subcommands.channel',
    options: (sub) =>
      sub.addChannelOption((option) =>
        describe(option, 'moderation:subcommands.channel.options.channel').addChannelTypes(
          ...ALERT_CHANNELS,
        ),
      ),
    run: setChannel,
  },
  {
    key: 'moderation:subcommands.alerts',
    options: (sub) =>
      sub
        .addBooleanOption((option) =>
          describe(option, 'moderation:subcommands.alerts.options.spoiler'),
        )
        .addRoleOption((option) => describe(option, 'moderation:subcommands.alerts.options.role'))
        .addBooleanOption((option) =>
          describe(option, 'moderation:subcommands.alerts.options.ping'),
        ),
    run: setAlerts,
  },
  {
    key: 'moderation:subcommands.notice',
    options: (sub) =>
      sub
        .addBooleanOption((option) => describe(option, 'moderation:options.enabled'))
        .addStringOption((option) =>
          describe(option, 'moderation:subcommands.notice.options.text').setMaxLength(1000),
        ),
    run: setNotice,
  },
  {
    key: 'moderation:subcommands.timeout',
    options: (sub) =>
      sub.addStringOption((option) =>
        describe(option, 'moderation:options.length').setRequired(true),
      ),
    run: setTimeoutLength,
  },
  {
    key: 'moderation:subcommands.retention',
    options: (sub) =>
      sub
        .addIntegerOption((option) =>
          describe(option, 'moderation:options.days').setMinValue(1).setMaxValue(90),
        )
        .addIntegerOption((option) =>
          describe(option, 'moderation:subcommands.retention.options.cases')
            .setMinValue(MIN_CASE_DAYS)
            .setMaxValue(MAX_CASE_DAYS),
        ),
    run: setRetention,
  },
  {
    key: 'moderation:subcommands.timezone',
    options: (sub) =>
      sub.addStringOption((option) =>
        describe(option, 'moderation:options.zone').setRequired(true).setAutocomplete(true),
      ),
    run: setTimeZone,
    suggest: async ({ interaction }, { clock }) =>
      suggestZones(interaction.options.getFocused(), clock.now()),
  },
  {
    key: 'moderation:subcommands.language',
    options: (sub) =>
      sub.addStringOption((option) =>
        describe(option, 'moderation:options.language')
          .setRequired(true)
          .addChoices(
            choice(SERVER_DEFAULT, 'moderation:serverDefault'),
            // Each language is named in that language, so that everyone finds theirs.
            ...languages.map((value) => ({ name: languageName(value, value), value })),
          ),
      ),
    run: setLanguage,
  },
  {
    key: 'moderation:subcommands.voice',
    options: (sub) =>
      sub.addBooleanOption((option) =>
        describe(option, 'moderation:options.enabled').setRequired(true),
      ),
    run: setVoice,
  },
  {
    key: 'moderation:subcommands.apps',
    options: (sub) =>
      sub
        .addStringOption((option) =>
          describe(option, 'moderation:subcommands.apps.options.author')
            .setRequired(true)
            .addChoices(
              choice('webhooks', 'moderation:reply.status.webhooks'),
              choice('bots', 'moderation:reply.status.bots'),
            ),
        )
        .addStringOption((option) =>
          describe(option, 'moderation:subcommands.apps.options.mode')
            .setRequired(true)
            .addChoices(
              choice('off', 'moderation:appMode.off'),
              choice('alert', 'moderation:appMode.alert'),
              choice('delete', 'moderation:appMode.delete'),
            ),
        ),
    run: setApps,
  },
  {
    key: 'moderation:subcommands.names',
    options: (sub) =>
      sub.addStringOption((option) =>
        describe(option, 'moderation:subcommands.names.options.mode')
          .setRequired(true)
          .addChoices(
            choice('off', 'moderation:nameMode.off'),
            choice('alert', 'moderation:nameMode.alert'),
            choice('reset', 'moderation:nameMode.reset'),
          ),
      ),
    run: setNames,
  },
  {
    key: 'moderation:subcommands.test',
    options: (sub) =>
      sub.addStringOption((option) =>
        describe(option, 'moderation:subcommands.test.options.text')
          .setRequired(true)
          .setMaxLength(4000),
      ),
    run: testText,
  },
  {
    key: 'moderation:subcommands.report',
    options: (sub) =>
      sub.addBooleanOption((option) =>
        describe(option, 'moderation:options.enabled').setRequired(true),
      ),
    run: setReport,
  },
  { key: 'moderation:subcommands.erase-all', run: confirmEraseAll },
];

const exemption = (sub: SlashCommandSubcommandBuilder): SlashCommandSubcommandBuilder =>
  sub
    .addRoleOption((option) => describe(option, 'moderation:options.role'))
    .addChannelOption((option) =>
      describe(option, 'moderation:subcommands.exempt.options.channel'),
    );

const strikes = (sub: SlashCommandSubcommandBuilder): SlashCommandSubcommandBuilder =>
  sub.addIntegerOption((option) =>
    describe(option, 'moderation:options.strikes')
      .setRequired(true)
      .setMinValue(2)
      .setMaxValue(100),
  );

const groups: readonly SubcommandGroup[] = [
  previewGroup,
  ruleGroup,
  presetGroup,
  {
    key: 'moderation:subcommands.exempt',
    members: [
      { key: 'moderation:subcommands.exempt.subcommands.add', options: exemption, run: exempt },
      {
        key: 'moderation:subcommands.exempt.subcommands.remove',
        options: exemption,
        run: unexempt,
      },
    ],
  },
  {
    key: 'moderation:subcommands.escalation',
    members: [
      {
        key: 'moderation:subcommands.escalation.subcommands.switch',
        options: (sub) =>
          sub
            .addBooleanOption((option) =>
              describe(option, 'moderation:options.enabled').setRequired(true),
            )
            .addIntegerOption((option) =>
              describe(option, 'moderation:options.days').setMinValue(1).setMaxValue(90),
            ),
        run: switchEscalation,
      },
      {
        key: 'moderation:subcommands.escalation.subcommands.set',
        options: (sub) =>
          strikes(sub).addStringOption((option) =>
            describe(option, 'moderation:options.effect').setRequired(true),
          ),
        run: setStep,
      },
      {
        key: 'moderation:subcommands.escalation.subcommands.remove',
        options: strikes,
        run: removeStep,
      },
    ],
  },
];

export const moderationCommand = commandOf({
  key: 'moderation',
  permission: PermissionFlagsBits.ManageGuild,
  members: [...single, ...groups],
});
