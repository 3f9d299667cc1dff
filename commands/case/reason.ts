import { SlashCommandBuilder } from '@discordjs/builders';
import { PermissionFlagsBits } from 'discord.js';
import {
  type CommandDeps,
  reasonOfCase,
  type Reply,
  type SlashCall,
  type SlashCommand,
  withReason,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { describe, forGuilds } from '../shared/describe.ts';
import { REASON_LENGTH } from '../punish/options.ts';
import { checkAuthority, subjectOf } from './moderator-action.ts';
import { caseNumbered, suggestNumbers } from './numbered.ts';

const MAX_CHANGES = 20;

/** Changes the reason of a case. Its record keeps the earlier ones. */
export const reasonCommand = {
  kind: 'slash',
  data: forGuilds(describe(new SlashCommandBuilder(), 'reason'))
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageMessages)
    .addStringOption((option) =>
      describe(option, 'reason:options.number')
        .setRequired(true)
        .setAutocomplete(true)
        .setMaxLength(20),
    )
    .addStringOption((option) =>
      describe(option, 'reason:options.reason').setRequired(true).setMaxLength(REASON_LENGTH),
    )
    .toJSON(),
  visibility: () => 'private',
  run: changeReason,
  autocomplete: suggestNumbers,
} satisfies SlashCommand<CommandDeps>;

async function changeReason(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { t, mention, by, interaction } = call;
  const record = await caseNumbered(call, interaction.options.getString('number', true), deps);
  const { number } = record;
  await checkAuthority(call, 'done', subjectOf(record));
  const reason = interaction.options.getString('reason', true).trim();
  await deps.cases.update(record, (latest) => {
    const current = reasonOfCase(latest);
    if (current === null) {
      throw new UserError(t('reason:reply.none', { number, command: mention('case note') }));
    }
    if (current.reason === reason) throw new UserError(t('reason:reply.same', { number }));
    if ((latest.reasonChanges ?? []).length >= MAX_CHANGES) {
      throw new UserError(t('reason:reply.tooMany', { max: MAX_CHANGES }));
    }
    return withReason(latest, { by, at: deps.clock.now(), reason });
  });
  return { content: t('reason:reply.changed', { number, command: mention('case show') }) };
}
