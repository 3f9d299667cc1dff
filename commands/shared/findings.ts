import { randomUUID } from 'node:crypto';
import {
  audienceOf,
  type Call,
  type Check,
  type CommandDeps,
  diagnosticsOf,
  type Finding,
  mailChannelProblem,
  moderatorChannelOf,
  type Policy,
  type Renderer,
  timestamp,
  type WebhookState,
} from '../../src/bot/command-kit.ts';
import { errorMessage } from '../../src/shared/errors.ts';
import { explainServiceFailure } from '../explain.ts';

/* Runs the doctor's checks and explains their findings. */

type CheckCall = Call<unknown>;

export const STATES: Record<Finding['state'], { sign: string; rank: number; colour: number }> = {
  failure: { sign: '⛔', rank: 0, colour: 0xe74c3c },
  warning: { sign: '⚠️', rank: 1, colour: 0xf1c40f },
  fine: { sign: '✅', rank: 2, colour: 0x2ecc71 },
};

export function allChecks(call: CheckCall, policy: Policy, deps: CommandDeps): Check[] {
  return [
    ...diagnosticsOf(call, policy, deps.moderatorChannel),
    { name: 'mode', run: () => modeFindings(call, policy, deps) },
    { name: 'gateway', run: () => [gatewayFinding(call)] },
    { name: 'service', run: async () => [await serviceFinding(call, deps)] },
    { name: 'webhook', run: () => [webhookFinding(deps.webhookState(), call)] },
    { name: 'mail', run: () => mailFindings(call, deps) },
  ];
}

/** None while the server takes no messages of members. */
async function mailFindings(
  { guild, t, show, mention }: CheckCall,
  { mail }: CommandDeps,
): Promise<Finding[]> {
  const channelId = await mail.channel(guild.id);
  if (channelId === null) return [];
  const channel = `<#${channelId}>`;
  const problem = mailChannelProblem(guild, channelId);
  if (problem !== null) {
    return [{ state: 'failure', text: show(problem.reason), fix: show(problem.fix) }];
  }
  const place = guild.channels.cache.get(channelId);
  const isPublic = place?.isTextBased() === true && audienceOf(place).kind === 'everyone';
  if (!isPublic) return [{ state: 'fine', text: t('modmail:doctor.fine', { channel }) }];
  const fix = t('modmail:doctor.publicFix', { command: mention('modmail on') });
  return [{ state: 'failure', text: t('modmail:doctor.public', { channel }), fix }];
}

/** Runs checks; the most severe findings come first. */
export async function findingsOf(
  checks: readonly Check[],
  call: CheckCall,
  deps: CommandDeps,
): Promise<readonly Finding[]> {
  const results = await Promise.all(checks.map((check) => findingsOfCheck(check, call, deps)));
  return results.flat().sort((a, b) => STATES[a.state].rank - STATES[b.state].rank);
}

export function findingText(finding: Finding): string {
  const result = `${STATES[finding.state].sign} ${finding.text}`;
  return finding.state === 'fine' ? result : `${result}\n🔧 ${finding.fix}`;
}

/** The same without alarm, for what may stay as it is. */
export function noteText(finding: Finding): string {
  return finding.state === 'fine' ? `ℹ️ ${finding.text}` : `ℹ️ ${finding.text}\n🔧 ${finding.fix}`;
}

/** A check that throws is a finding itself, so that the others are still shown. */
async function findingsOfCheck(
  { name, run }: Check,
  { guild, t, mention }: CheckCall,
  { logger }: CommandDeps,
): Promise<readonly Finding[]> {
  try {
    return await run();
  } catch (error) {
    const id = randomUUID().slice(0, 8);
    // The stack only, not the error object: discord.js errors carry the request.
    const stack = error instanceof Error ? error.stack : errorMessage(error);
    logger.error({ errorId: id, guildId: guild.id, check: name, stack }, 'check failed');
    const text = t('doctor:reply.failed.text', { check: t(`doctor:reply.check.${name}`) });
    const fix = t('doctor:reply.failed.fix', { command: mention('doctor'), id });
    return [{ state: 'failure', text, fix }];
  }
}

/** Without a moderator channel the bot does not act either; another check says so. */
function modeFindings(call: CheckCall, policy: Policy, deps: CommandDeps): Finding[] {
  const { t, mention } = call;
  const { mode } = policy;
  const text = t(`doctor:reply.mode.${mode}`);
  if (mode === 'enforce') {
    const channel = moderatorChannelOf(call.guild, policy, deps.moderatorChannel);
    return channel.kind === 'found' ? [{ state: 'fine', text }] : [];
  }
  const fix = t('doctor:reply.mode.fix', { command: mention('moderation mode') });
  return [{ state: 'warning', text, fix }];
}

function gatewayFinding({ guild, t }: CheckCall): Finding {
  // The ping is -1 until Discord answers the first heartbeat.
  const { ping } = guild.client.ws;
  const text =
    ping < 0 ? t('doctor:reply.gateway.noPing') : t('doctor:reply.gateway.ok', { ms: ping });
  return { state: 'fine', text };
}

/** Without the webhook everything works except keyword alerts. */
function webhookFinding({ kind, detail }: WebhookState, { t, show }: Renderer): Finding {
  return kind === 'ready'
    ? { state: 'fine', text: t('doctor:reply.webhook.ok') }
    : { state: 'warning', text: t('doctor:reply.webhook.off'), fix: show(detail) };
}

async function serviceFinding(
  { t, show, signal }: CheckCall,
  { service, pipelineStatus, clock }: CommandDeps,
): Promise<Finding> {
  const { outage } = pipelineStatus();
  if (outage !== null) {
    const since = timestamp(outage.since, 'R');
    const fix = t('doctor:reply.service.fix', { reason: show(outage.reason) });
    return { state: 'failure', text: t('doctor:reply.service.outage', { since }), fix };
  }
  const startMs = clock.now();
  try {
    await service.addons.list({ signal });
    return { state: 'fine', text: t('doctor:reply.service.ok', { ms: clock.now() - startMs }) };
  } catch (error) {
    const reason = explainServiceFailure(error, { t });
    if (reason === null) throw error;
    const fix = t('doctor:reply.service.fix', { reason });
    return { state: 'failure', text: t('doctor:reply.service.failing'), fix };
  }
}
