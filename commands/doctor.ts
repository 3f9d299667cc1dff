import { SlashCommandBuilder } from '@discordjs/builders';
import { PermissionFlagsBits } from 'discord.js';
import type { CommandDeps, SlashCommand } from '../src/bot/command-kit.ts';
import { answeredBy } from './shared/answered-by.ts';
import { describe, forGuilds } from './shared/describe.ts';
import { allChecks, findingsOf, findingText, STATES } from './shared/findings.ts';

export const doctorCommand = {
  kind: 'slash',
  data: forGuilds(describe(new SlashCommandBuilder(), 'doctor'))
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild)
    .toJSON(),
  visibility: () => 'private',
  async run(call, deps) {
    const { t } = call;
    const policy = await deps.policies.get(call.guild.id);
    const findings = await findingsOf(allChecks(call, policy, deps), call, deps);
    const problems = findings.filter(({ state }) => state !== 'fine').length;
    const [mostSevere] = findings;
    return {
      embeds: [
        {
          title:
            problems === 0
              ? t('doctor:reply.title.ok')
              : t('doctor:reply.title.problems', { count: problems }),
          description: findings.map(findingText).join('\n'),
          ...answeredBy(call.guild, t, deps),
          ...(mostSevere === undefined ? {} : { color: STATES[mostSevere.state].colour }),
        },
      ],
    };
  },
} satisfies SlashCommand<CommandDeps>;
