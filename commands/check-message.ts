import { ContextMenuCommandBuilder } from '@discordjs/builders';
import { ApplicationCommandType, PermissionFlagsBits } from 'discord.js';
import {
  type Case,
  type CommandDeps,
  fingerprintOf,
  type MessageMenu,
  type MessagePreview,
  type Renderer,
} from '../src/bot/command-kit.ts';
import { UserError } from '../src/shared/errors.ts';
import { previewFiles, previewText } from './shared/preview.ts';
import { forGuilds, named } from './shared/describe.ts';

/** Shows the verdict on a message, the effects of this server's rules, and the actions taken. */
export const checkMessageMenu = {
  kind: 'message menu',
  data: named(forGuilds(new ContextMenuCommandBuilder()), 'check-message')
    .setType(ApplicationCommandType.Message)
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageMessages)
    .toJSON(),
  async run(call, { preview }) {
    const { interaction, t } = call;
    const { channelId, id } = interaction.targetMessage;
    const previewed = await preview.message(channelId, id);
    if (previewed === null) throw new UserError(t('check-message:reply.gone'));
    const happened = whatHappened(previewed, call);
    return {
      embeds: [
        {
          title: t('check-message:reply.title'),
          description: [
            ...(happened === null ? [] : [happened]),
            previewText(previewed, previewed.text, call),
          ].join('\n'),
          footer: { text: t('check-message:reply.footer') },
        },
      ],
      files: previewFiles(previewed),
    };
  },
} satisfies MessageMenu<CommandDeps>;

/** Null: nothing, as the settings say. */
function whatHappened(
  { record, skip, text, result }: MessagePreview,
  renderer: Renderer,
): string | null {
  const { t, mention } = renderer;
  const lines: string[] = [];
  if (record !== null) {
    if (record.fingerprint !== fingerprintOf(text)) {
      lines.push(t('check-message:reply.changedSince', { number: record.number }));
    } else {
      const { number } = record;
      const command = mention('case show');
      return t('check-message:reply.case', {
        number,
        actions: actionsOf(record, renderer),
        command,
      });
    }
  }
  if (skip !== null) {
    const commands = {
      mode: mention('moderation mode'),
      exempt: mention('moderation exempt add'),
      disallow: mention('case disallow'),
    };
    lines.push(t(`check-message:reply.skipped.${skip}`, commands));
  } else if (result.kind === 'judged' && result.decision !== null) {
    lines.push(t('check-message:reply.notYet'));
  }
  return lines.length === 0 ? null : lines.join('\n');
}

function actionsOf({ steps }: Case, { t }: Renderer): string {
  const actions = steps.flatMap(({ effect, outcome }) =>
    effect.kind !== 'alert' && outcome?.status === 'done' ? [t(`effects:done.${effect.kind}`)] : [],
  );
  return actions.join(' · ') || t('check-message:reply.alertOnly');
}
