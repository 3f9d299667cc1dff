import {
  type Case,
  type CommandDeps,
  conflictOf,
  headOf,
  historyBefore,
  historyText,
  manualActionOf,
  type ManualResult,
  type Renderer,
  type Reply,
  stepLine,
  whereOf,
} from '../../src/bot/command-kit.ts';

/** The result of a manual action, and the way to undo it. */
export async function manualReply(
  renderer: Renderer,
  { kind, record }: ManualResult,
  { cases, policies, clock }: Pick<CommandDeps, 'cases' | 'policies' | 'clock'>,
): Promise<Reply> {
  const { t, mention } = renderer;
  const { number } = record;
  if (kind === 'in progress') {
    // Discord deletes old messages only one by one, which takes a long time.
    const isPurge = manualActionOf(record)?.kind === 'purge';
    const key = isPurge ? 'purge:reply.inProgress' : 'punish:reply.inProgress';
    return { content: t(key, { number, command: mention('case show') }) };
  }
  const [policy, history] = await Promise.all([
    policies.get(record.guildId),
    historyBefore(cases, record),
  ]);
  const lines = [
    `**${headOf(t, record, policy)}** · ${whereOf(t, record)} · #${number}`,
    ...stepLines(renderer, record),
    ...(history === null ? [] : [`-# ${historyText(renderer, history)}`]),
    ...(conflictOf(record, 'undo', clock.now()) === null
      ? [`-# ${t('punish:reply.undo', { command: mention('case undo'), number })}`]
      : []),
  ];
  return { content: lines.join('\n') };
}

function stepLines(renderer: Renderer, { steps }: Case): string[] {
  return steps.flatMap(({ effect, outcome }) =>
    effect.kind === 'alert' || outcome === null ? [] : [stepLine(renderer, effect, outcome)],
  );
}
