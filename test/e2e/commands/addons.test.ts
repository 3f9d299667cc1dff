import type { APIMessage } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { DiscordRefusal } from '../../../src/sandbox/person.ts';
import { startRemoteService, type Said } from '../../helpers/remote-service.ts';
import { scene as openScene, type Scene } from '../scene.ts';

async function list(scene: Scene): Promise<APIMessage> {
  const { general } = scene.sandbox.channels;
  const interaction = await scene.person('owner').slash(general, 'addons list');
  expect(interaction.isEphemeral).toBe(true);
  return interaction.response();
}

it('shows the add-ons of the service, and which are on', async () => {
  const scene = await openScene({ service: { kind: 'embedded' } });
  const { embeds } = await list(scene);
  expect(embeds[0]?.description).toMatch(/^✅ \*\*.+\*\* \(keywordAlert, on\)\n/);
  expect(embeds[0]?.description).toContain('needs: addon, webhook');
});

it('is not for members', async () => {
  const scene = await openScene();
  const { general } = scene.sandbox.channels;
  await expect(scene.person('alice').slash(general, 'addons list')).rejects.toThrow(DiscordRefusal);
});

const addon = (sku: string) => ({
  sku,
  name: `*${sku}*`,
  info: 'x'.repeat(3000),
  attributes: {},
  requiredSetupProperties: [],
});
const envelope = (available: object, active: string[]): Said => ({
  body: { api: 'x', success: true, response: { available, active } },
});
const many = Object.fromEntries(
  Array.from({ length: 200 }, (_, index) => [`sku${index}`, addon(`sku${index}`)]),
);

it.each<[string, Said, RegExp]>([
  ['has none', envelope({}, []), /has no add-ons/],
  ['is down', 'hang up', /cannot be reached/],
  ['has trouble', { status: 502, body: {} }, /has trouble \(status 502\)/],
  ['refuses', { body: { success: false, response: 'Not now.' } }, /refused this: Not now/],
  ['makes no sense', { body: { api: 'x', success: true, response: 7 } }, /cannot be read/],
  ['has more than can be shown', envelope(many, []), /⬜ \*\*\\\*sku0\\\*\*\* \(sku0, off\)/],
  ['names one it does not describe', envelope({}, ['odd']), /✅ \*\*odd\*\* \(on\)/],
])('shows what is to be shown when the service %s', async (_what, said, sentence) => {
  const { config } = await startRemoteService(() => said);
  const scene = await openScene({ service: config });
  const { content, embeds } = await list(scene);
  expect(`${content}${embeds[0]?.description ?? ''}`).toMatch(sentence);
});
