import { textOf } from './answers.ts';
import type { Step } from './scenario.ts';
import type { Stage } from './stage.ts';

/** What owners and moderators look at when they wonder: settings, set-up, a message, a member. */
export function settings(stage: Stage): Step[] {
  const { sandbox } = stage;
  const { general } = sandbox.channels;
  const owner = stage.person('owner');
  const moderator = stage.person('moderator');

  return [
    {
      title: 'the owner asks `/doctor` whether all is set up right',
      expected: 'one thing: a role stands above the bot’s; and how to mend it',
      async play() {
        const shown = textOf(await (await owner.slash(general, 'doctor')).response());
        return shown.startsWith('One thing to mend') && shown.includes('Drag “Portcullis” above')
          ? 'one thing: a role stands above the bot’s; and how to mend it'
          : shown;
      },
    },
    {
      title: 'the owner tries a text with `/moderation test`, and looks at `/moderation status`',
      expected: 'it would be deleted; nothing was done; every setting is shown',
      async play() {
        const options = { text: 'fuck you, you stupid bitch' };
        const tried = textOf(
          await (await owner.slash(general, 'moderation test', options)).response(),
        );
        const status = textOf(await (await owner.slash(general, 'moderation status')).response());
        return tried.includes('delete') &&
          tried.includes('Nothing was done') &&
          status.includes('What follows from a suggested action')
          ? 'it would be deleted; nothing was done; every setting is shown'
          : `${tried}\n${status}`;
      },
    },
    {
      title: 'dave says good morning, and the moderator asks why nothing happened: “Check message”',
      expected: 'Nothing: what the service suggests for it leads to nothing here.',
      async play() {
        const { id } = await stage.person('dave').say(general, 'good morning everyone');
        await stage.outcomeOf(id);
        const asked = await moderator.messageMenu(general, 'Check message', id);
        const { embeds } = await asked.response();
        return embeds[0]?.fields?.[0]?.value ?? 'no answer';
      },
    },
    {
      title: 'the moderator looks at carol’s “Moderation record”',
      expected: 'her cases, for the moderator’s eyes only',
      async play() {
        const { id } = sandbox.members.carol;
        const asked = await moderator.userMenu(general, 'Moderation record', id);
        const shown = textOf(await asked.response());
        return asked.isEphemeral && shown.includes('#')
          ? 'her cases, for the moderator’s eyes only'
          : shown;
      },
    },
  ];
}
