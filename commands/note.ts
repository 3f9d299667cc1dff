import type { SlashCommandSubcommandBuilder } from '@discordjs/builders';
import { PermissionFlagsBits } from 'discord.js';
import {
  type AutocompleteCall,
  type Choice,
  type CommandDeps,
  type Reply,
  type SlashCall,
  visible,
} from '../src/bot/command-kit.ts';
import { DAY_MS } from '../src/shared/clock.ts';
import { UserError } from '../src/shared/errors.ts';
import { recordOfMember } from './record.ts';
import { describe } from './shared/describe.ts';
import { checkMayModerate } from './shared/may-moderate.ts';
import { commandOf } from './shared/subcommands.ts';
import { choiceTime } from './shared/time-text.ts';

const NOTE_LENGTH = 500;
const MAX_NOTES = 50;
const MAX_SUGGESTIONS = 25;

/** Notes about members, for moderators only. */
export const noteCommand = commandOf({
  key: 'note',
  permission: PermissionFlagsBits.ManageMessages,
  members: [
    {
      key: 'note:subcommands.add',
      options: (sub) =>
        withUser(sub).addStringOption((option) =>
          describe(option, 'note:options.text').setRequired(true).setMaxLength(NOTE_LENGTH),
        ),
      run: add,
    },
    {
      key: 'note:subcommands.list',
      options: withUser,
      run: (call, deps) =>
        recordOfMember(call, { authorId: userOf(call).id, which: null, below: null }, deps),
    },
    {
      key: 'note:subcommands.remove',
      options: (sub) =>
        withUser(sub).addStringOption((option) =>
          describe(option, 'note:options.note')
            .setRequired(true)
            .setAutocomplete(true)
            .setMaxLength(30),
        ),
      suggest: suggestNotes,
      run: remove,
    },
  ],
});

function withUser(sub: SlashCommandSubcommandBuilder): SlashCommandSubcommandBuilder {
  return sub.addUserOption((option) => describe(option, 'note:options.user').setRequired(true));
}

function userOf({ interaction }: SlashCall) {
  return interaction.options.getUser('user', true);
}

async function add(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, interaction, by, t, mention } = call;
  checkMayModerate(call);
  const user = userOf(call);
  const notes = await deps.memberNotes.list(guild.id, user.id);
  if (notes.length >= MAX_NOTES) throw new UserError(t('note:reply.tooMany', { max: MAX_NOTES }));
  const at = deps.clock.now();
  const days = (await deps.policies.get(guild.id)).caseDays ?? deps.caseDays;
  await deps.memberNotes.add(guild.id, user.id, {
    id: interaction.id,
    by,
    at,
    text: interaction.options.getString('text', true),
    expiresAt: at + days * DAY_MS,
  });
  return { content: t('note:reply.added', { user: user.id, command: mention('note list') }) };
}

async function remove(call: SlashCall, { memberNotes }: CommandDeps): Promise<Reply> {
  const { guild, interaction, t } = call;
  checkMayModerate(call);
  const id = interaction.options.getString('note', true);
  const isRemoved = await memberNotes.remove(guild.id, userOf(call).id, id);
  if (!isRemoved) throw new UserError(t('note:reply.gone'));
  return { content: t('note:reply.removed') };
}

/** Suggests the notes about the chosen member, newest first. */
async function suggestNotes(
  { interaction, guild, t }: AutocompleteCall,
  { memberNotes, policies }: CommandDeps,
): Promise<readonly Choice[]> {
  const userId = interaction.options.get('user')?.value;
  if (typeof userId !== 'string') return [];
  const typed = interaction.options.getFocused().toLowerCase();
  const [notes, { timeZone }] = await Promise.all([
    memberNotes.list(guild.id, userId),
    policies.get(guild.id),
  ]);
  const time = choiceTime(timeZone, t.language);
  return notes
    .toReversed()
    .filter(({ text }) => text.toLowerCase().includes(typed))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ id, at, text }) => ({ name: `${time(at)} · ${visible(text, 60)}`, value: id }));
}
