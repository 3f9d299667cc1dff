import type { APIMessage } from 'discord-api-types/v10';
import type { Rule } from '../../../src/bot/domain/policy/rules.ts';
import type { Person } from '../../../src/sandbox/person.ts';
import { labelsOf, press } from '../press-button.ts';
import { handleAlerts } from './handle-alerts.ts';
import type { Step } from './scene.ts';
import type { Harness } from '../harness.ts';

/** Lines from a role in a play, which only the moderators can know. */
const ABUSE = 'i will find you and hurt you';
const INSULT = 'you are such an idiot, and a moron';

/** Moderators act on the bot's cases with buttons and commands. */
export function moderatorActionSteps(harness: Harness): Step[] {
  const { sandbox } = harness;
  const { general, 'mod-alerts': modAlerts } = sandbox.channels;
  const moderator = harness.person('moderator');
  const carol = harness.person('carol');

  async function alertAbout(messageId: string): Promise<APIMessage> {
    const posts = await moderator.read(modAlerts);
    const alert = posts.find((post) => harness.isAlertAbout(messageId, post));
    if (alert === undefined) throw new Error(`There is no alert about message ${messageId}.`);
    return alert;
  }

  async function postAndFindAlert(
    person: Person,
    text: string,
  ): Promise<{ id: string; alert: APIMessage }> {
    await handleAlerts(harness);
    const { id } = await person.say(general, text);
    await harness.outcomeOf(id);
    return { id, alert: await alertAbout(id) };
  }

  return [
    {
      title: `carol rehearses “${ABUSE}” and is timed out, and moderator presses “Undo”`,
      expected:
        'carol can write again; the alert names the moderator, and “More…” says that the message stays deleted',
      async run() {
        const { policies } = harness.bot();
        const before = await policies.get(sandbox.guildId);
        const timeout: Rule = {
          id: 'timeout',
          name: 'Time out',
          when: { actions: ['delete'] },
          effects: [{ kind: 'delete' }, { kind: 'timeout' }, { kind: 'alert' }],
        };
        await policies.set(sandbox.guildId, { ...before, rules: [timeout] });
        try {
          const { id, alert } = await postAndFindAlert(carol, ABUSE);
          const told = await press(moderator, alert, 'Undo');
          const updated = JSON.stringify((await alertAbout(id)).embeds);
          await carol.say(general, 'thank you');
          const who = updated.includes(`✓ Undone by <@${moderator.id}>`)
            ? 'the moderator'
            : 'nobody';
          const statement = told.includes('a deleted message stays deleted')
            ? 'that the message stays deleted'
            : 'nothing about the message';
          return `carol can write again; the alert names ${who}, and “More…” says ${statement}`;
        } finally {
          await policies.set(sandbox.guildId, before);
        }
      },
    },
    {
      title: `carol rehearses “${INSULT}”, moderator presses “False alarm”, carol writes it again`,
      expected: 'first an alert, then kept: allowed text',
      async run() {
        const { alert } = await postAndFindAlert(carol, INSULT);
        await press(moderator, alert, 'False alarm');
        const { id } = await carol.say(general, INSULT);
        const outcome = await harness.outcomeOf(id);
        const reason = outcome.kind === 'skipped' ? outcome.reason : outcome.kind;
        return `first an alert, then kept: ${reason}`;
      },
    },
    {
      title: 'owner and moderator press “Timeout” at the same time on an alert about bob',
      expected: 'one action, which can be undone',
      async run() {
        const { id, alert } = await postAndFindAlert(
          harness.person('bob'),
          'shut up, nobody likes you',
        );
        await Promise.all([
          press(moderator, alert, 'Timeout'),
          press(harness.person('owner'), alert, 'Timeout'),
        ]);
        const record = await harness.bot().cases.ofMessage(sandbox.guildId, id);
        const count = record?.moderatorActions.length === 1 ? 'one action' : 'not one action';
        const can = labelsOf(await alertAbout(id)).includes('Undo') ? 'can' : 'cannot';
        return `${count}, which ${can} be undone`;
      },
    },
    {
      title: 'moderator uses /case list, /case show and /case undo on that case',
      expected: 'listed, shown and undone in private replies',
      async run() {
        const [latest] = await harness.bot().cases.list(sandbox.guildId, { limit: 1 });
        const number = String(latest?.number);
        const listed = await moderator.slash(modAlerts, 'case list');
        const shown = await moderator.slash(modAlerts, 'case show', { number });
        const undone = await moderator.slash(modAlerts, 'case undo', { number, reason: 'enough' });
        const replies = await Promise.all(
          [listed, shown, undone].map(async (interaction) => interaction.response()),
        );
        const texts = replies.map(({ content, embeds }) => content + JSON.stringify(embeds));
        const parts = [
          texts[0]?.includes(`#${number}`) === true ? 'listed' : 'not listed',
          texts[1]?.includes(` · #${number}`) === true ? 'shown' : 'not shown',
          texts[2]?.includes('Timeout removed') === true ? 'undone' : 'not undone',
        ];
        const isPrivate = [listed, shown, undone].every(({ isEphemeral }) => isEphemeral);
        const visibility = isPrivate ? 'private' : 'public';
        return `${parts[0]}, ${parts[1]} and ${parts[2]} in ${visibility} replies`;
      },
    },
  ];
}
