import {
  type SlashCommandStringOption,
  type SlashCommandSubcommandBuilder,
} from '@discordjs/builders';
import { PermissionFlagsBits } from 'discord.js';
import { authorityToModerate } from '../src/discord/interactions/authority.ts';
import { caseEmbed } from '../src/discord/interactions/case-embed.ts';
import type { Reply, SlashCall } from '../src/discord/interactions/command.ts';
import { UserError } from '../src/lib/errors.ts';
import type { Case, RulingKind } from '../src/moderation/case.ts';
import { listCases } from './cases/list.ts';
import { caseNumbered, suggestNumbers } from './cases/numbered.ts';
import { ruleOn } from './cases/ruling.ts';
import type { CommandDeps } from './deps.ts';
import { commandOf } from './shared/subcommands.ts';
import { answers, caseTexts, options, subcommands, which } from './texts/case.ts';
import { describe } from './texts/localise.ts';

const MAX_NOTES = 50;
const NOTE_LENGTH = 500;
const REASON_LENGTH = 200;

/** Cases: seen, listed, undone, annotated. */
export const caseCommand = commandOf({
  texts: caseTexts,
  permission: PermissionFlagsBits.ManageMessages,
  members: [
    { texts: subcommands.show, options: withNumber, suggest: suggestNumbers, run: show },
    {
      texts: subcommands.list,
      options: (sub) =>
        sub
          .addUserOption((option) => describe(option, options.user))
          .addStringOption((option) =>
            describe(option, options.which).addChoices(
              ...Object.entries(which).map(([value, name]) => ({ name, value })),
            ),
          ),
      run: listCases,
    },
    {
      texts: subcommands.undo,
      options: withReason,
      suggest: suggestNumbers,
      run: (call, deps) => rule(call, 'undo', deps),
    },
    {
      texts: subcommands.pardon,
      options: withReason,
      suggest: suggestNumbers,
      run: (call, deps) => rule(call, 'pardon', deps),
    },
    {
      texts: subcommands.unpardon,
      options: withReason,
      suggest: suggestNumbers,
      run: (call, deps) => rule(call, 'unpardon', deps),
    },
    {
      texts: subcommands.note,
      options: (sub) =>
        withNumber(sub).addStringOption((option) =>
          describe(option, options.text).setRequired(true).setMaxLength(NOTE_LENGTH),
        ),
      suggest: suggestNumbers,
      run: note,
    },
    {
      texts: subcommands.forget,
      options: (sub) =>
        sub.addUserOption((option) => describe(option, options.user).setRequired(true)),
      run: forget,
    },
  ],
});

function withNumber(sub: SlashCommandSubcommandBuilder): SlashCommandSubcommandBuilder {
  sub.addStringOption((option) => numberOption(option));
  return sub;
}

function withReason(sub: SlashCommandSubcommandBuilder): SlashCommandSubcommandBuilder {
  withNumber(sub).addStringOption((option) =>
    describe(option, options.reason).setMaxLength(REASON_LENGTH),
  );
  return sub;
}

function numberOption(option: SlashCommandStringOption): SlashCommandStringOption {
  return describe(option, options.number).setRequired(true).setAutocomplete(true).setMaxLength(20);
}

function caseOf({ interaction, guild }: SlashCall, deps: CommandDeps): Promise<Case> {
  return caseNumbered(deps, guild.id, interaction.options.getString(options.number.name.en, true));
}

async function show(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const record = await caseOf(call, deps);
  const { guildId, number } = record;
  const [policy, text] = await Promise.all([
    deps.policies.get(guildId),
    deps.cases.evidence(guildId, number),
  ]);
  return { embeds: [caseEmbed({ record, policy, text }, call.interaction.client)] };
}

async function rule(call: SlashCall, kind: RulingKind, deps: CommandDeps): Promise<Reply> {
  const record = await caseOf(call, deps);
  const reason = call.interaction.options.getString(options.reason.name.en);
  return ruleOn(call, { record, kind, reason }, deps);
}

async function note(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const record = await caseOf(call, deps);
  const authority = authorityToModerate(call.guild, call.interaction.member);
  if (authority.kind === 'may not') throw new UserError(authority.reason);
  const text = call.interaction.options.getString(options.text.name.en, true);
  const written = { by: call.by, at: deps.clock.now(), text };
  await deps.cases.update(record, (latest) => {
    if (latest.notes.length >= MAX_NOTES) throw new UserError(answers.tooManyNotes);
    return { ...latest, notes: [...latest.notes, written] };
  });
  return { content: answers.noted };
}

/** Evidence is removed for good, so it is not for everybody who moderates. */
async function forget(call: SlashCall, { cases, keywordHits }: CommandDeps): Promise<Reply> {
  const { interaction, guild } = call;
  if (!interaction.memberPermissions.has(PermissionFlagsBits.ManageGuild)) {
    throw new UserError(answers.mayNotForget);
  }
  const user = interaction.options.getUser(options.user.name.en, true);
  const fromCases = await cases.forgetTexts(guild.id, user.id);
  const fromHits = await keywordHits.forgetTexts(guild.id, user.id);
  return { content: answers.forgotten(fromCases, fromHits, user.id) };
}
