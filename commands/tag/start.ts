import { randomBytes, randomUUID } from 'node:crypto';
import {
  CircuitOpenError,
  ClientError,
  ConnectionError,
  InvalidRequestError,
  RefusedError,
  StatusError,
} from '../../src/client/errors.ts';
import type { SessionStatus } from '../../src/client/stream.ts';
import type { Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import { duration } from '../../src/discord/texts.ts';
import { sleep } from '../../src/lib/clock.ts';
import type { StartedTagging } from '../../src/moderation/tagging.ts';
import type { CommandDeps } from '../deps.ts';
import { options } from '../texts/tag.ts';
import { answers as texts } from '../texts/tag-answers.ts';
import { readMedia } from './media.ts';
import { sessionReply } from './view.ts';

const AUTHOR_KEY_BYTES = 32;
const POLL_EVERY_MS = 2000;

/** Starts a session and watches it until it is complete, or for as long as the interaction lasts. */
export async function startTagging(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { interaction, guild, by, signal } = call;
  const { tagging, service, clock } = deps;
  const { options: given } = interaction;
  const { url, title } = readMedia(
    given.getString(options.url.name.en),
    given.getAttachment(options.file.name.en),
  );
  const seedSentence = given.getString(options.seed.name.en) ?? undefined;
  const session: StartedTagging = {
    convoId: randomUUID(),
    guildId: guild.id,
    channelId: interaction.channelId,
    userId: by.id,
    title,
    startedAt: clock.now(),
  };
  const authorKey = randomBytes(AUTHOR_KEY_BYTES).toString('base64url');
  const webhook = deps.webhookUrl() ?? undefined;
  // Stored first: its result may come before its start is answered, and a lost key is a lost transcript.
  await tagging.add(session, authorKey);
  try {
    const { convoId } = session;
    await service.stream.tag({ url, convoId, webhook, seedSentence, authorKey }, { signal });
  } catch (error) {
    if (surelyNotStarted(error)) await tagging.remove(session);
    throw error;
  }
  const status = await watch(call, session, deps);
  if (status !== null) return sessionReply(session, status);
  return { content: texts.goesOn(defuse(title, 200), webhook !== undefined) };
}

/** After another failure the session may run, and is kept. */
function surelyNotStarted(error: unknown): boolean {
  return (
    error instanceof StatusError ||
    error instanceof RefusedError ||
    error instanceof CircuitOpenError ||
    error instanceof InvalidRequestError ||
    (error instanceof ConnectionError && error.neverSent)
  );
}

/** Null where nobody waits any longer. The session goes on all the same. */
async function watch(
  { signal, progress }: SlashCall,
  { convoId, title, startedAt }: StartedTagging,
  { service, clock }: CommandDeps,
): Promise<SessionStatus | null> {
  const shown = defuse(title, 200);
  while (!signal.aborted) {
    const seconds = Math.floor((clock.now() - startedAt) / 1000);
    const elapsed = duration(seconds) || texts.now;
    try {
      const status = await service.stream.status(convoId, { signal });
      if (!status.session.running) return status;
      progress(texts.progress(shown, status.session.state, elapsed));
    } catch (error) {
      if (signal.aborted) return null;
      const passes = error instanceof ClientError && error.availability === 'unavailable';
      if (!passes || (error instanceof StatusError && error.status < 500)) throw error;
      progress(texts.away(shown, elapsed));
    }
    await sleep(clock, POLL_EVERY_MS, signal);
  }
  return null;
}
