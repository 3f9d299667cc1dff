import { RefusedError, StatusError } from '../../src/client/errors.ts';
import type { StreamGroup } from '../../src/client/stream.ts';
import type { Component, Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import { UserError } from '../../src/lib/errors.ts';
import type { StartedTagging } from '../../src/moderation/tagging.ts';
import type { CommandDeps } from '../deps.ts';
import { options } from '../texts/tag.ts';
import { problems, transcript as texts } from '../texts/tag-answers.ts';
import { authorKeyOf, chosenSession, sessionOf } from './sessions.ts';
import { asSubtitles, asText } from './transcript-file.ts';
import { TRANSCRIPT_ID } from './view.ts';

export type Transcript = Awaited<ReturnType<StreamGroup['transcript']>>;

/** There is none: it is not finished (409), or nothing was kept (404). */
const ABSENT: ReadonlySet<number> = new Set([404, 409]);

export async function transcriptOf(
  session: StartedTagging,
  { signal, deps }: { signal: AbortSignal; deps: CommandDeps },
): Promise<Transcript> {
  const key = await authorKeyOf(session, deps);
  try {
    return await deps.service.stream.transcript(session.convoId, key, { signal });
  } catch (error) {
    const isAbsent = error instanceof StatusError && ABSENT.has(error.status);
    if (isAbsent || error instanceof RefusedError) {
      throw new UserError(problems.noTranscript, { cause: error });
    }
    throw error;
  }
}

export async function showTranscript(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const session = await chosenSession(call, deps);
  const format = call.interaction.options.getString(options.format.name.en);
  const transcript = await transcriptOf(session, { signal: call.signal, deps });
  return reply(session, transcript, format === 'srt' ? 'srt' : 'txt');
}

export const transcriptButton: Component<CommandDeps> = {
  id: TRANSCRIPT_ID,
  answer: { kind: 'private' },
  async run({ guild, signal }, [convoId = ''], deps) {
    const session = await sessionOf(guild.id, convoId, deps);
    return reply(session, await transcriptOf(session, { signal, deps }), 'txt');
  },
};

function reply(session: StartedTagging, { transcript }: Transcript, format: 'txt' | 'srt'): Reply {
  const text = format === 'srt' ? asSubtitles(transcript) : asText(transcript);
  const file = { name: `transcript-${session.convoId}.${format}`, data: Buffer.from(text) };
  return {
    content: texts.said(defuse(session.title, 200), transcript.master.length),
    files: [file],
  };
}
