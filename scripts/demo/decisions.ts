import { ComponentType, type APIMessage } from 'discord-api-types/v10';
import type { Person } from '../../src/sandbox/person.ts';
import type { Step } from './scenario.ts';
import type { Stage } from './stage.ts';

const ABUSE = 'fuck you, you stupid bitch, says the book on page 12';
const INSULT = 'you are such an idiot, and a moron, says the clown in the play';

/** What moderators do about what the bot did: with the buttons of its alerts, and by command. */
export function decisions(stage: Stage): Step[] {
  const { sandbox } = stage;
  const { general, 'mod-alerts': modAlerts } = sandbox.channels;
  const moderator = stage.person('moderator');
  const carol = stage.person('carol');

  async function alertAbout(messageId: string): Promise<APIMessage> {
    const posts = await moderator.read(modAlerts);
    const alert = posts.find(({ embeds }) => JSON.stringify(embeds).includes(`/${messageId})`));
    if (alert === undefined) throw new Error('there is no alert about it');
    return alert;
  }

  async function written(person: Person, text: string): Promise<{ id: string; alert: APIMessage }> {
    const { id } = await person.say(general, text);
    await stage.outcomeOf(id);
    return { id, alert: await alertAbout(id) };
  }

  async function press(person: Person, alert: APIMessage, label: string): Promise<string> {
    return (await (await person.click(alert, label)).response()).content;
  }

  return [
    {
      title: `carol quotes “${ABUSE}”, is timed out for it, and the moderator presses “Undo”`,
      expected:
        'she can write again; the alert says who undid it, and that the message stays deleted',
      async play() {
        const { policies } = stage.bot();
        const before = await policies.get(sandbox.guildId);
        const rules = {
          ...before.rules,
          delete: [
            { kind: 'delete' as const },
            { kind: 'timeout' as const },
            { kind: 'alert' as const },
          ],
        };
        await policies.set(sandbox.guildId, { ...before, rules });
        try {
          const { id, alert } = await written(carol, ABUSE);
          await press(moderator, alert, 'Undo');
          const now = JSON.stringify((await alertAbout(id)).embeds);
          await carol.say(general, 'thank you');
          const who = now.includes(`Undone** · <@${moderator.id}>`) ? 'who undid it' : 'nothing';
          const what = now.includes('a deleted message stays deleted')
            ? 'that the message stays deleted'
            : 'nothing of the message';
          return `she can write again; the alert says ${who}, and ${what}`;
        } finally {
          await policies.set(sandbox.guildId, before);
        }
      },
    },
    {
      title: `carol writes “${INSULT}”, the moderator presses “False positive”, carol writes it again`,
      expected: 'the first time an alert, the second time left standing: pardoned text',
      async play() {
        const { alert } = await written(carol, INSULT);
        await press(moderator, alert, 'False positive');
        const { id } = await carol.say(general, INSULT);
        const outcome = await stage.outcomeOf(id);
        const reason = outcome.kind === 'skipped' ? outcome.reason : outcome.kind;
        return `the first time an alert, the second time left standing: ${reason}`;
      },
    },
    {
      title: 'the owner and the moderator press “Timeout” at once, on an alert about bob',
      expected: 'one of them acts, it can be undone, bob has one case more with one decision',
      async play() {
        const { id, alert } = await written(stage.person('bob'), 'shut up, nobody likes you');
        await Promise.all([
          press(moderator, alert, 'Timeout'),
          press(stage.person('owner'), alert, 'Timeout'),
        ]);
        const record = await stage.bot().cases.ofMessage(sandbox.guildId, id);
        const count = record?.rulings.length === 1 ? 'one decision' : 'not one decision';
        const can = labelsOf(await alertAbout(id)).includes('Undo') ? 'can' : 'cannot';
        return `one of them acts, it ${can} be undone, bob has one case more with ${count}`;
      },
    },
    {
      title:
        'the moderator asks for that case with /case list and /case show, and undoes it with /case undo',
      expected: 'it is listed, shown and undone, for the moderator’s eyes only',
      async play() {
        const [latest] = await stage.bot().cases.list(sandbox.guildId, { limit: 1 });
        const number = String(latest?.number);
        const listed = await moderator.slash(modAlerts, 'case list');
        const shown = await moderator.slash(modAlerts, 'case show', { number });
        const undone = await moderator.slash(modAlerts, 'case undo', { number, reason: 'enough' });
        const said = await Promise.all([listed, shown, undone].map(async (one) => one.response()));
        const texts = said.map(({ content, embeds }) => content + JSON.stringify(embeds));
        const parts = [
          texts[0]?.includes(`#${number}`) === true ? 'listed' : 'not listed',
          texts[1]?.includes(`Case #${number}`) === true ? 'shown' : 'not shown',
          texts[2]?.includes('Timeout lifted') === true ? 'undone' : 'not undone',
        ];
        const isPrivate = [listed, shown, undone].every(({ isEphemeral }) => isEphemeral);
        const eyes = isPrivate ? 'for the moderator’s eyes only' : 'for all to see';
        return `it is ${parts[0]}, ${parts[1]} and ${parts[2]}, ${eyes}`;
      },
    },
  ];
}

function labelsOf({ components = [] }: APIMessage): string[] {
  return components.flatMap((row) =>
    row.type === ComponentType.ActionRow
      ? row.components.flatMap((one) => ('label' in one ? [one.label ?? ''] : []))
      : [],
  );
}
