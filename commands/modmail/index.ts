import {
  ChannelType,
  PermissionFlagsBits,
  type GuildBasedChannel,
  type GuildTextBasedChannel,
} from 'discord.js';
import {
  audienceOf,
  type CommandDeps,
  mailButton,
  mailChannelProblem,
  moderatorChannelOf,
  type Reply,
  rowOf,
  serverLanguage,
  type SlashCall,
  translator,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { describe } from '../shared/describe.ts';
import { commandOf } from '../shared/subcommands.ts';

const TEXT_LENGTH = 1_000;

/** Lets members write to the moderators. */
export const modmailCommand = commandOf({
  key: 'modmail',
  permission: PermissionFlagsBits.ManageGuild,
  members: [
    {
      key: 'modmail:subcommands.on',
      options: (sub) =>
        sub.addChannelOption((option) =>
          describe(option, 'modmail:options.channel').addChannelTypes(ChannelType.GuildText),
        ),
      run: turnOn,
    },
    { key: 'modmail:subcommands.off', run: turnOff },
    {
      key: 'modmail:subcommands.button',
      options: (sub) =>
        sub
          .addChannelOption((option) =>
            describe(option, 'modmail:options.place').addChannelTypes(
              ChannelType.GuildText,
              ChannelType.GuildAnnouncement,
            ),
          )
          .addStringOption((option) =>
            describe(option, 'modmail:options.text').setMaxLength(TEXT_LENGTH),
          ),
      run: postButton,
    },
  ],
});

async function turnOn(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, interaction, t, show, mention } = call;
  const chosenId = interaction.options.getChannel('channel')?.id ?? null;
  const policy = await deps.policies.get(guild.id);
  const moderatorChannelId = chosenId ?? policy.moderatorChannelId;
  const place = moderatorChannelOf(guild, { moderatorChannelId }, deps.moderatorChannel);
  const problem =
    place.kind === 'unusable' ? place.refusal : mailChannelProblem(guild, place.channel.id);
  if (place.kind === 'unusable' || problem !== null) {
    throw new UserError(problem === null ? '' : `${show(problem.reason)} ${show(problem.fix)}`);
  }
  const channel = `<#${place.channel.id}>`;
  const audience = audienceOf(place.channel);
  if (audience.kind === 'everyone') {
    throw new UserError(t('modmail:reply.publicChannel', { channel }));
  }
  await deps.mail.setChannel(guild.id, place.channel.id);
  return {
    content: [
      t('modmail:reply.on', { channel, button: mention('modmail button') }),
      ...(audience.mentions.length === 0
        ? []
        : [t('modmail:reply.readers', { channel, readers: audience.mentions })]),
    ].join('\n'),
  };
}

async function turnOff({ guild, t }: SlashCall, { mail }: CommandDeps): Promise<Reply> {
  await mail.setChannel(guild.id, null);
  return { content: t('modmail:reply.off') };
}

async function postButton(call: SlashCall, { mail, policies }: CommandDeps): Promise<Reply> {
  const { guild, interaction, t, mention } = call;
  if ((await mail.channel(guild.id)) === null) {
    throw new UserError(t('modmail:reply.offYet', { command: mention('modmail on') }));
  }
  const channelId = interaction.options.getChannel('place')?.id ?? interaction.channelId;
  const channel = guild.channels.cache.get(channelId) ?? null;
  if (channel === null || !mayWriteIn(channel)) {
    throw new UserError(t('modmail:reply.notPosted', { channel: `<#${channelId}>` }));
  }
  const inServer = translator(serverLanguage(guild, await policies.get(guild.id)));
  await channel.send({
    content: interaction.options.getString('text') ?? inServer('modmail:public.text'),
    components: [rowOf(mailButton(inServer, guild.id))],
    allowedMentions: { parse: [] },
    nonce: interaction.id,
    enforceNonce: true,
  });
  return { content: t('modmail:reply.posted', { channel: `<#${channelId}>` }) };
}

function mayWriteIn(channel: GuildBasedChannel): channel is GuildTextBasedChannel {
  if (!channel.isTextBased()) return false;
  const { ViewChannel, SendMessages } = PermissionFlagsBits;
  return channel.permissionsFor(channel.client.user.id)?.has([ViewChannel, SendMessages]) === true;
}
