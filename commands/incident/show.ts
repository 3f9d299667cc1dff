import {
  type CommandDeps,
  createCanSee,
  incidentButtons,
  incidentEmbed,
  type IncidentView,
  type Reply,
  type SlashCall,
} from '../../src/bot/command-kit.ts';
import { incidentNumbered } from './numbered.ts';

export async function showIncident(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, t, interaction } = call;
  const number = interaction.options.getInteger('number');
  const incident = await incidentNumbered(call, number, deps);
  const [policy, figures] = await Promise.all([
    deps.policies.get(guild.id),
    deps.incidents.figures(guild.id, incident.number),
  ]);
  const view = {
    incident,
    figures,
    texts: await visibleTexts(call, figures.texts, deps),
    policy,
    progress: deps.incidentControl.progress(incident),
  };
  const pauses = deps.serverPauses.state(guild.id);
  return {
    embeds: [incidentEmbed(call, view, pauses)],
    components: incidentButtons(t, incident, pauses),
  };
}

/** Texts except those of channels hidden from the caller. */
async function visibleTexts(
  call: SlashCall,
  texts: IncidentView['figures']['texts'],
  { cases }: CommandDeps,
): Promise<IncidentView['texts']> {
  const canSee = createCanSee(call);
  const shown = await Promise.all(
    texts.map(async ({ caseNumber, cases: count }) => {
      const record = await cases.get(call.guild.id, caseNumber);
      if (record === null || !(await canSee(record))) return [];
      return [{ text: await cases.evidence(call.guild.id, caseNumber), cases: count }];
    }),
  );
  return shown.flat();
}
