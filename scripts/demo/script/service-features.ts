import { setTimeout as wait } from 'node:timers/promises';
import type { APIMessage } from 'discord-api-types/v10';
import type { OptionValues } from '../../../src/sandbox/person-interactions.ts';
import { finalResponse, textOf } from './responses.ts';
import type { Step } from './scene.ts';
import type { Harness } from '../harness.ts';

const KEYWORD = 'sourdough';
const POLL_INTERVAL_MS = 200;

/** Commands for the service's other features: property, keywords, add-ons, tagging. */
export function serviceFeatureSteps(harness: Harness): Step[] {
  const { sandbox } = harness;
  const { general, 'mod-alerts': modAlerts } = sandbox.channels;
  const owner = harness.person('owner');

  async function use(path: string, options: OptionValues = {}): Promise<APIMessage> {
    return finalResponse(await owner.slash(general, path, options));
  }

  async function isAlerted(keyword: string): Promise<boolean> {
    const posts = await owner.read(modAlerts);
    return posts.some(({ embeds }) =>
      embeds.some(({ description }) => description?.startsWith(`**Keyword “${keyword}”**`)),
    );
  }

  return [
    {
      title: 'owner adds the advanced commands in /help',
      expected: 'there are /addons, /insights, /property, /tag',
      async run() {
        const help = await finalResponse(await owner.slash(general, 'help'));
        const subject = await finalResponse(await owner.select(help, 'help', ['advanced']));
        const added = await finalResponse(await owner.click(subject, 'Add the advanced commands'));
        const names = textOf(added).match(/(?<=<\/)\w+/g) ?? [];
        return `there are ${[...new Set(names)].map((name) => `/${name}`).join(', ')}`;
      },
    },
    {
      title: 'owner bans and unbans a newcomer with /property, then uses /property audit',
      expected: 'both done, both in the audit log',
      async run() {
        const { users, members } = sandbox.world;
        const { id: user } = users.create({ username: 'newcomer' });
        members.add({ guildId: sandbox.guildId, userId: user });
        const banned = await use('property service-ban', { user, reason: 'demo' });
        const unbanned = await use('property service-unban', { user });
        const areDone = [banned, unbanned].every((reply) => textOf(reply).includes(': done.'));
        const audit = textOf(await use('property audit', { user, type: 'action.ban' }));
        const count = audit.split('action.ban').length - 1;
        return `${areDone ? 'both' : 'not'} done, ${count === 2 ? 'both' : count} in the audit log`;
      },
    },
    {
      title: 'owner sets @property/discord/moderation.timeoutSeconds to 120 with /property setting',
      expected: 'accepted as a number, and in effect',
      async run() {
        const { policies } = harness.bot();
        const before = await policies.get(sandbox.guildId);
        const key = '@property/discord/moderation.timeoutSeconds';
        const reply = textOf(await use('property setting', { key, value: '120' }));
        const { timeoutSeconds } = await policies.get(sandbox.guildId);
        await policies.set(sandbox.guildId, before);
        const type = reply.includes('the number `120`') ? 'a number' : 'another type';
        return `accepted as ${type}, and ${timeoutSeconds === 120 ? '' : 'not '}in effect`;
      },
    },
    {
      title: `owner adds the keyword “${KEYWORD}”, and moderator writes it`,
      expected: 'moderators alerted; the keyword can be removed',
      async run() {
        await use('keywords add', { keyword: KEYWORD });
        const { id } = await harness
          .person('moderator')
          .say(general, `who bakes ${KEYWORD} bread?`);
        await harness.outcomeOf(id);
        while (!(await isAlerted(KEYWORD))) await wait(POLL_INTERVAL_MS);
        const removed = textOf(await use('keywords remove', { keyword: KEYWORD }));
        const isRemoved = removed.includes('is no longer a keyword');
        return `moderators alerted; the keyword ${isRemoved ? 'can' : 'cannot'} be removed`;
      },
    },
    {
      title: 'owner uses /addons list',
      expected: 'keyword alerts are on',
      async run() {
        const reply = textOf(await use('addons list'));
        return `keyword alerts are ${/keywordAlert\W+enabled/i.test(reply) ? 'on' : 'off'}`;
      },
    },
    {
      title: 'owner uses /tag start without a transcriber',
      expected: 'the session failed, and the reply says how to fix it',
      async run() {
        const { embeds } = await use('tag start', { url: 'https://media.example/talk.mp3' });
        const [embed] = embeds;
        const reason = JSON.stringify(embed?.fields ?? []);
        const fix = reason.includes('No transcriber is configured') ? 'says' : 'does not say';
        return `the session ${embed?.title === 'Failed' ? 'failed' : 'continued'}, and the reply ${fix} how to fix it`;
      },
    },
  ];
}
