import type { SlashCommandSubcommandBuilder } from '@discordjs/builders';
import { PermissionFlagsBits } from 'discord.js';
import type { CommandDeps, Reply, SlashCall } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { choice, describe } from '../shared/describe.ts';
import { commandOf } from '../shared/subcommands.ts';
import { listSessions } from './list.ts';
import { authorKeyOf, chosenSession, suggestSessions } from './sessions.ts';
import { MAX_ID_LENGTH } from './own-options.ts';
import { startTagging } from './start.ts';
import { showTranscript } from './transcript.ts';
import { sessionReply } from './view.ts';

async function showStatus(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const session = await chosenSession(call, deps);
  const { signal } = call;
  const status = await deps.service.stream.status(session.convoId, { signal });
  return sessionReply(session, status, call.t);
}

async function showKey(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { by, t } = call;
  const session = await chosenSession(call, deps);
  if (session.userId !== by.id) throw new UserError(t('tag:reply.notYours'));
  const key = await authorKeyOf(session, t, deps);
  return { content: t('tag:reply.key', { id: session.convoId, key }) };
}

type Builder = SlashCommandSubcommandBuilder;

const session = (sub: Builder): Builder =>
  sub.addStringOption((option) =>
    describe(option, 'tag:options.session')
      .setRequired(true)
      .setMaxLength(100)
      .setAutocomplete(true),
  );

export const tagCommand = commandOf({
  key: 'tag',
  permission: PermissionFlagsBits.ManageMessages,
  members: [
    {
      key: 'tag:subcommands.start',
      options: (sub) =>
        sub
          .addStringOption((option) => describe(option, 'tag:options.url').setMaxLength(2000))
          .addAttachmentOption((option) => describe(option, 'tag:options.file'))
          .addStringOption((option) => describe(option, 'tag:options.seed').setMaxLength(1000))
          .addStringOption((option) =>
            describe(option, 'tag:options.id').setMaxLength(MAX_ID_LENGTH),
          )
          .addStringOption((option) => describe(option, 'tag:options.webhook').setMaxLength(2000)),
      run: startTagging,
    },
    {
      key: 'tag:subcommands.status',
      options: session,
      run: showStatus,
      suggest: suggestSessions,
    },
    {
      key: 'tag:subcommands.transcript',
      options: (sub) =>
        session(sub).addStringOption((option) =>
          describe(option, 'tag:options.format').addChoices(
            choice('txt', 'tag:formats.txt'),
            choice('srt', 'tag:formats.srt'),
          ),
        ),
      run: showTranscript,
      suggest: suggestSessions,
    },
    { key: 'tag:subcommands.list', run: listSessions },
    { key: 'tag:subcommands.key', options: session, run: showKey, suggest: suggestSessions },
  ],
});
