import { setTimeout as wait } from 'node:timers/promises';
import type { APIMessage } from 'discord-api-types/v10';
import type { OptionValues } from '../../src/sandbox/person-interactions.ts';
import { settled, textOf } from './answers.ts';
import type { Step } from './scenario.ts';
import type { Stage } from './stage.ts';

const KEYWORD = 'sourdough';
const LOOK_EVERY_MS = 200;

/** What the service offers besides moderation, by command: the property console, keywords, add-ons, tagging. */
export function serviceCommands(stage: Stage): Step[] {
  const { sandbox } = stage;
  const { general, 'mod-alerts': modAlerts } = sandbox.channels;
  const owner = stage.person('owner');

  async function use(path: string, options: OptionValues = {}): Promise<APIMessage> {
    return settled(await owner.slash(general, path, options));
  }

  async function isAlerted(keyword: string): Promise<boolean> {
    const posts = await owner.read(modAlerts);
    return posts.some(({ embeds }) =>
      embeds.some(({ fields }) => fields?.some(({ value }) => value === keyword)),
    );
  }

  return [
    {
      title:
        'the owner has a newcomer banned and unbanned by `/property`, and looks at `/property audit`',
      expected: 'done and done, and the log has both',
      async play() {
        const { users, members } = sandbox.world;
        const { id: user } = users.create({ username: 'newcomer' });
        members.add({ guildId: sandbox.guildId, userId: user });
        const banned = await use('property ban', { user, reason: 'demo' });
        const unbanned = await use('property unban', { user });
        const wasDone = [banned, unbanned].every((answer) => textOf(answer).includes(': done.'));
        const audit = textOf(await use('property audit', { user, type: 'action.ban' }));
        const count = audit.split('action.ban').length - 1;
        return `${wasDone ? 'done and done' : 'not done'}, and the log has ${count === 2 ? 'both' : count}`;
      },
    },
    {
      title:
        'the owner sets `@property/discord/moderation.timeoutSeconds` to 120 by `/property setting`',
      expected: 'it was understood as a number, and is in effect',
      async play() {
        const { policies } = stage.bot();
        const before = await policies.get(sandbox.guildId);
        const key = '@property/discord/moderation.timeoutSeconds';
        const answer = textOf(await use('property setting', { key, value: '120' }));
        const { timeoutSeconds } = await policies.get(sandbox.guildId);
        await policies.set(sandbox.guildId, before);
        const how = answer.includes('the number `120`') ? 'a number' : 'something else';
        return `it was understood as ${how}, and is ${timeoutSeconds === 120 ? '' : 'not '}in effect`;
      },
    },
    {
      title: `the owner adds the keyword “${KEYWORD}”, and the moderator writes it`,
      expected: 'the moderators are alerted; then the keyword is removed',
      async play() {
        await use('keywords add', { keyword: KEYWORD });
        const { id } = await stage.person('moderator').say(general, `who bakes ${KEYWORD} bread?`);
        await stage.outcomeOf(id);
        while (!(await isAlerted(KEYWORD))) await wait(LOOK_EVERY_MS);
        const removed = textOf(await use('keywords remove', { keyword: KEYWORD }));
        const isRemoved = removed.includes('no keyword any more');
        return `the moderators are alerted; then the keyword is ${isRemoved ? '' : 'not '}removed`;
      },
    },
    {
      title: 'the owner looks at `/addons list`',
      expected: 'keyword alerts are on',
      async play() {
        const answer = textOf(await use('addons list'));
        return `keyword alerts are ${answer.includes('(keywordAlert, on)') ? 'on' : 'off'}`;
      },
    },
    {
      title: 'the owner has a stream tagged by `/tag start`, without a transcriber',
      expected: 'the session failed, and it says how to mend that',
      async play() {
        const { embeds } = await use('tag start', { url: 'https://media.example/talk.mp3' });
        const [embed] = embeds;
        const why = JSON.stringify(embed?.fields ?? []);
        const mend = why.includes('No transcriber is configured')
          ? 'it says how'
          : 'it says nothing';
        return `the session ${embed?.title === 'Failed' ? 'failed' : 'went on'}, and ${mend} to mend that`;
      },
    },
  ];
}
