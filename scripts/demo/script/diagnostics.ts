import { translator } from '../../../src/bot/locales/translate.ts';
import { textOf } from './responses.ts';
import type { Step } from './scene.ts';
import type { Harness } from '../harness.ts';

/** Commands that explain: the setup, the settings, a message, a member. */
export function diagnosticsSteps(harness: Harness): Step[] {
  const t = translator('en');
  const { sandbox } = harness;
  const { general } = sandbox.channels;
  const owner = harness.person('owner');
  const moderator = harness.person('moderator');

  return [
    {
      title: 'owner uses /doctor',
      expected: 'one problem, with its fix: a role is above the bot’s role',
      async run() {
        const shown = textOf(await (await owner.slash(general, 'doctor')).response());
        return shown.startsWith(t('doctor:reply.title.problems', { count: 1 })) &&
          shown.includes('Move “Portcullis” above')
          ? 'one problem, with its fix: a role is above the bot’s role'
          : shown;
      },
    },
    {
      title: 'owner uses /moderation test and /moderation status',
      expected: 'the text would be deleted, nothing was done, every setting is shown',
      async run() {
        const options = { text: 'fuck you, you stupid bitch' };
        const tried = textOf(
          await (await owner.slash(general, 'moderation test', options)).response(),
        );
        const status = textOf(await (await owner.slash(general, 'moderation status')).response());
        return tried.includes('delete') &&
          tried.includes(t('check-message:reply.footer')) &&
          status.includes(t('rules:list.title'))
          ? 'the text would be deleted, nothing was done, every setting is shown'
          : `${tried}\n${status}`;
      },
    },
    {
      title: 'moderator uses “Check message” on a harmless message of dave’s',
      expected: 'nothing happens, and why',
      async run() {
        const { id } = await harness.person('dave').say(general, 'good morning everyone');
        await harness.outcomeOf(id);
        const interaction = await moderator.messageCommand(general, 'Check message', id);
        const { embeds } = await interaction.response();
        const nothing = t('preview:nothing', { preset: t('rules:preset.normal') });
        const shown = embeds[0]?.description ?? 'no reply';
        return shown.startsWith(`**${nothing}**`) ? 'nothing happens, and why' : shown;
      },
    },
    {
      title: 'moderator uses “Moderation record” on carol',
      expected: 'her cases, in a private reply',
      async run() {
        const { id } = sandbox.members.carol;
        const interaction = await moderator.userCommand(general, 'Moderation record', id);
        const shown = textOf(await interaction.response());
        return interaction.isEphemeral && shown.includes('#')
          ? 'her cases, in a private reply'
          : shown;
      },
    },
  ];
}
