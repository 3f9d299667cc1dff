import { randomBytes, randomUUID } from 'node:crypto';
import {
  CircuitOpenError,
  ClientError,
  ConnectionError,
  InvalidRequestError,
  ServiceRefusedError,
  StatusError,
} from '../../src/service-api/client/errors.ts';
import type { SessionStatus } from '../../src/service-api/client/groups/stream.ts';
import {
  type CommandDeps,
  defuse,
  duration,
  type Reply,
  type SlashCall,
  type StartedTagging,
} from '../../src/bot/command-kit.ts';
import { sleep } from '../../src/shared/clock.ts';
import { readMedia } from './media.ts';
import { readOwnId, readOwnWebhook } from './own-options.ts';
import { sessionReply } from './view.ts';

const AUTHOR_KEY_BYTES = 32;
const POLL_INTERVAL_MS = 2000;
/** "If prolonged, retry in a few minutes" (interface.md, "Tagging session state"). */
const LONG_WAIT_SECONDS = 60;

/** Starts a session and shows its progress until it ends or Discord closes the interaction. */
export async function startTagging(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { interaction, guild, by, signal, t, mention } = call;
  const { tagging, service, clock } = deps;
  const { options } = interaction;
  const { url, title } = readMedia(options.getString('url'), options.getAttachment('file'), t);
  const seedSentence = options.getString('seed') ?? undefined;
  const ownWebhook = readOwnWebhook(call);
  const session: StartedTagging = {
    convoId: (await readOwnId(call, deps)) ?? randomUUID(),
    guildId: guild.id,
    channelId: interaction.channelId,
    userId: by.id,
    title,
    startedAt: clock.now(),
  };
  const authorKey = randomBytes(AUTHOR_KEY_BYTES).toString('base64url');
  const webhook = ownWebhook ?? deps.webhookUrl() ?? undefined;
  // Stored first: the result may come before the response, and without the key the transcript is lost.
  await tagging.add(session, authorKey);
  try {
    const { convoId } = session;
    await service.stream.tag({ url, convoId, webhook, seedSentence, authorKey }, { signal });
  } catch (error) {
    if (isNotStarted(error)) await tagging.remove(session);
    throw error;
  }
  const status = await watch(call, session, deps);
  if (status !== null) return sessionReply(session, status, t);
  const names = { title: defuse(title, 200), command: mention('tag status') };
  if (ownWebhook !== null) return { content: t('tag:reply.continuesWithOwnWebhook', names) };
  return {
    content:
      webhook === undefined
        ? t('tag:reply.continuesWithoutPost', names)
        : t('tag:reply.continuesWithPost', names),
  };
}

/** After any other failure the session may be running, so it is kept. */
function isNotStarted(error: unknown): boolean {
  return (
    error instanceof StatusError ||
    error instanceof ServiceRefusedError ||
    error instanceof CircuitOpenError ||
    error instanceof InvalidRequestError ||
    (error instanceof ConnectionError && error.neverSent)
  );
}

/** Null: the interaction ended first. The session continues. */
async function watch(
  { signal, progress, t }: SlashCall,
  { convoId, startedAt, ...session }: StartedTagging,
  { service, clock }: CommandDeps,
): Promise<SessionStatus | null> {
  const title = defuse(session.title, 200);
  while (!signal.aborted) {
    const seconds = Math.floor((clock.now() - startedAt) / 1000);
    const elapsed = duration(t.language, seconds) || t('tag:reply.justNow');
    try {
      const status = await service.stream.status(convoId, { signal });
      if (!status.session.running) return status;
      const { state } = status.session;
      const isLong = state === 'provisioning' && seconds >= LONG_WAIT_SECONDS;
      const key = isLong ? 'provisioningLong' : state;
      progress(t(`tag:reply.progress.${key}`, { title, elapsed }));
    } catch (error) {
      if (signal.aborted) return null;
      const isTemporary = error instanceof ClientError && error.availability === 'unavailable';
      if (!isTemporary || (error instanceof StatusError && error.status < 500)) throw error;
      progress(t('tag:reply.retrying', { title, elapsed }));
    }
    await sleep(clock, POLL_INTERVAL_MS, signal);
  }
  return null;
}
