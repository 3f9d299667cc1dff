import { rmSync } from 'node:fs';
import type { APIMessage } from 'discord-api-types/v10';
import { describe, expect, it, vi } from 'vitest';
import { DiscordRefusal, type Person } from '../../../src/sandbox/person.ts';
import type { Interaction } from '../../../src/sandbox/person-interactions.ts';
import { hasFfmpeg, toneWav } from '../../helpers/audio.ts';
import { startHttpServer } from '../../helpers/http-server.ts';
import { startRemoteService, type Said } from '../../helpers/remote-service.ts';
import { createSkippingClock } from '../../helpers/skipping-clock.ts';
import {
  startTranscriptionServer,
  type SpokenSegment,
} from '../../helpers/transcription-server.ts';
import { scene as openScene, type Scene, type SceneOptions } from '../scene.ts';

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

/** What is shown in the end, progress being over. */
async function ended(interaction: Interaction): Promise<APIMessage> {
  const { original } = await interaction.until(
    ({ isAnswered, original }) =>
      isAnswered && !JSON.stringify(original?.components ?? []).includes('"Cancel"'),
  );
  if (original === null) throw new Error('there is no answer to be seen');
  return original;
}

/** The session's id, as its view shows it. */
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

/** A bot whose own service hears what is in SPOKEN, whatever is played to it. */
async function listening(options: SceneOptions = {}): Promise<Scene> {
  const { url } = await startTranscriptionServer(SPOKEN);
  return openScene({
    service: { kind: 'embedded' },
    audio: { transcriber: { url, apiKey: null, model: 'm' }, privateNetworks: LOOPBACK },
    ...options,
  });
}

describe.skipIf(!hasFfmpeg())('/tag, with what is really heard', () => {
  it('shows the tags, the verdicts and the transcript of a stream, and posts the tags', async () => {
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

  it('shows the author key to who started the session only, and has no transcript without its key file', async () => {
    const scene = await listening();
    const session = idIn(await answer(scene, 'start', { url: await startMedia() }));
    const own = await answer(scene, 'key', { session });
    expect(own.content).toMatch(/\|\|`[\w-]{43}`\|\|/);
    const other = await ask(scene, scene.person('moderator'), 'key', { session });
    expect((await other.response()).content).toBe(
      'Only who started a session may see its author key.',
    );
    expect(scene.log.join('\n')).not.toContain(/`([\w-]{43})`/.exec(own.content)?.[1]);

    await scene.stopBot();
    rmSync(scene.stateFile.replace(/\.sqlite$/, '.key'));
    await scene.startBot();
    expect((await answer(scene, 'transcript', { session })).content).toContain(
      'cannot be read any more',
    );
  }, 30_000);

  it('takes a file that is sent along, and says why what is no audio cannot be heard', async () => {
    const scene = await listening();
    const { general } = scene.sandbox.channels;
    const file = { name: 'talk.mp3', content: 'not really audio' };
    const asked = await scene.person('owner').slash(general, 'tag start', {}, { file });
    const shown = await ended(asked);
    expect(shown.embeds[0]?.title).toBe('Failed');
    expect(fieldsOf(shown)).toMatchObject({ Media: 'talk.mp3' });
    expect(fieldsOf(shown)['Why it ended']).not.toBe('The service gave no reason.');
  }, 30_000);
});

describe('/tag', () => {
  it('is for moderators, not for members', async () => {
    const scene = await openScene();
    await expect(ask(scene, scene.person('alice'), 'list')).rejects.toThrow(DiscordRefusal);
    const list = await ask(scene, scene.person('moderator'), 'list');
    expect((await list.response()).content).toContain('No session was started');
  });

  it.each<[string, Options, string]>([
    ['nothing', {}, 'Name an address'],
    ['no address', { url: 'the talk' }, 'no address of a media file'],
    ['another protocol', { url: 'file:///etc/passwd' }, 'no address of a media file'],
  ])('refuses %s before asking', async (_what, options, sentence) => {
    const scene = await openScene();
    expect((await answer(scene, 'start', options)).content).toContain(sentence);
    expect((await answer(scene, 'list')).content).toContain('No session was started');
  });

  it('shows the sentence of the service about an address it may not fetch', async () => {
    const scene = await listening({
      audio: {
        transcriber: { url: 'http://127.0.0.1:9', apiKey: null, model: 'm' },
        privateNetworks: [],
      },
    });
    const shown = await answer(scene, 'start', { url: 'http://127.0.0.1:9/a.mp3' });
    expect(JSON.stringify(shown)).toMatch(/public|private/);
  });

  it('says that the service hears nothing without a transcriber', async () => {
    const scene = await openScene({ service: { kind: 'embedded' } });
    const shown = await answer(scene, 'start', { url: 'http://example.com/a.mp3' });
    expect(JSON.stringify(shown)).toContain('No transcriber is configured.');
  });

  it('knows no session but those of the server', async () => {
    const scene = await openScene();
    for (const path of ['status', 'transcript', 'key']) {
      const { content } = await answer(scene, path, { session: 'somebody-elses' });
      expect(content).toContain('There is no such session in this server.');
    }
  });
});

describe('/tag, when the service is elsewhere', () => {
  const url = 'https://media.example/live.mp3';
  const running = (request: { url: string }): Said => {
    const convoId = new URL(request.url, 'http://x').searchParams.get('convoid') ?? '';
    return { body: [true, { convoId, error: false, running: true, state: 'running' }, null] };
  };

  it.each<[string, Said, RegExp]>([
    ['refuses', { status: 400, body: [false, 'Not this *stream*.', null] }, /Not this \\\*stream/],
    ['has trouble', { status: 500, body: {} }, /has trouble \(status 500\)/],
    ['is asked too often', { status: 429, body: {} }, /too often/],
  ])(
    'remembers no session that a service did not start because it %s',
    async (_why, said, sentence) => {
      const { config } = await startRemoteService(() => said);
      const scene = await openScene({ service: config });
      expect((await answer(scene, 'start', { url })).content).toMatch(sentence);
      expect((await answer(scene, 'list')).content).toContain('No session was started');
    },
  );

  it('shows how far it is, and lets go when the person cancels; the session stays in the list', async () => {
    const service = await startRemoteService((request) =>
      request.method === 'POST' ? { body: [true, {}, null] } : running(request),
    );
    const scene = await openScene({ service: service.config });
    const owner = scene.person('owner');
    const asked = await ask(scene, owner, 'start', { url });
    const progress = await asked.until(
      ({ original }) => original?.content.includes('is being listened to') ?? false,
    );
    if (progress.original === null) throw new Error('there is no progress to be seen');
    await owner.click(progress.original, 'Cancel');
    const { original } = await asked.until(
      ({ original }) => original?.content.includes('still being listened to') ?? false,
    );
    expect(original?.content).toContain('Look at `/tag status` in some minutes');
    expect((await answer(scene, 'list')).embeds[0]?.description).toContain('live.mp3');
    const body = service.requests.find(({ url }) => url === '/stream/tag')?.body ?? '';
    expect(JSON.parse(body)).toMatchObject({
      url,
      authorKey: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('goes on asking while the service is away for a moment', async () => {
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
    const asked = answer(scene, 'start', { url }).finally(() => {
      isOver = true;
    });
    await clock.skipUntil(() => isOver);
    expect(fieldsOf(await asked)).toMatchObject({ Tags: 'music' });
  });

  it('shows tags although the session failed, and why it did', async () => {
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
      'Why it ended': 'cut \\*off\\*',
      Tags: 'news',
      'Other words': 'weather, rain',
    });
  });

  it('says that there is no transcript where the service has none', async () => {
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
});
