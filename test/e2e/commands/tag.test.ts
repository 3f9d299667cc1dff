import { rmSync } from 'node:fs';
import { OverwriteType, PermissionFlagsBits, type APIMessage } from 'discord-api-types/v10';
import { describe, expect, it, vi } from 'vitest';
import { DiscordRequestError, type Person } from '../../../src/sandbox/person.ts';
import type { Interaction } from '../../../src/sandbox/person-interactions.ts';
import { hasFfmpeg, toneWav } from '../../helpers/audio.ts';
import { startHttpServer } from '../../helpers/http-server.ts';
import { startRemoteService, type ScriptedResponse } from '../../helpers/servers/remote-service.ts';
import { createSkippingClock } from '../../helpers/skipping-clock.ts';
import {
  startTranscriptionServer,
  type SpokenSegment,
} from '../../helpers/servers/transcription-server.ts';
import type { Scene, SceneOptions } from '../scene.ts';
import { createAdvancedScene as openScene } from './advanced-scene.ts';

type Options = Record<string, string | number | boolean>;

const LOOPBACK = ['127.0.0.0/8'];
const SPOKEN: SpokenSegment[] = [
  { start: 0, end: 4, text: ' Today we bake sourdough bread in a hot oven.' },
  { start: 4, end: 6, text: ' This recipe of sourdough needs a chef.' },
  { start: 6, end: 8, text: ' You are a stupid idiot.' },
];

function ask(scene: Scene, person: Person, path: string, options: Options = {}) {
  return person.slash(scene.sandbox.channels.general, `tag ${path}`, options);
}

async function answer(scene: Scene, path: string, options?: Options): Promise<APIMessage> {
  const interaction = await ask(scene, scene.person('owner'), path, options);
  expect(interaction.isEphemeral).toBe(true);
  return ended(interaction);
}

/** The final reply, after all progress messages. */
async function ended(interaction: Interaction): Promise<APIMessage> {
  const { original } = await interaction.until(
    ({ isAnswered, original }) =>
      isAnswered && !JSON.stringify(original?.components ?? []).includes('"Cancel"'),
  );
  if (original === null) throw new Error('there is no answer to be seen');
  return original;
}

/** The session's id from its footer. */
function idIn({ embeds }: APIMessage): string {
  return embeds[0]?.footer?.text.replace('Session ', '') ?? '';
}

const fieldsOf = ({ embeds }: APIMessage): Record<string, string> =>
  Object.fromEntries((embeds[0]?.fields ?? []).map(({ name, value }) => [name, value]));

async function fileOf({ attachments }: APIMessage): Promise<string> {
  return (await fetch(attachments[0]?.url ?? '')).text();
}

async function startMedia(): Promise<string> {
  const { baseUrl } = await startHttpServer((response) => {
    response.writeHead(200, { 'content-type': 'audio/wav' }).end(toneWav(0.5));
  });
  return `${baseUrl}/talks/bread%20talk.wav?signature=secret`;
}

/** A bot whose service transcribes any audio to SPOKEN. */
async function listening(options: SceneOptions = {}): Promise<Scene> {
  const { url } = await startTranscriptionServer(SPOKEN);
  return openScene({
    service: { kind: 'embedded' },
    audio: { transcriber: { url, apiKey: null, model: 'm' }, privateNetworks: LOOPBACK },
    ...options,
  });
}

describe.skipIf(!hasFfmpeg())('/tag with a transcriber', () => {
  it('shows the tags, the suggested actions and the transcript of a stream, and posts the tags', async () => {
    const scene = await listening();
    const owner = scene.person('owner');
    const url = await startMedia();
    const shown = await answer(scene, 'start', { url, seed: 'about bread' });
    expect(shown.embeds[0]?.title).toBe('Finished');
    expect(fieldsOf(shown)).toMatchObject({
      Media: 'bread talk.wav (127.0.0.1)',
      Tags: expect.stringContaining('cooking'),
    });
    const convoId = idIn(shown);

    const { general } = scene.sandbox.channels;
    await vi.waitFor(async () => {
      const posts = await owner.read(general);
      const titles = posts.flatMap(({ embeds }) => embeds.map(({ title }) => title));
      expect(titles).toEqual(['Tags for a stream']);
    });

    const sentences = await (await owner.click(shown, 'Sentences')).response();
    const lines = sentences.embeds[0]?.description?.split('\n') ?? [];
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^`00:00:00` ✅ pass [\d.]+ \|\|Today we bake .*\|\|$/);
    expect(lines[2]).toMatch(/^`00:00:06` ⚠️ \w+ [\d.]+ \|\|You are a stupid idiot\.\|\|$/);

    const text = await (await owner.click(shown, 'Transcript')).response();
    expect(await fileOf(text)).toBe(
      '[00:00:00] Today we bake sourdough bread in a hot oven.\n' +
        '[00:00:04] This recipe of sourdough needs a chef.\n' +
        '[00:00:06] You are a stupid idiot.\n',
    );
    const subtitles = await answer(scene, 'transcript', { session: convoId, format: 'srt' });
    expect(await fileOf(subtitles)).toContain(
      '1\n00:00:00,000 --> 00:00:04,000\nToday we bake sourdough bread in a hot oven.\n',
    );

    expect(idIn(await answer(scene, 'status', { session: convoId }))).toBe(convoId);
    const list = await answer(scene, 'list');
    expect(list.embeds[0]?.description).toContain(`\`${convoId}\``);
    expect(JSON.stringify(list)).not.toContain('signature');
    const choices = await owner.autocomplete(
      general,
      'tag status',
      { session: 'bread' },
      'session',
    );
    expect(choices.map(({ value }) => value)).toEqual([convoId]);
  }, 30_000);

  it('hides a session from moderators who cannot see the channel it was started in', async () => {
    const scene = await listening();
    const { world, channels, roles } = scene.sandbox;
    const session = idIn(await answer(scene, 'start', { url: await startMedia() }));
    const { general, 'mod-alerts': alerts } = channels;
    const deny = PermissionFlagsBits.ViewChannel.toString();
    const overwrite = { id: roles.Moderator, type: OverwriteType.Role, allow: '0', deny };
    world.channels.setOverwrite(general, overwrite, scene.asOwner);
    const moderator = scene.person('moderator');
    const told = async (path: string, options: Options = {}) =>
      (await (await moderator.slash(alerts, `tag ${path}`, options)).response()).content;
    await vi.waitFor(async () => {
      expect(await told('list')).toContain('No session was started');
    });
    expect(await told('status', { session })).toContain('no such session');
    expect(await told('transcript', { session })).toContain('no such session');
    const options = { session: '' };
    expect(await moderator.autocomplete(alerts, 'tag status', options, 'session')).toEqual([]);
    expect(idIn(await answer(scene, 'status', { session }))).toBe(session);
  }, 30_000);

  it('shows the author key only to the person who started the session, and has no transcript without the key file', async () => {
    const scene = await listening();
    const session = idIn(await answer(scene, 'start', { url: await startMedia() }));
    const own = await answer(scene, 'key', { session });
    expect(own.content).toMatch(/\|\|`[\w-]{43}`\|\|/);
    const other = await ask(scene, scene.person('moderator'), 'key', { session });
    expect((await other.response()).content).toBe(
      'Only the person who started a session can see its author key.',
    );
    expect(scene.log.join('\n')).not.toContain(/`([\w-]{43})`/.exec(own.content)?.[1]);

    await scene.stopBot();
    const { stateKey } = scene.config.secrets;
    if (stateKey === null) rmSync(scene.stateFile.replace(/\.sqlite$/, '.key'));
    else stateKey.fill(0);
    await scene.startBot();
    expect((await answer(scene, 'transcript', { session })).content).toContain(
      'cannot be decrypted',
    );
  }, 30_000);

  it('accepts an attached file, and tells why a file without audio fails', async () => {
    const scene = await listening();
    const { general } = scene.sandbox.channels;
    const file = { name: 'talk.mp3', content: 'not really audio' };
    const interaction = await scene.person('owner').slash(general, 'tag start', {}, { file });
    const shown = await ended(interaction);
    expect(shown.embeds[0]?.title).toBe('Failed');
    expect(fieldsOf(shown)).toMatchObject({ Media: 'talk.mp3' });
    expect(fieldsOf(shown)['Reason']).not.toBe('The service gave no reason.');
  }, 30_000);
});

describe('/tag', () => {
  it('is available to moderators, not to members', async () => {
    const scene = await openScene();
    await expect(ask(scene, scene.person('alice'), 'list')).rejects.toThrow(DiscordRequestError);
    const list = await ask(scene, scene.person('moderator'), 'list');
    expect((await list.response()).content).toContain('No session was started');
  });

  it.each<[string, Options, string]>([
    ['nothing', {}, 'Enter a “url”'],
    ['no address', { url: 'the talk' }, 'not the URL of a media file'],
    ['another protocol', { url: 'file:///etc/passwd' }, 'not the URL of a media file'],
  ])('rejects %s before any request', async (_what, options, sentence) => {
    const scene = await openScene();
    expect((await answer(scene, 'start', options)).content).toContain(sentence);
    expect((await answer(scene, 'list')).content).toContain('No session was started');
  });

  it('shows the service’s reason for a URL it does not fetch', async () => {
    const scene = await listening({
      audio: {
        transcriber: { url: 'http://127.0.0.1:9', apiKey: null, model: 'm' },
        privateNetworks: [],
      },
    });
    const shown = await answer(scene, 'start', { url: 'http://127.0.0.1:9/a.mp3' });
    expect(JSON.stringify(shown)).toMatch(/public|private/);
  });

  it('tells when no transcriber is configured', async () => {
    const scene = await openScene({ service: { kind: 'embedded' } });
    const shown = await answer(scene, 'start', { url: 'http://example.com/a.mp3' });
    expect(JSON.stringify(shown)).toContain('No transcriber is configured.');
  });

  it('does not find sessions of another server', async () => {
    const scene = await openScene();
    for (const path of ['status', 'transcript', 'key']) {
      const { content } = await answer(scene, path, { session: 'somebody-elses' });
      expect(content).toContain('There is no such session in this server.');
    }
  });
});

describe('/tag with a remote service', () => {
  const url = 'https://media.example/live.mp3';
  const finished = (request: { url: string }): ScriptedResponse => {
    const convoId = new URL(request.url, 'http://x').searchParams.get('convoid') ?? '';
    return { body: [true, { convoId, error: false, running: false, state: 'finished' }, null] };
  };
  const running = (request: { url: string }): ScriptedResponse => {
    const convoId = new URL(request.url, 'http://x').searchParams.get('convoid') ?? '';
    return { body: [true, { convoId, error: false, running: true, state: 'running' }, null] };
  };

  it.each<[string, ScriptedResponse, RegExp]>([
    [
      'rejects it',
      { status: 400, body: [false, 'Not this *stream*.', null] },
      /Not this \\\*stream/,
    ],
    ['fails', { status: 500, body: {} }, /failed \(status 500\)/],
    ['got too many requests', { status: 429, body: {} }, /too many requests/],
  ])(
    'stores no session that the service did not start because it %s',
    async (_why, said, sentence) => {
      const { config } = await startRemoteService(() => said);
      const scene = await openScene({ service: config });
      expect((await answer(scene, 'start', { url })).content).toMatch(sentence);
      expect((await answer(scene, 'list')).content).toContain('No session was started');
    },
  );

  it('shows the progress and stops when the person cancels, but the session stays in the list', async () => {
    const service = await startRemoteService((request) =>
      request.method === 'POST' ? { body: [true, {}, null] } : running(request),
    );
    const scene = await openScene({ service: service.config });
    const owner = scene.person('owner');
    const interaction = await ask(scene, owner, 'start', { url });
    const progress = await interaction.until(
      ({ original }) => original?.content.includes('is being analysed') ?? false,
    );
    if (progress.original === null) throw new Error('there is no progress to be seen');
    await owner.click(progress.original, 'Cancel');
    const { original } = await interaction.until(
      ({ original }) => original?.content.includes('still being analysed') ?? false,
    );
    expect(original?.content).toMatch(/Check <\/tag status:\d+> in a few minutes/);
    expect((await answer(scene, 'list')).embeds[0]?.description).toContain('live.mp3');
    const body = service.requests.find(({ url }) => url === '/stream/tag')?.body ?? '';
    expect(JSON.parse(body)).toMatchObject({
      url,
      authorKey: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('uses the id and the webhook that were entered', async () => {
    const { config, requests } = await startRemoteService((request) =>
      request.method === 'POST' ? { body: [true, {}, null] } : finished(request),
    );
    const scene = await openScene({ service: config });
    const webhook = 'https://hooks.example/tags';
    const shown = await answer(scene, 'start', { url, id: 'talk-1', webhook });
    expect(idIn(shown)).toBe('talk-1');
    const body = requests.find(({ url }) => url === '/stream/tag')?.body ?? '';
    expect(JSON.parse(body)).toMatchObject({ convoId: 'talk-1', webhook });

    const sent = requests.length;
    const again = await answer(scene, 'start', { url, id: 'talk-1' });
    expect(again.content).toContain('Another session already has this id.');
    for (const id of ['tag', 'a b', '..', 'a:b']) {
      expect((await answer(scene, 'start', { url, id })).content).toContain('An id has 1 to 64');
    }
    const addresses = [
      'http://hooks.example',
      'https://10.0.0.1/x',
      'https://[::1]/',
      'https://intranet/',
    ];
    for (const webhook of addresses) {
      const { content } = await answer(scene, 'start', { url, webhook });
      expect(content).toContain('A webhook must be a public address');
    }
    const asked = await ask(scene, scene.person('moderator'), 'start', { url, webhook });
    expect((await asked.response()).content).toContain('You need the permission “Manage Server”');
    expect(requests).toHaveLength(sent);
  });

  it('says to try again later when the session does not start', async () => {
    const clock = createSkippingClock();
    let isStarted = false;
    const { config } = await startRemoteService((request) => {
      if (request.method === 'POST') return { body: [true, {}, null] };
      if (isStarted) return finished(request);
      const convoId = new URL(request.url, 'http://x').searchParams.get('convoid') ?? '';
      return {
        body: [true, { convoId, error: false, running: true, state: 'provisioning' }, null],
      };
    });
    const scene = await openScene({ service: config, deps: { clock } });
    const asked = await ask(scene, scene.person('owner'), 'start', { url });
    let text = '';
    const seen = asked.until(({ original }) => {
      text = original?.content ?? '';
      return text.includes('is still waiting');
    });
    await clock.skipUntil(() => text.includes('is still waiting'));
    await seen;
    expect(text).toContain('try again in a few minutes');
    isStarted = true;
    let isOver = false;
    const over = ended(asked).finally(() => {
      isOver = true;
    });
    await clock.skipUntil(() => isOver);
    await over;
  });

  it('keeps polling while the service is unavailable for a moment', async () => {
    const clock = createSkippingClock();
    let polls = 0;
    const service = await startRemoteService((request) => {
      if (request.method === 'POST') return { body: [true, {}, null] };
      polls += 1;
      if (polls <= 4) return { status: 503, body: {} };
      const convoId = new URL(request.url, 'http://x').searchParams.get('convoid') ?? '';
      const result = { tags: 'music', undocumentedTags: false };
      return {
        body: [true, { convoId, error: false, running: false, state: 'finished', result }, null],
      };
    });
    const scene = await openScene({ service: service.config, deps: { clock } });
    let isOver = false;
    const reply = answer(scene, 'start', { url }).finally(() => {
      isOver = true;
    });
    await clock.skipUntil(() => isOver);
    expect(fieldsOf(await reply)).toMatchObject({ Tags: 'music' });
  });

  it('shows the tags and the reason of a failed session', async () => {
    const { config } = await startRemoteService((request) => {
      if (request.method === 'POST') return { body: [true, {}, null] };
      const convoId = new URL(request.url, 'http://x').searchParams.get('convoid') ?? '';
      const session = { convoId, error: true, running: false, state: 'finished' };
      const result = { tags: 'news', undocumentedTags: 'weather,rain' };
      return { body: [true, { ...session, metadata: { stopReason: 'cut *off*' }, result }, null] };
    });
    const scene = await openScene({ service: config });
    const shown = await answer(scene, 'start', { url });
    expect(shown.embeds[0]?.title).toBe('Failed');
    expect(fieldsOf(shown)).toMatchObject({
      Reason: 'cut \\*off\\*',
      Tags: 'news',
      'Similar tags': 'weather, rain',
    });
  });

  it('tells when the service has no transcript', async () => {
    const { config } = await startRemoteService((request) => {
      if (request.url === '/stream/tag') return { body: [true, {}, null] };
      if (request.method === 'POST') return { status: 409, body: [false, 'Not finished.', null] };
      const convoId = new URL(request.url, 'http://x').searchParams.get('convoid') ?? '';
      return { body: [true, { convoId, error: false, running: false, state: 'finished' }, null] };
    });
    const scene = await openScene({ service: config });
    const session = idIn(await answer(scene, 'start', { url }));
    const { content } = await answer(scene, 'transcript', { session });
    expect(content).toContain('The service has no transcript of this session');
  });

  it('keeps a result with a wrong signature, reports it, and posts it on request', async () => {
    const { config } = await startRemoteService((request) => {
      if (request.method === 'POST') return { body: [true, {}, null] };
      const convoId = new URL(request.url, 'http://x').searchParams.get('convoid') ?? '';
      return { body: [true, { convoId, error: false, running: false, state: 'finished' }, null] };
    });
    const scene = await openScene({ service: config, webhookSecrets: ['a-secret'] });
    const { general } = scene.sandbox.channels;
    const owner = scene.person('owner');
    const convoId = idIn(await answer(scene, 'start', { url }));
    const send = async (session: string): Promise<number> => {
      const { status } = await fetch(scene.bot().webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          sender: 'service-webhooks',
          addon: 'ssiQuery',
          payload: { tags: 'whales', undocumentedTags: false, convoId: session },
          time: Date.now(),
          hmac: 'covers something else',
        }),
      });
      return status;
    };
    expect(await send('not-ours')).toBe(401);
    expect(await send(convoId)).toBe(200);
    await scene.announced('signature that is not accepted');
    expect(JSON.stringify(await owner.read(general))).not.toContain('whales');

    const failed = await (await owner.slash(general, 'keywords failed')).response();
    expect(failed.embeds[0]?.description).toContain('Its signature is not accepted.');
    await (await owner.click(failed, 'Retry all')).response();
    await vi.waitFor(async () => {
      expect(JSON.stringify(await owner.read(general))).toContain('whales');
    });
  });
});
