import type { SlashCommandSubcommandBuilder } from '@discordjs/builders';
import { PermissionFlagsBits } from 'discord.js';
import type { Reply, SlashCall } from '../src/discord/interactions/command.ts';
import { UserError } from '../src/lib/errors.ts';
import type { CommandDeps } from './deps.ts';
import { commandOf } from './shared/subcommands.ts';
import { listSessions } from './tag/list.ts';
import { authorKeyOf, chosenSession, suggestSessions } from './tag/sessions.ts';
import { startTagging } from './tag/start.ts';
import { showTranscript } from './tag/transcript.ts';
import { sessionReply } from './tag/view.ts';
import { describe } from './texts/localise.ts';
import { formats, options, subcommands, tag } from './texts/tag.ts';
import { key as keyTexts, problems } from './texts/tag-answers.ts';

async function showStatus(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const session = await chosenSession(call, deps);
  const { signal } = call;
  return sessionReply(session, await deps.service.stream.status(session.convoId, { signal }));
}

async function showKey(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const session = await chosenSession(call, deps);
  if (session.userId !== call.by.id) throw new UserError(problems.notYours);
  return { content: keyTexts.shown(session.convoId, await authorKeyOf(session, deps)) };
}

type Builder = SlashCommandSubcommandBuilder;

const session = (sub: Builder): Builder =>
  sub.addStringOption((option) =>
    describe(option, options.session).setRequired(true).setMaxLength(100).setAutocomplete(true),
  );

/** What is said in audio and video. For moderators. */
export const tagCommand = commandOf({
  texts: tag,
  permission: PermissionFlagsBits.ManageMessages,
  members: [
    {
      texts: subcommands.start,
      options: (sub) =>
        sub
          .addStringOption((option) => describe(option, options.url).setMaxLength(2000))
          .addAttachmentOption((option) => describe(option, options.file))
          .addStringOption((option) => describe(option, options.seed).setMaxLength(1000)),
      run: startTagging,
    },
    {
      texts: subcommands.status,
      options: session,
      run: showStatus,
      suggest: suggestSessions,
    },
    {
      texts: subcommands.transcript,
      options: (sub) =>
        session(sub).addStringOption((option) =>
          describe(option, options.format).addChoices(
            { name: formats.txt, value: 'txt' },
            { name: formats.srt, value: 'srt' },
          ),
        ),
      run: showTranscript,
      suggest: suggestSessions,
    },
    { texts: subcommands.list, run: listSessions },
    { texts: subcommands.key, options: session, run: showKey, suggest: suggestSessions },
  ],
});
