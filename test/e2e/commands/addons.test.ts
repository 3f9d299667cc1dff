import { createHmac } from 'node:crypto';
import type { APIMessage } from 'discord-api-types/v10';
import { describe, expect, it, vi } from 'vitest';
import { DiscordRequestError } from '../../../src/sandbox/person.ts';
import { inEnglish } from '../../../src/bot/locales/message.ts';
import { startHttpServer } from '../../helpers/http-server.ts';
import { runOnState, sql } from '../../helpers/state-sql.ts';
import { startRemoteService, type ScriptedResponse } from '../../helpers/servers/remote-service.ts';
import type { Scene } from '../scene.ts';
import { createAdvancedScene as openScene, createOperatorScene } from './advanced-scene.ts';

const WAIT = { timeout: 15_000 };

/** All records of the key-value store, as they are stored. */
async function storedSettings({ config }: Pick<Scene, 'config'>): Promise<string> {
  return JSON.stringify(await runOnState(config.secrets.stateUrl, sql`SELECT value FROM keyv`));
}

async function list(scene: Scene): Promise<APIMessage> {
  const { general } = scene.sandbox.channels;
  const interaction = await scene.person('owner').slash(general, 'addons list');
  expect(interaction.isEphemeral).toBe(true);
  return interaction.response();
}

it('shows the add-ons of the service and which of them are enabled', async () => {
  const scene = await openScene({ service: { kind: 'embedded' } });
  // The bot enables the add-on in the background.
  await vi.waitFor(async () =>
    expect((await scene.bot().service.addons.list()).active).toHaveLength(1),
  );
  const { embeds } = await list(scene);
  expect(embeds[0]?.description).toMatch(/^✅ \*\*.+\*\* \(keywordAlert, enabled\)\n/);
  expect(embeds[0]?.description).toContain('metadata: At most 20 keys');
  expect(embeds[0]?.description).toContain('Requires: addon and webhook');
});

it('is not available to members', async () => {
  const scene = await openScene();
  const { general } = scene.sandbox.channels;
  await expect(scene.person('alice').slash(general, 'addons list')).rejects.toThrow(
    DiscordRequestError,
  );
});

const addon = (sku: string) => ({
  sku,
  name: `*${sku}*`,
  info: 'x'.repeat(3000),
  attributes: { '*kind*': 'y'.repeat(3000) },
  requiredSetupProperties: [],
});
const envelope = (available: object, active: string[]): ScriptedResponse => ({
  body: { api: 'x', success: true, response: { available, active } },
});
const many = Object.fromEntries(
  Array.from({ length: 200 }, (_, index) => [`sku${index}`, addon(`sku${index}`)]),
);

it.each<[string, ScriptedResponse, RegExp]>([
  ['has none', envelope({}, []), /has no add-ons/],
  ['is down', 'hang up', /is unreachable/],
  ['fails', { status: 502, body: {} }, /failed \(status 502\)/],
  [
    'rejects the request',
    { body: { success: false, response: 'Not now.' } },
    /rejected this: Not now/,
  ],
  [
    'returns an invalid response',
    { body: { api: 'x', success: true, response: 7 } },
    /invalid response/,
  ],
  ['has more add-ons than fit', envelope(many, []), /⬜ \*\*\\\*sku0\\\*\*\* \(sku0, disabled\)/],
  ['enables an add-on without a description', envelope({}, ['odd']), /✅ \*\*odd\*\* \(enabled\)/],
])('gives a clear answer when the service %s', async (_what, said, sentence) => {
  const { config } = await startRemoteService(() => said);
  const scene = await openScene({ service: config });
  const { content, embeds } = await list(scene);
  expect(`${content}${embeds[0]?.description ?? ''}`).toMatch(sentence);
});

async function asOwner(
  scene: Pick<Scene, 'person' | 'sandbox'>,
  command: string,
  options: Record<string, string | boolean> = {},
): Promise<string> {
  const { general } = scene.sandbox.channels;
  const used = await scene.person('owner').slash(general, `addons ${command}`, options);
  const { content, embeds } = await used.response();
  return `${content}${embeds[0]?.description ?? ''}${embeds[0]?.footer?.text ?? ''}`;
}

describe('the operator’s server', () => {
  it.each<[string, Record<string, string>]>([
    ['enable', {}],
    ['disable', {}],
    ['secret', {}],
    ['remove-keyword', { keyword: 'kites' }],
  ])('is the only one that may use /addons %s', async (command, options) => {
    const scene = await openScene({ service: { kind: 'embedded' } });
    expect(await asOwner(scene, command, options)).toContain('OPERATOR_SERVER is not set');
    await vi.waitFor(async () =>
      expect((await scene.bot().service.addons.list()).active).toEqual(['keywordAlert']),
    );
  });

  it('turns the alerts off, also after a restart, and on without the text', async () => {
    const scene = await createOperatorScene();
    expect(await asOwner(scene, 'disable')).toContain('no longer sends');
    expect((await scene.bot().service.addons.list()).active).toEqual([]);
    expect(await scene.send(scene.event('late'))).toBe(200);
    await scene.stopBot();
    await scene.startBot();
    expect(inEnglish(scene.bot().webhooks.state().detail)).toContain('turned off');
    expect((await scene.bot().service.addons.list()).active).toEqual([]);
    expect(scene.posts().filter(({ embeds }) => embeds.length > 0)).toEqual([]);

    expect(await asOwner(scene, 'enable')).toContain('to the bot');
    await scene.bot().service.addons.addKeyword('kites');
    await scene.person('bob').say(scene.sandbox.channels.general, 'I like kites');
    await vi.waitFor(() => expect(JSON.stringify(scene.posts())).toContain('I like kites'), WAIT);
  }, 40_000);

  it('cannot have the embedded service sign, whose alerts may be late', async () => {
    const scene = await createOperatorScene();
    expect(await asOwner(scene, 'secret')).toContain('needs no key');
  });

  it('has the alerts sent to another webhook', async () => {
    const other = await startHttpServer((response) => response.end());
    const scene = await createOperatorScene();
    const webhook = `${other.baseUrl}/secret-path`;
    expect(await asOwner(scene, 'enable', { webhook: 'ftp://x' })).toContain('not an address');
    const done = await asOwner(scene, 'enable', { webhook, 'full-message': false });
    expect(done).toMatch(/to 127\.0\.0\.1:\d+\..*does not send the text/s);
    await scene.bot().service.addons.addKeyword('kites');
    await scene.person('bob').say(scene.sandbox.channels.general, 'kites');
    await vi.waitFor(() => expect(other.requests).toHaveLength(1), WAIT);
    expect(JSON.parse(other.requests[0]?.body ?? '')).toMatchObject({
      payload: { keywordDetected: 'kites', fullText: false },
    });
    expect(await storedSettings(scene)).not.toContain('secret-path');
    await vi.waitFor(() =>
      expect(inEnglish(scene.bot().webhooks.state().detail)).toContain('another address'),
    );
  }, 40_000);

  it('lists and removes keywords that no server registered', async () => {
    const scene = await createOperatorScene();
    const { addons } = scene.bot().service;
    await addons.addKeyword('wild *geese*');
    const { general } = scene.sandbox.channels;
    await scene.person('owner').slash(general, 'keywords add', { keyword: 'kites' });
    const list = await asOwner(scene, 'keywords');
    expect(list).toContain('wild \\*geese\\*');
    expect(list).not.toContain('kites');
    expect(await asOwner(scene, 'remove-keyword', { keyword: 'kites' })).toContain('belongs to');
    expect(await asOwner(scene, 'remove-keyword', { keyword: 'WILD *geese*' })).toContain(
      'no longer',
    );
    expect(await addons.keywords()).toEqual(['kites']);
  });
});

describe('a remote service with only the documented routes', () => {
  const done: ScriptedResponse = { body: { api: 'x', success: true, response: {} } };
  async function start(secret: unknown = {}) {
    const remote = await startRemoteService(({ method, url }) => {
      if (url === '/addons' && method === 'GET') return envelope({}, ['keywordAlert']);
      if (url === '/addons/secrets') return { body: { api: 'x', success: true, response: secret } };
      const isWrite = method === 'PATCH' || (method === 'DELETE' && url === '/addons/keywords');
      return isWrite ? done : { status: 404, body: {} };
    });
    const { config: service } = remote;
    const scene = await openScene({ service, isOperatorServer: true });
    const post = async (event: object): Promise<number> => {
      const body = JSON.stringify(event);
      const headers = { 'content-type': 'application/json' };
      return (await fetch(scene.bot().webhookUrl, { method: 'POST', headers, body })).status;
    };
    return { remote, scene, post };
  }
  const alert = (keyword: string, changes: object = {}) => ({
    sender: 'service-webhooks',
    addon: 'keywordAlert',
    payload: { keywordDetected: keyword, metadata: {}, fullText: false },
    time: Date.now(),
    ...changes,
  });
  const signed = (key: string | Buffer, keyword: string) => {
    const time = Date.now();
    const hmac = createHmac('sha256', key).update(String(time)).digest('base64');
    return alert(keyword, { time, hmac });
  };

  it('ignores its alerts when it cannot be told to stop', async () => {
    const { scene, post } = await start();
    expect(await asOwner(scene, 'disable')).toContain('now ignores');
    expect(await post(alert('kites'))).toBe(200);
    expect(await asOwner(scene, 'keywords')).toContain('No such keywords');
  });

  it('lists the keywords that caused an alert, and removes one', async () => {
    const { remote, scene, post } = await start();
    expect(await post(alert('kites'))).toBe(200);
    const list = await asOwner(scene, 'keywords');
    expect(list).toContain('• kites');
    expect(list).toContain('have caused an alert');
    await asOwner(scene, 'remove-keyword', { keyword: 'kites' });
    expect(remote.requests.at(-1)).toMatchObject({ method: 'DELETE', url: '/addons/keywords' });
    expect(await asOwner(scene, 'keywords')).toContain('No such keywords');
  });

  it.each(['k'.repeat(43), Buffer.alloc(32, 7).toString('base64')])(
    'verifies its events with the key that it issued (%s), also after a restart',
    async (secret) => {
      const { scene, post } = await start({ secret });
      expect(await post(alert('before'))).toBe(200);
      expect(await asOwner(scene, 'secret')).toContain('keeps the key encrypted');
      expect(await asOwner(scene, 'secret')).toContain('Use “renew”');
      expect(await post(alert('on its way'))).toBe(200);
      expect(await post(signed('another key', 'forged'))).toBe(401);
      await scene.stopBot();
      expect(await storedSettings(scene)).not.toContain(secret);
      await scene.startBot();
      expect(await post(signed(secret, 'signed'))).toBe(200);
      expect(await post(signed(Buffer.from(secret, 'base64'), 'decoded'))).toBe(200);
      expect(await post(signed('another key', 'forged'))).toBe(401);
    },
    20_000,
  );

  it('says so when the response has no key', async () => {
    const { scene } = await start({ note: 'see your mail' });
    expect(await asOwner(scene, 'secret')).toContain('set MODERATION_WEBHOOK_SECRET');
  });

  it('rejects unsigned events once the transition is over', async () => {
    const { scene, post } = await start({ key: 'k'.repeat(43) });
    await asOwner(scene, 'secret');
    const now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now + 6 * 60_000);
    expect(await post(alert('late', { time: now + 6 * 60_000 }))).toBe(401);
    vi.restoreAllMocks();
  });
});
