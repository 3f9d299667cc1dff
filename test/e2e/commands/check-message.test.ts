import { Locale } from 'discord.js';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { DiscordRequestError } from '../../../src/sandbox/person.ts';
import { openScene, type Scene } from '../scene.ts';

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
  const { content, embeds } = await interaction.response();
  const [embed] = embeds;
  return { content, embed, happened: embed?.fields?.[0]?.value, all: JSON.stringify(embed) };
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
  const { embed, happened, all } = await check(message.id);
  expect(embed?.description).toBe('||good \\*\\*morning\\*\\*||');
  expect(happened).toBe('No action: the check found nothing this server acts on.');
  expect(all).toContain('take no action');
});

it('leads to the case about a message', async () => {
  const { message } = await scene.sayAndWait(scene.person('alice'), '[flag] hm');
  const { number } = await scene.caseAbout(message.id);
  expect((await check(message.id)).happened).toEqual(
    expect.stringMatching(
      `^Case #${number}: only an alert. See (</case show:\\d+>|/case show)\\.$`,
    ),
  );
});

it('keeps a language’s capital letters in the list of effects', async () => {
  await scene.setRules({ mute: [{ kind: 'timeout', seconds: 60 }, { kind: 'alert' }] });
  const { message } = await scene.sayAndWait(scene.join('muted'), '[mute] this');
  const { happened } = await check(message.id, Locale.German);
  expect(happened).toContain(': Autor hat einen Timeout. ');
});

it('says that a role or a channel is exempt, and what would be done otherwise', async () => {
  await scene.setPolicy({ exemptRoleIds: [scene.sandbox.roles.Trusted] });
  const { message } = await scene.sayAndWait(scene.person('trusted'), '[delete] this');
  const { happened, all } = await check(message.id);
  expect(happened).toContain('the author has an exempt role');
  expect(all).toContain('**delete, notice, alert**');
});

it('says that the bot does not act on moderators', async () => {
  await scene.setPolicy({ mode: 'off' });
  const { message } = await scene.sayAndWait(scene.person('moderator'), '[ban] me');
  await scene.setPolicy({});
  const { happened, all } = await check(message.id);
  expect(happened).toContain('No action so far');
  expect(all).toContain('The bot does not act on the owner or on moderators');
});

it('says that the service is unavailable', async () => {
  const { message } = await scene.sayAndWait(scene.person('alice'), 'hello');
  await scene.service.down();
  onTestFinished(() => scene.service.up());
  expect((await check(message.id)).all).toContain('The moderation service is unavailable');
});
