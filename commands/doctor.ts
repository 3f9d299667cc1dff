import { SlashCommandBuilder } from '@discordjs/builders';
import { PermissionFlagsBits } from 'discord.js';
import { checkUp, type Finding } from '../src/discord/interactions/check-up.ts';
import type { SlashCall, SlashCommand } from '../src/discord/interactions/command.ts';
import { defuse } from '../src/discord/text.ts';
import type { Mode } from '../src/moderation/policy.ts';
import type { WebhookState } from '../src/moderation/webhook-state.ts';
import { moment } from '../src/discord/texts.ts';
import type { CommandDeps } from './deps.ts';
import { explainServiceFailure } from './explain.ts';
import * as texts from './texts/doctor.ts';
import { describe, forGuilds } from './texts/localise.ts';

const SIGNS: Record<Finding['state'], { sign: string; rank: number; colour: number }> = {
  failure: { sign: '⛔', rank: 0, colour: 0xe74c3c },
  warning: { sign: '⚠️', rank: 1, colour: 0xf1c40f },
  fine: { sign: '✅', rank: 2, colour: 0x2ecc71 },
};

/** Looks at everything the bot needs, and says of each fault how to mend it. */
export const doctorCommand = {
  kind: 'slash',
  data: forGuilds(describe(new SlashCommandBuilder(), texts.doctor))
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild)
    .toJSON(),
  visibility: () => 'private',
  async run(call, deps) {
    const policy = await deps.policies.get(call.guild.id);
    const findings = [
      ...(await checkUp(call.guild, policy, deps.moderatorChannel)),
      modeFinding(policy.mode),
      gatewayFinding(call),
      await serviceFinding(deps, call.signal),
      webhookFinding(deps.webhookState()),
    ].sort((a, b) => SIGNS[a.state].rank - SIGNS[b.state].rank);
    const faults = findings.filter(({ state }) => state !== 'fine').length;
    const [gravest] = findings;
    return {
      embeds: [
        {
          title: faults === 0 ? texts.title.fine : texts.title.mend(faults),
          description: findings.map(line).join('\n'),
          ...(gravest === undefined ? {} : { color: SIGNS[gravest.state].colour }),
        },
      ],
    };
  },
} satisfies SlashCommand<CommandDeps>;

function line(finding: Finding): string {
  const said = `${SIGNS[finding.state].sign} ${finding.what}`;
  return finding.state === 'fine' ? said : `${said}\n🔧 ${finding.mend}`;
}

function modeFinding(mode: Mode): Finding {
  return mode === 'enforce'
    ? { state: 'fine', what: texts.mode.enforce }
    : { state: 'warning', what: texts.mode[mode], mend: texts.mode.mend };
}

function gatewayFinding({ guild }: SlashCall): Finding {
  // Before the first heartbeat was answered the ping is -1; that the command came says that it is connected.
  const { ping } = guild.client.ws;
  return { state: 'fine', what: ping < 0 ? texts.gateway.waiting : texts.gateway.fine(ping) };
}

/** Without the webhook all works but keyword alerts. */
function webhookFinding({ kind, detail }: WebhookState): Finding {
  return kind === 'ready'
    ? { state: 'fine', what: texts.webhook.fine }
    : { state: 'warning', what: texts.webhook.off, mend: defuse(detail, 500) };
}

async function serviceFinding(
  { service, pipelineStatus, clock }: CommandDeps,
  signal: AbortSignal,
): Promise<Finding> {
  const { outage } = pipelineStatus();
  if (outage !== null) {
    const since = moment(outage.since, 'R');
    const mend = texts.service.mend(defuse(outage.reason, 300));
    return { state: 'failure', what: texts.service.outage(since), mend };
  }
  const asked = clock.now();
  try {
    await service.addons.list({ signal });
    return { state: 'fine', what: texts.service.fine(clock.now() - asked) };
  } catch (error) {
    const why = explainServiceFailure(error);
    if (why === null) throw error;
    const mend = texts.service.mend(why);
    return { state: 'failure', what: texts.service.failing, mend };
  }
}
