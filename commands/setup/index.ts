import { SlashCommandBuilder } from '@discordjs/builders';
import { ComponentType, PermissionFlagsBits, TextInputStyle } from 'discord.js';
import {
  type CommandDeps,
  type Component,
  moderatorChannelOf,
  OPEN_SETUP,
  type SlashCommand,
} from '../../src/bot/command-kit.ts';
import { testReply } from '../moderation/test.ts';
import { describe, forGuilds } from '../shared/describe.ts';
import { checkMayConfigure } from '../shared/may-configure.ts';
import { PAGE_ID, setupPage, TEST_ID } from './screen.ts';

/** Guides a manager through the most important settings. */
export const setupCommand = {
  kind: 'slash',
  data: forGuilds(describe(new SlashCommandBuilder(), 'setup'))
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild)
    .toJSON(),
  visibility: () => 'private',
  run: (call, deps) => setupPage(call, deps, { page: 0 }),
} satisfies SlashCommand<CommandDeps>;

/** The button of the welcome and of reminders. */
export const setupOpener: Component<CommandDeps> = {
  id: OPEN_SETUP,
  answer: { kind: 'private' },
  async run(call, _args, deps) {
    checkMayConfigure(call);
    return setupPage(call, deps, { page: 0 });
  },
};

export const setupPages: Component<CommandDeps> = {
  id: PAGE_ID,
  answer: { kind: 'update' },
  async run(call, [page = ''], deps) {
    checkMayConfigure(call);
    return setupPage(call, deps, { page: Number(page) });
  },
};

const TEXT_INPUT = 'text';
const MAX_TEXT = 1000;

/** Shows the effects of an example text, and that posts arrive in the moderator channel. */
export const setupTest: Component<CommandDeps> = {
  id: TEST_ID,
  answer: {
    kind: 'modal',
    submitted: 'private',
    modal: ({ t }) => ({
      custom_id: TEST_ID,
      title: t('setup:test.title'),
      components: [
        {
          type: ComponentType.Label,
          label: t('setup:test.label'),
          component: {
            type: ComponentType.TextInput,
            custom_id: TEXT_INPUT,
            style: TextInputStyle.Short,
            value: t('setup:test.example'),
            max_length: MAX_TEXT,
          },
        },
      ],
    }),
  },
  async run(call, _args, deps) {
    checkMayConfigure(call);
    const { guild, interaction, by, t } = call;
    const text = interaction.isModalSubmit()
      ? interaction.fields.getTextInputValue(TEXT_INPUT)
      : t('setup:test.example');
    const policy = await deps.policies.get(guild.id);
    const channel = moderatorChannelOf(guild, policy, deps.moderatorChannel);
    const reply = await testReply(call, deps, text);
    if (channel.kind === 'unusable') {
      const { reason, fix } = channel.refusal;
      return { ...reply, content: `⛔ ${call.show(reason)}\n🔧 ${call.show(fix)}` };
    }
    deps.announce(guild.id, (server) => server('setup:test.posted', { user: by.id }));
    return {
      ...reply,
      content: t('setup:test.arrived', { channel: `<#${channel.channel.id}>` }),
    };
  },
};
