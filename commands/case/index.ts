import {
  type SlashCommandStringOption,
  type SlashCommandSubcommandBuilder,
} from '@discordjs/builders';
import { PermissionFlagsBits } from 'discord.js';
import {
  type Case,
  type CommandDeps,
  type ComponentCall,
  type ModeratorActionKind,
  type Reply,
  type SlashCall,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { listCases } from './list.ts';
import { whichCases } from './pages.ts';
import { caseNumbered, suggestNumbers } from './numbered.ts';
import { caseRecord } from './record.ts';
import { askToAllow, isCertainlySevere } from './allow.ts';
import { checkAuthority, runModeratorAction, subjectOf } from './moderator-action.ts';
import { commandOf } from '../shared/subcommands.ts';
import { choice, describe } from '../shared/describe.ts';
import { checkMayModerate } from '../shared/may-moderate.ts';

const MAX_NOTES = 50;
const NOTE_LENGTH = 500;
const REASON_LENGTH = 200;

export const caseCommand = commandOf({
  key: 'case',
  permission: PermissionFlagsBits.ManageMessages,
  members: [
    { key: 'case:subcommands.show', options: withNumber, suggest: suggestNumbers, run: show },
    {
      key: 'case:subcommands.list',
      options: (sub) =>
        sub
          .addUserOption((option) => describe(option, 'case:options.user'))
          .addStringOption((option) =>
            describe(option, 'case:options.which').addChoices(
              ...whichCases.map((which) => choice(which, `case:which.${which}`)),
            ),
          ),
      run: listCases,
    },
    {
      key: 'case:subcommands.undo',
      options: withReason,
      suggest: suggestNumbers,
      run: (call, deps) => rule(call, 'undo', deps),
    },
    {
      key: 'case:subcommands.allow',
      options: withReason,
      suggest: suggestNumbers,
      run: allow,
    },
    {
      key: 'case:subcommands.disallow',
      options: withReason,
      suggest: suggestNumbers,
      run: (call, deps) => rule(call, 'disallow', deps),
    },
    {
      key: 'case:subcommands.note',
      options: (sub) =>
        withNumber(sub).addStringOption((option) =>
          describe(option, 'case:options.text').setRequired(true).setMaxLength(NOTE_LENGTH),
        ),
      suggest: suggestNumbers,
      run: note,
    },
    {
      key: 'case:subcommands.forget',
      options: (sub) =>
        sub.addUserOption((option) => describe(option, 'case:options.user').setRequired(true)),
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
    describe(option, 'case:options.reason').setMaxLength(REASON_LENGTH),
  );
  return sub;
}

function numberOption(option: SlashCommandStringOption): SlashCommandStringOption {
  return describe(option, 'case:options.number')
    .setRequired(true)
    .setAutocomplete(true)
    .setMaxLength(20);
}

function caseOf(call: SlashCall, deps: CommandDeps): Promise<Case> {
  return caseNumbered(call, call.interaction.options.getString('number', true), deps);
}

async function show(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const record = await caseOf(call, deps);
  return caseRecord(call, record, deps);
}

async function rule(call: SlashCall, kind: ModeratorActionKind, deps: CommandDeps): Promise<Reply> {
  const record = await caseOf(call, deps);
  const reason = call.interaction.options.getString('reason');
  return runModeratorAction(call, { record, kind, reason }, deps);
}

/** A text that is certainly severe is shown first: the command would allow it to everyone. */
async function allow(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const record = await caseOf(call, deps);
  const reason = call.interaction.options.getString('reason');
  const request = { record, kind: 'allow', reason } as const;
  if (!isCertainlySevere(record)) return runModeratorAction(call, request, deps);
  await checkAuthority(call, 'allow', subjectOf(record));
  const run = (confirmed: ComponentCall): Promise<Reply> =>
    runModeratorAction(confirmed, request, deps);
  return askToAllow(call, { record, hasAlternative: true, run }, deps);
}

async function note(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const record = await caseOf(call, deps);
  const { t, mention } = call;
  checkMayModerate(call);
  const text = call.interaction.options.getString('text', true);
  const added = { by: call.by, at: deps.clock.now(), text };
  await deps.cases.update(record, (latest) => {
    if (latest.notes.length >= MAX_NOTES) {
      throw new UserError(t('case:reply.tooManyNotes', { max: MAX_NOTES }));
    }
    return { ...latest, notes: [...latest.notes, added] };
  });
  return { content: t('case:reply.noted', { command: mention('case show') }) };
}

/** Removes texts permanently, so it needs “Manage Server”. */
async function forget(call: SlashCall, { cases, keywordHits }: CommandDeps): Promise<Reply> {
  const { interaction, guild, t } = call;
  if (!interaction.memberPermissions.has(PermissionFlagsBits.ManageGuild)) {
    throw new UserError(t('case:reply.missingManageServer'));
  }
  const user = interaction.options.getUser('user', true);
  const fromCases = await cases.forgetTexts(guild.id, user.id);
  const fromHits = await keywordHits.forgetTexts(guild.id, user.id);
  const places = [
    ...(fromCases === 0 ? [] : [t('case:reply.cases', { count: fromCases })]),
    ...(fromHits === 0 ? [] : [t('case:reply.keywordAlerts', { count: fromHits })]),
  ];
  return {
    content:
      places.length === 0
        ? t('case:reply.nothingToForget', { user: user.id })
        : t('case:reply.forgotten', { user: user.id, places }),
  };
}
