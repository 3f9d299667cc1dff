import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { DiscordRefusal } from '../../../src/sandbox/person.ts';
import { openScene, type Scene } from '../scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(() => scene.setPolicy({}));

/** What a moderator reads of a message: its text, what happened, and the rest. */
async function check(messageId: string) {
  const { general } = scene.sandbox.channels;
  const interaction = await scene
    .person('moderator')
    .messageMenu(general, 'Check message', messageId);
  expect(interaction.isEphemeral).toBe(true);
  const { content, embeds } = await interaction.response();
  const [embed] = embeds;
  return { content, embed, happened: embed?.fields?.[0]?.value, all: JSON.stringify(embed) };
}

it('is not for members', async () => {
  const alice = scene.person('alice');
  const { message } = await scene.judged(alice, 'good morning');
  await expect(alice.messageMenu(message.channel_id, 'Check message', message.id)).rejects.toThrow(
    DiscordRefusal,
  );
});

it('says why nothing happened to a harmless message', async () => {
  const { message } = await scene.judged(scene.person('alice'), 'good **morning**');
  const { embed, happened, all } = await check(message.id);
  expect(embed?.description).toBe('||good \\*\\*morning\\*\\*||');
  expect(happened).toBe('Nothing: what the service suggests for it leads to nothing here.');
  expect(all).toContain('let it stand');
});

it('leads to the case about a message', async () => {
  const { message } = await scene.judged(scene.person('alice'), '[flag] hm');
  const { number } = await scene.caseAbout(message.id);
  expect((await check(message.id)).happened).toBe(
    `Case #${number}: it was only looked at. \`/case show ${number}\` has all of it.`,
  );
});

it('says that a role or a channel is exempt, and what would be done otherwise', async () => {
  await scene.setPolicy({ exemptRoleIds: [scene.sandbox.roles.Trusted] });
  const { message } = await scene.judged(scene.person('trusted'), '[delete] this');
  const { happened, all } = await check(message.id);
  expect(happened).toContain('the author has a role that is exempt');
  expect(all).toContain('**delete, notice, alert**');
});

it('says that nothing is done to moderators', async () => {
  await scene.setPolicy({ mode: 'off' });
  const { message } = await scene.judged(scene.person('moderator'), '[ban] me');
  await scene.setPolicy({});
  const { happened, all } = await check(message.id);
  expect(happened).toContain('Nothing so far');
  expect(all).toContain('Nothing is done to the owner and the moderators');
});

it('says that the service cannot be asked', async () => {
  const { message } = await scene.judged(scene.person('alice'), 'hello');
  await scene.service.down();
  onTestFinished(() => scene.service.up());
  expect((await check(message.id)).all).toContain('cannot be asked');
});
