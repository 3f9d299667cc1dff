import type { SlashCommandSubcommandBuilder } from '@discordjs/builders';
import { ButtonStyle, ComponentType } from 'discord.js';
import type { Call, CommandDeps, Component, Reply, SlashCall } from '../src/bot/command-kit.ts';
import { erasedPlaces, isCancelled } from '../src/bot/command-kit.ts';
import { UserError } from '../src/shared/errors.ts';
import { describe } from './shared/describe.ts';
import { fileOfPieces } from './shared/file-of-pieces.ts';
import { commandOf } from './shared/subcommands.ts';

const ID = 'privacy-erase';

/** From this many cases on, progress is shown. Fewer are erased before anybody could read it. */
const MANY_CASES = 500;

/** Exports and erases a member's data, for the member or the server's owner. */
export const privacyCommand = commandOf({
  key: 'privacy',
  permission: null,
  members: [
    { key: 'privacy:subcommands.export', options: withUser, run: exportData },
    { key: 'privacy:subcommands.erase', options: withUser, run: confirmErasure },
  ],
});

/** The confirmation button: `privacy-erase:<user>`. */
export const privacyErasure: Component<CommandDeps> = {
  id: ID,
  answer: { kind: 'update' },
  async run(call, [userId = ''], { memberErasures }) {
    checkMay(call, userId);
    const { guild, by, t, signal } = call;
    const member = { guildId: guild.id, userId };
    signal.addEventListener('abort', () => {
      if (isCancelled(signal)) memberErasures.cancel(member);
    });
    const erased = await memberErasures.erase({ ...member, byId: by.id }, (soFar) => {
      if (soFar.cases < MANY_CASES) return;
      call.progress(t('privacy:reply.erasing', { cases: soFar.cases }));
    });
    const places = erasedPlaces(erased, t);
    const values = { user: userId, places, command: call.mention('privacy erase') };
    if (places.length === 0) return { content: t('privacy:reply.nothing', values), components: [] };
    const result = t(`privacy:reply.${isCancelled(signal) ? 'cancelled' : 'erased'}`, values);
    return { content: `${result}\n${t('privacy:reply.stays')}`, components: [] };
  },
};

function withUser(sub: SlashCommandSubcommandBuilder): SlashCommandSubcommandBuilder {
  return sub.addUserOption((option) => describe(option, 'privacy:options.user'));
}

/** Throws a `UserError` unless the data is the caller's own or the caller owns the server. */
function checkMay({ guild, by, t }: Call<unknown>, userId: string): void {
  if (userId !== by.id && guild.ownerId !== by.id) {
    throw new UserError(t('privacy:reply.ownerOnly'));
  }
}

function subjectOf(call: SlashCall): string {
  const userId = call.interaction.options.getUser('user')?.id ?? call.by.id;
  checkMay(call, userId);
  return userId;
}

async function exportData(call: SlashCall, { memberData }: CommandDeps): Promise<Reply> {
  const { guild, t, mention } = call;
  const userId = subjectOf(call);
  const name = `portcullis-${guild.id}-${userId}.json`;
  const file = await fileOfPieces(name, memberData.export(guild.id, userId), {
    signal: call.signal,
    onProgress: (megabytes) => call.progress(t('privacy:reply.reading', { megabytes })),
  });
  if (file === null) throw new UserError(t('privacy:reply.tooLarge'));
  const command = mention('privacy erase');
  return { content: t('privacy:reply.exported', { user: userId, command }), files: [file] };
}

async function confirmErasure(call: SlashCall): Promise<Reply> {
  const { t } = call;
  const userId = subjectOf(call);
  return {
    content: `${t('privacy:reply.confirm', { user: userId })}\n${t('privacy:reply.stays')}`,
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.Button,
            style: ButtonStyle.Danger,
            label: t('privacy:reply.button'),
            custom_id: `${ID}:${userId}`,
          },
        ],
      },
    ],
  };
}
