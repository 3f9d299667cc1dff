import { sleep, type Clock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { acknowledge } from './acknowledge.ts';
import { createAnswer } from './answer.ts';
import type { Asked, Manner } from './asked.ts';
import { GivenUpError, type Running, type Why } from './cancel.ts';
import type { Call, Reply } from './command.ts';
import type { InteractionEvent, InteractionOutcome } from './observed.ts';
import { createProgress } from './progress.ts';
import { createTell } from './tell.ts';
import { dispatchTexts } from './texts.ts';

/** Discord takes an answer for 15 minutes; what is left is for saying that there is none. */
const GIVE_UP_AFTER_MS = 14.5 * 60_000;
/** So long work that was given up has for saying how it ended. */
const GRACE_MS = 1000;

/** Something to do for somebody, and where to answer. */
export interface Job<I extends Asked> {
  /** For logs and metrics. */
  readonly command: string;
  /** As people know it. */
  readonly name: string;
  readonly interaction: I;
  readonly manner: Manner;
  readonly run: (call: Call<I>) => Promise<Reply>;
}

export interface PerformDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly running: Running;
  /** A failure that only others know, as a sentence. */
  readonly explain: (error: unknown) => string | null;
  /** Must be cheap. */
  readonly observe: (event: InteractionEvent) => void;
}

type Ended =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'error'; readonly error: unknown };

/** Acknowledges, does it, and answers. Does not reject for anything the handler or Discord does. */
export async function perform<I extends Asked>(job: Job<I>, deps: PerformDeps): Promise<void> {
  const { command, interaction, manner } = job;
  const { clock } = deps;
  const receivedAtMs = clock.now();
  const logger = deps.logger.child({
    command,
    userId: interaction.user.id,
    guildId: interaction.guildId,
  });

  const acknowledged = await acknowledge(interaction, manner);
  const acknowledgedMs = clock.now() - receivedAtMs;
  if (acknowledged.kind === 'no') {
    const { reason } = acknowledged;
    logger.warn({ ms: acknowledgedMs, reason }, 'an interaction could not be acknowledged');
    const answeredMs = acknowledgedMs;
    deps.observe({ command, outcome: 'not acknowledged', acknowledgedMs, answeredMs });
    return;
  }
  const outcome = await work(job, { ...deps, logger }, receivedAtMs);
  const answeredMs = clock.now() - receivedAtMs;
  logger.info({ outcome, ms: answeredMs }, 'an interaction was answered');
  deps.observe({ command, outcome, acknowledgedMs, answeredMs });
}

async function work<I extends Asked>(
  job: Job<I>,
  deps: PerformDeps,
  receivedAtMs: number,
): Promise<InteractionOutcome> {
  const { interaction } = job;
  const { clock, logger, running } = deps;
  const stop = running.add(interaction.id, interaction.user.id);
  const timeLeftMs = receivedAtMs + GIVE_UP_AFTER_MS - clock.now();
  const cancelTimer = clock.after(timeLeftMs, () => stop.abort(new GivenUpError('time over')));
  const answer = createAnswer(job);
  const tell = createTell({ ...deps, interaction, answer });
  const progress = createProgress(async (text) => {
    try {
      await answer.progress(text);
    } catch (error) {
      logger.info({ reason: messageOf(error) }, 'progress could not be shown');
    }
  }, clock);
  const ending = endOf(job, stop.signal, progress.report);

  async function present(ended: Ended): Promise<InteractionOutcome> {
    const why = whyOf(stop.signal);
    if (ended.kind === 'error') {
      return why === null ? tell.failure(ended.error) : tell.givenUp(why);
    }
    try {
      await answer.show(ended.reply);
      return 'answered';
    } catch (error) {
      return tell.fault(error);
    }
  }

  /** The work goes on although it should not. */
  async function presentOverdue(why: Why | null): Promise<InteractionOutcome> {
    if (why === 'time over') {
      const { willPost, willTell } = dispatchTexts;
      await answer.tell(job.manner === 'public' ? willPost : willTell);
      return present(await ending);
    }
    void ending.then(({ kind }) => logger.info({ kind }, 'work that was given up has ended'));
    if (why !== 'cancelled') return tell.givenUp('stopping');
    await answer.tell(dispatchTexts.cancelledLate);
    return 'cancelled';
  }

  try {
    const ended = await Promise.race([ending, overdue(stop.signal, clock, ending)]);
    await progress.end();
    return await (ended === 'overdue' ? presentOverdue(whyOf(stop.signal)) : present(ended));
  } catch (error) {
    logger.error({ reason: messageOf(error) }, 'an answer could not be shown');
    return 'failed';
  } finally {
    cancelTimer();
    running.remove(interaction.id);
  }
}

/** How the handler ends, whatever it does. */
async function endOf<I extends Asked>(
  { interaction, run }: Job<I>,
  signal: AbortSignal,
  progress: (text: string) => void,
): Promise<Ended> {
  const { guild, user } = interaction;
  const by = { id: user.id, name: user.username };
  try {
    return { kind: 'reply', reply: await run({ interaction, guild, by, signal, progress }) };
  } catch (error) {
    return { kind: 'error', error };
  }
}

/** Resolves when work that was given up has not ended in time. */
function overdue(signal: AbortSignal, clock: Clock, ending: Promise<Ended>): Promise<'overdue'> {
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

function whyOf({ aborted, reason }: AbortSignal): Why | null {
  return aborted && reason instanceof GivenUpError ? reason.why : null;
}
