import { sleep, type Clock } from '../../shared/clock.ts';
import { errorMessage } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import { acknowledge } from './acknowledge.ts';
import { createAnswer } from './answer.ts';
import { personOf, type ReplyableInteraction, type ReplyMode } from './replyable.ts';
import { InteractionAbortedError, type Running, type AbortReason } from './cancel.ts';
import type { Reply, Use } from './command.ts';
import type { InteractionEvent, InteractionOutcome } from './interaction-event.ts';
import { createProgress } from './progress.ts';
import { createFailureReport, type Explain } from './report-failure.ts';

/** Discord accepts an answer for 15 minutes; the last half minute is for reporting the abort. */
const MAX_DURATION_MS = 14.5 * 60_000;
/** How long an aborted handler may take to end. */
const GRACE_MS = 1000;

/** A handler to run, and how to answer. */
export interface Job<I extends ReplyableInteraction> {
  /** For logs and metrics. */
  readonly command: string;
  /** For people, such as `/case show`. */
  readonly name: string;
  readonly interaction: I;
  readonly mode: ReplyMode;
  readonly run: (use: Use<I>) => Promise<Reply>;
}

export interface RunDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly running: Running;
  readonly explain: Explain;
  /** Must be cheap. */
  readonly observe: (event: InteractionEvent) => void;
}

type HandlerResult =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'error'; readonly error: unknown };

/** Acknowledges the interaction, runs its handler and answers. Does not reject, whatever the handler or Discord does. */
export async function runInteraction<I extends ReplyableInteraction>(
  job: Job<I>,
  deps: RunDeps,
): Promise<void> {
  const { command, interaction, mode } = job;
  const { clock } = deps;
  const receivedAtMs = clock.now();
  const logger = deps.logger.child({
    command,
    userId: interaction.user.id,
    guildId: interaction.guildId,
  });

  const acknowledged = await acknowledge(interaction, mode);
  const acknowledgedMs = clock.now() - receivedAtMs;
  if (acknowledged.kind === 'rejected') {
    const { reason } = acknowledged;
    logger.warn({ ms: acknowledgedMs, reason }, 'could not acknowledge interaction');
    const answeredMs = acknowledgedMs;
    deps.observe({ command, outcome: 'not acknowledged', acknowledgedMs, answeredMs });
    return;
  }
  const outcome = await work(job, { ...deps, logger }, receivedAtMs);
  const answeredMs = clock.now() - receivedAtMs;
  logger.info({ outcome, ms: answeredMs }, 'interaction ended');
  deps.observe({ command, outcome, acknowledgedMs, answeredMs });
}

async function work<I extends ReplyableInteraction>(
  job: Job<I>,
  deps: RunDeps,
  receivedAtMs: number,
): Promise<InteractionOutcome> {
  const { interaction } = job;
  const { clock, logger, running } = deps;
  const person = personOf(interaction);
  const { t } = person;
  const stop = running.add(interaction.id, interaction.user.id);
  const timeLeftMs = receivedAtMs + MAX_DURATION_MS - clock.now();
  const cancelTimer = clock.after(timeLeftMs, () =>
    stop.abort(new InteractionAbortedError('time over')),
  );
  const answer = createAnswer({ ...job, t });
  const report = createFailureReport({ ...deps, ...person, interaction, answer });
  const progress = createProgress(async (text) => {
    try {
      await answer.progress(text);
    } catch (error) {
      logger.info({ reason: errorMessage(error) }, 'could not show progress');
    }
  }, clock);
  const ending = runHandler(job, { signal: stop.signal, progress: progress.report });

  async function showResult(ended: HandlerResult): Promise<InteractionOutcome> {
    const why = abortReasonOf(stop.signal);
    if (ended.kind === 'error') {
      return why === null ? report.failure(ended.error) : report.aborted(why);
    }
    try {
      const shown = await answer.show(ended.reply);
      return shown === 'gone' ? 'gone' : 'answered';
    } catch (error) {
      return report.bug(error);
    }
  }

  /** Answers for a handler that continues although it was aborted. */
  async function showOverdue(why: AbortReason | null): Promise<InteractionOutcome> {
    if (why === 'time over') {
      const isPublic = job.mode === 'public';
      await answer.tell(t(isPublic ? 'interactions:willPost' : 'interactions:willMention'));
      return showResult(await ending);
    }
    void ending.then(({ kind }) => logger.info({ kind }, 'aborted work ended'));
    if (why !== 'cancelled') return report.aborted('stopping');
    await answer.tell(t('interactions:cancelledLate'));
    return 'cancelled';
  }

  try {
    const outcome = await Promise.race([ending, overdue(stop.signal, clock, ending)]);
    await progress.end();
    return await (outcome === 'overdue'
      ? showOverdue(abortReasonOf(stop.signal))
      : showResult(outcome));
  } catch (error) {
    logger.error({ reason: errorMessage(error) }, 'could not show answer');
    return 'failed';
  } finally {
    cancelTimer();
    running.remove(interaction.id);
  }
}

/** Runs the handler. Never rejects. */
async function runHandler<I extends ReplyableInteraction>(
  { interaction, run }: Job<I>,
  rest: Omit<Use<I>, 'interaction'>,
): Promise<HandlerResult> {
  try {
    return { kind: 'reply', reply: await run({ ...rest, interaction }) };
  } catch (error) {
    return { kind: 'error', error };
  }
}

/** Resolves when an aborted handler has not ended in time. */
function overdue(
  signal: AbortSignal,
  clock: Clock,
  ending: Promise<HandlerResult>,
): Promise<'overdue'> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    void ending.then(() => ended.abort());
    const wait = (): void => {
      void sleep(clock, GRACE_MS, ended.signal).then(() => resolve('overdue'));
    };
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait);
  });
}

function abortReasonOf({ aborted, reason }: AbortSignal): AbortReason | null {
  return aborted && reason instanceof InteractionAbortedError ? reason.reason : null;
}
