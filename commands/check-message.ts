import { ContextMenuCommandBuilder } from '@discordjs/builders';
import { ApplicationCommandType, PermissionFlagsBits } from 'discord.js';
import {
  type Case,
  type CommandDeps,
  defuse,
  fingerprintOf,
  type MessageMenu,
  type MessagePreview,
  type Renderer,
  spoiler,
} from '../src/bot/command-kit.ts';
import { UserError } from '../src/shared/errors.ts';
import { previewFields } from './shared/preview.ts';
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
    const quote = defuse(previewed.text, 1_000);
    return {
      embeds: [
        {
          title: t('check-message:reply.title'),
          description: quote === '' ? t('check-message:reply.noText') : spoiler(quote),
          fields: [
            { name: t('check-message:reply.whatHappened'), value: whatHappened(previewed, call) },
            ...previewFields(previewed, call),
          ],
          footer: { text: t('check-message:reply.footer') },
        },
      ],
    };
  },
} satisfies MessageMenu<CommandDeps>;

function whatHappened({ record, skip, text, result }: MessagePreview, renderer: Renderer): string {
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
  } else if (result.kind === 'judged') {
    lines.push(
      t(result.decision === null ? 'check-message:reply.passed' : 'check-message:reply.notYet'),
    );
  }
  return lines.join('\n') || t('check-message:reply.notYet');
}

function actionsOf({ steps }: Case, { t }: Renderer): string {
  const actions = steps.flatMap(({ effect, outcome }) =>
    effect.kind !== 'alert' && outcome?.status === 'done' ? [t(`effects:done.${effect.kind}`)] : [],
  );
  return actions.join(' · ') || t('check-message:reply.alertOnly');
}
