import { PermissionFlagsBits } from 'discord.js';
import type { CommandDeps, Reply, SlashCall } from '../src/bot/command-kit.ts';
import { MAX_LOG_DAYS } from '../src/bot/command-kit.ts';
import { UserError } from '../src/shared/errors.ts';
import { ALERT_CHANNELS } from './settings/channel.ts';
import { changeChoices, turnLogOff, turnLogOn } from './settings/message-log.ts';
import { choice, describe } from './shared/describe.ts';
import { commandOf } from './shared/subcommands.ts';

export const logCommand = commandOf({
  key: 'message-log',
  permission: PermissionFlagsBits.ManageGuild,
  members: [
    {
      key: 'message-log:subcommands.set',
      options: (sub) =>
        sub
          .addChannelOption((option) =>
            describe(option, 'message-log:subcommands.set.options.channel').addChannelTypes(
              ...ALERT_CHANNELS,
            ),
          )
          .addIntegerOption((option) =>
            describe(option, 'message-log:subcommands.set.options.days')
              .setMinValue(1)
              .setMaxValue(MAX_LOG_DAYS),
          ),
      run: setLog,
    },
    { key: 'message-log:subcommands.off', run: turnLogOff },
    {
      key: 'message-log:subcommands.channel',
      options: (sub) =>
        sub
          .addChannelOption((option) =>
            describe(option, 'message-log:subcommands.channel.options.channel').setRequired(true),
          )
          .addStringOption((option) =>
            describe(option, 'message-log:subcommands.channel.options.show')
              .setRequired(true)
              .addChoices(
                choice('automatic', 'message-log:shown.automatic'),
                choice('always', 'message-log:shown.always'),
                choice('never', 'message-log:shown.never'),
              ),
          ),
      run: chooseChannel,
    },
  ],
});

async function setLog(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { options } = call.interaction;
  const channelId = options.getChannel('channel')?.id ?? null;
  const days = options.getInteger('days');
  if (channelId === null && days === null) {
    throw new UserError(call.t('moderation:reply.problem.nothingGiven'));
  }
  return turnLogOn(call, deps, { channelId, days });
}

function chooseChannel(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { options } = call.interaction;
  const { id } = options.getChannel('channel', true);
  const show = options.getString('show', true);
  return changeChoices(call, deps, ({ excludedChannelIds, includedChannelIds }) => {
    const others = (ids: readonly string[]): string[] => ids.filter((each) => each !== id);
    return {
      excludedChannelIds: [...others(excludedChannelIds), ...(show === 'never' ? [id] : [])],
      includedChannelIds: [...others(includedChannelIds), ...(show === 'always' ? [id] : [])],
    };
  });
}
