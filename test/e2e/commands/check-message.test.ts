import { Locale } from 'discord.js';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { DiscordRequestError } from '../../../src/sandbox/person.ts';
import { openScene, type Scene } from '../scene.ts';
import { download } from './answers.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(() => scene.setPolicy({}));

/** The command's reply to a moderator about a message. */
async function check(messageId: string, locale?: Locale) {
  const { general } = scene.sandbox.channels;
  const interaction = await scene
    .person('moderator', locale)
    .messageCommand(general, 'Check message', messageId);
  expect(interaction.isEphemeral).toBe(true);
  const answer = await interaction.response();
  const description = answer.embeds[0]?.description ?? '';
  const [first] = description.split('\n');
  return { answer, first, description };
}

it('is not for members', async () => {
  const alice = scene.person('alice');
  const { message } = await scene.sayAndWait(alice, 'good morning');
  await expect(
    alice.messageCommand(message.channel_id, 'Check message', message.id),
  ).rejects.toThrow(DiscordRequestError);
});

it('says why nothing happened to a harmless message', async () => {
  const { message } = await scene.sayAndWait(scene.person('alice'), 'good **morning**');
  expect((await check(message.id)).description).toBe(
    [
      '**This server would do nothing: the preset “normal” does not act on this text.**',
      '||good \\*\\*morning\\*\\*||',
      '-# vulgar 40% · aggressive 30% · politics 20% · race or identity 10% · defensive 10%',
    ].join('\n'),
  );
});

it('leads to the case about a message', async () => {
  const { message } = await scene.sayAndWait(scene.person('alice'), '[flag] hm');
  const { number } = await scene.caseAbout(message.id);
  expect((await check(message.id)).first).toEqual(
    expect.stringMatching(
      `^Case #${number}: only an alert. See (</case show:\\d+>|/case show)\\.$`,
    ),
  );
});

it('keeps a language’s capital letters in the list of effects', async () => {
  await scene.setRules({ mute: [{ kind: 'timeout', seconds: 60 }, { kind: 'alert' }] });
  const { message } = await scene.sayAndWait(scene.join('muted'), '[mute] this');
  expect((await check(message.id, Locale.German)).first).toContain(': Autor hat einen Timeout. ');
});

it('says that a role or a channel is exempt, and what would be done otherwise', async () => {
  await scene.setPolicy({ exemptRoleIds: [scene.sandbox.roles.Trusted] });
  const { message } = await scene.sayAndWait(scene.person('trusted'), '[delete] this');
  const { first, description } = await check(message.id);
  expect(first).toContain('the author has an exempt role');
  expect(description).toContain(
    'would delete the message, send the author a direct message, and post the alert',
  );
});

it('says that the bot does not act on moderators', async () => {
  await scene.setPolicy({ mode: 'off' });
  const { message } = await scene.sayAndWait(scene.person('moderator'), '[ban] me');
  await scene.setPolicy({});
  const { first, description } = await check(message.id);
  expect(first).toContain('No action so far');
  expect(description).toContain('The bot does not act on the owner or on moderators');
});

it('says that the service is unavailable', async () => {
  const { message } = await scene.sayAndWait(scene.person('alice'), 'hello');
  await scene.service.down();
  onTestFinished(() => scene.service.up());
  expect((await check(message.id)).description).toContain('The moderation service is unavailable');
});

it('names the words that weigh most and the scores in words, and attaches the raw result', async () => {
  const { message } = await scene.sayAndWait(scene.join('speaker'), 'a spoon [flag] this');
  const { answer, description } = await check(message.id);
  expect(description).toContain('-# weighs most: ||spoon||');
  expect(description).not.toMatch(/patches|metadata|sentiment|language|0\.\d/);
  const file = (await download(answer, 'technical.txt')).toString();
  expect(file).toMatch(/^suggestedAction flag /);
  expect(file).toContain('\npatches.sentimentScore ');
  expect(file).toContain('\nmetadata.modelTrainingWords spoon');
});
