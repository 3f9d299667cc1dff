import { ContextMenuCommandBuilder } from '@discordjs/builders';
import { ApplicationCommandType, PermissionFlagsBits } from 'discord.js';
import type { MessageMenu } from '../src/discord/interactions/command.ts';
import { defuse, spoiler } from '../src/discord/text.ts';
import { done } from '../src/discord/texts.ts';
import { UserError } from '../src/lib/errors.ts';
import type { Case } from '../src/moderation/case.ts';
import type { MessageExamination } from '../src/moderation/ports.ts';
import { fingerprintOf } from '../src/moderation/sample.ts';
import type { CommandDeps } from './deps.ts';
import { examinationFields } from './shared/examination.ts';
import * as texts from './texts/check-message.ts';
import { forGuilds, named } from './texts/localise.ts';

/** The verdict on a message, what the policy makes of it, and why something or nothing happened. */
export const checkMessageMenu = {
  kind: 'message menu',
  data: named(forGuilds(new ContextMenuCommandBuilder()), texts.checkMessage)
    .setType(ApplicationCommandType.Message)
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageMessages)
    .toJSON(),
  async run({ interaction }, { examiner }) {
    const { channelId, id } = interaction.targetMessage;
    const examination = await examiner.message(channelId, id);
    if (examination === null) throw new UserError(texts.gone);
    const quote = defuse(examination.text, 1_000);
    return {
      embeds: [
        {
          title: texts.title,
          description: quote === '' ? texts.noText : spoiler(quote),
          fields: [
            { name: texts.why, value: whatHappened(examination) },
            ...examinationFields(examination),
          ],
          footer: { text: texts.footer },
        },
      ],
    };
  },
} satisfies MessageMenu<CommandDeps>;

function whatHappened({ record, skip, text, result }: MessageExamination): string {
  const lines: string[] = [];
  if (record !== null) {
    if (record.fingerprint !== fingerprintOf(text)) {
      lines.push(texts.happened.changedSince(record.number));
    } else {
      return texts.happened.acted(record.number, doneIn(record));
    }
  }
  if (skip !== null) lines.push(texts.skipped[skip]);
  else if (result.kind === 'judged') {
    lines.push(result.decision === null ? texts.happened.passed : texts.happened.stands);
  }
  return lines.join('\n') || texts.happened.stands;
}

function doneIn({ steps }: Case): string {
  const actions = steps.flatMap(({ effect, outcome }) =>
    effect.kind !== 'alert' && outcome?.status === 'done' ? [done[effect.kind].toLowerCase()] : [],
  );
  return actions.join(', ') || texts.happened.nothingDone;
}
