import { ServiceRefusedError, StatusError } from '../../src/service-api/client/errors.ts';
import type { StreamGroup } from '../../src/service-api/client/groups/stream.ts';
import {
  type CommandDeps,
  type Component,
  defuse,
  type Reply,
  type SlashCall,
  type StartedTagging,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { authorKeyOf, chosenSession, sessionOf } from './sessions.ts';
import { asSubtitles, asText } from './transcript-file.ts';
import { TRANSCRIPT_ID } from './view.ts';

export type Transcript = Awaited<ReturnType<StreamGroup['transcript']>>;

/** The session is not finished (409), or its transcript has expired (404). */
const ABSENT: ReadonlySet<number> = new Set([404, 409]);

export async function transcriptOf(
  session: StartedTagging,
  { signal, t }: Pick<SlashCall, 'signal' | 't'>,
  deps: CommandDeps,
): Promise<Transcript> {
  const key = await authorKeyOf(session, t, deps);
  try {
    return await deps.service.stream.transcript(session.convoId, key, { signal });
  } catch (error) {
    const isAbsent = error instanceof StatusError && ABSENT.has(error.status);
    if (isAbsent || error instanceof ServiceRefusedError) {
      throw new UserError(t('tag:reply.noTranscript'), { cause: error });
    }
    throw error;
  }
}

export async function showTranscript(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const session = await chosenSession(call, deps);
  const format = call.interaction.options.getString('format');
  const transcript = await transcriptOf(session, call, deps);
  return transcriptReply(session, transcript, {
    format: format === 'srt' ? 'srt' : 'txt',
    t: call.t,
  });
}

export const transcriptButton: Component<CommandDeps> = {
  id: TRANSCRIPT_ID,
  answer: { kind: 'private' },
  async run(call, [convoId = ''], deps) {
    const session = await sessionOf(call, convoId, deps);
    const transcript = await transcriptOf(session, call, deps);
    return transcriptReply(session, transcript, { format: 'txt', t: call.t });
  },
};

function transcriptReply(
  session: StartedTagging,
  { transcript }: Transcript,
  { format, t }: { format: 'txt' | 'srt'; t: Translate },
): Reply {
  const text = format === 'srt' ? asSubtitles(transcript, t) : asText(transcript, t);
  const file = { name: `transcript-${session.convoId}.${format}`, data: Buffer.from(text) };
  return {
    content: t('tag:reply.transcript', {
      title: defuse(session.title, 200),
      count: transcript.master.length,
    }),
    files: [file],
  };
}
