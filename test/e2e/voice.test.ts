import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageFlags, type APIMessage } from 'discord-api-types/v10';
import { describe, expect, it, vi } from 'vitest';
import { hasFfmpeg, toneWav } from '../helpers/audio.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import {
  startTranscriptionServer,
  type SpokenSegment,
  type TranscriptionServer,
} from '../helpers/servers/transcription-server.ts';
import { createScene, type Scene } from './scene.ts';

const WAIT = { timeout: 30_000, interval: 50 };
const GOOD: SpokenSegment[] = [{ start: 0, end: 2, text: ' Today we bake bread.' }];
const BAD: SpokenSegment[] = [...GOOD, { start: 2, end: 4, text: ' Fuck you, you stupid bitch.' }];

interface Stage {
  readonly on: Scene;
  readonly transcription: TranscriptionServer;
}

/** A bot whose service hears these words, whatever is played to it. */
async function listening(spoken: readonly SpokenSegment[]): Promise<Stage> {
  const transcription = await startTranscriptionServer(spoken);
  const { url } = transcription;
  const on = await createScene({
    service: { kind: 'embedded' },
    audio: {
      transcriber: { url, apiKey: null, model: 'm' },
      privateNetworks: ['127.0.0.0/8'],
    },
  });
  return { on, transcription };
}

/** Real media, made by ffmpeg. */
function media(name: string, args: readonly string[]): Buffer {
  const folder = tempDir();
  const tone = join(folder, 'tone.wav');
  writeFileSync(tone, toneWav(2));
  const path = join(folder, name);
  const { status } = spawnSync('ffmpeg', ['-loglevel', 'error', '-i', tone, ...args, path]);
  expect(status).toBe(0);
  return readFileSync(path);
}
const opus = (): Buffer => media('voice-message.ogg', ['-c:a', 'libopus']);
const VIDEO = ['-f', 'lavfi', '-i', 'color=c=black:s=64x64:d=2'];

function post(
  { sandbox }: Scene,
  filename: string,
  contentType: string,
  data: Buffer,
  flags?: MessageFlags,
): APIMessage {
  const { world, channels, members } = sandbox;
  return world.messages.create(channels.general, {
    authorId: members.bob.id,
    content: '',
    files: [{ filename, contentType, data }],
    ...(flags === undefined ? {} : { flags }),
  });
}

const say = (on: Scene): APIMessage =>
  post(on, 'voice-message.ogg', 'audio/ogg', opus(), MessageFlags.IsVoiceMessage);

describe.skipIf(!hasFfmpeg())('a voice message', () => {
  it('is not transcribed by default', async () => {
    const { on, transcription } = await listening(BAD);
    const message = say(on);
    expect(await on.outcomeOf(message.id)).toEqual({ kind: 'passed' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(transcription.requests).toEqual([]);
  });

  it('with a bad sentence is deleted, with a notice and the transcript in the alert', async () => {
    const { on, transcription } = await listening(BAD);
    const { general } = on.sandbox.channels;
    const owner = on.person('owner');
    const turnedOn = await owner.slash(general, 'moderation voice', { enabled: true });
    expect((await turnedOn.response()).content).toContain('now transcribed');
    await on.announced('Voice messages and audio and video files are now transcribed');
    const status = await (await owner.slash(general, 'moderation status')).response();
    expect(JSON.stringify(status.embeds)).toContain('Voice messages, audio, video');

    const message = say(on);
    await vi.waitFor(() => expect(on.alertsAbout(message.id)).toHaveLength(1), WAIT);
    expect(on.exists(message)).toBe(false);
    expect(on.noticesTo(on.sandbox.members.bob.id)).toHaveLength(1);
    const [alert] = on.alertsAbout(message.id);
    expect(alert?.description).toContain(
      '\n||Today we bake bread. ⏎ Fuck you, you stupid bitch.||\n',
    );
    expect(alert?.description).toContain(' · 🎙️ transcript · ');
    expect(transcription.requests[0]?.audio).toMatchObject({ channels: 1, sampleRate: 16_000 });
    expect(await on.caseAbout(message.id)).toMatchObject({
      isTranscript: true,
      rule: { id: 'delete' },
    });
  }, 60_000);

  it('without a bad sentence stays', async () => {
    const { on, transcription } = await listening(GOOD);
    await on.setPolicy({ voice: true });
    const message = say(on);
    await vi.waitFor(() => expect(transcription.requests).toHaveLength(1), WAIT);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(on.exists(message)).toBe(true);
    expect(on.alertsAbout(message.id)).toEqual([]);
  }, 60_000);

  it('that was posted while the bot was away is checked when it is back', async () => {
    const { on } = await listening(BAD);
    await on.setPolicy({ voice: true });
    const first = await on.person('bob').say(on.sandbox.channels.general, 'good morning');
    await on.outcomeOf(first.id);
    await on.stopBot();
    const message = say(on);
    await on.startBot();
    await vi.waitFor(() => expect(on.alertsAbout(message.id)).toHaveLength(1), WAIT);
    expect(on.exists(message)).toBe(false);
  }, 60_000);

  it('becomes an alert when nobody can transcribe it', async () => {
    const on = await createScene({ service: { kind: 'embedded' } });
    await on.setPolicy({ voice: true });
    const message = say(on);
    await vi.waitFor(() => expect(on.alertsAbout(message.id)).toHaveLength(1), WAIT);
    expect(on.exists(message)).toBe(true);
    expect(JSON.stringify(on.alertsAbout(message.id))).toContain('No transcriber is configured');
  }, 60_000);
});

describe.skipIf(!hasFfmpeg())('an attached', () => {
  it.each<[string, string, readonly string[]]>([
    ['song.mp3', 'audio/mpeg', []],
    ['clip.mp4', 'video/mp4', [...VIDEO, '-map', '0:a', '-map', '1:v']],
    ['unknown.m4a', 'application/octet-stream', []],
  ])(
    'file %s is checked like a voice message',
    async (name, type, args) => {
      const { on } = await listening(BAD);
      await on.setPolicy({ voice: true });
      const message = post(on, name, type, media(name, args));
      await vi.waitFor(() => expect(on.alertsAbout(message.id)).toHaveLength(1), WAIT);
      expect(on.exists(message)).toBe(false);
    },
    60_000,
  );

  it('video without sound passes', async () => {
    const { on, transcription } = await listening(BAD);
    await on.setPolicy({ voice: true });
    const silent = post(on, 'a.mp4', 'video/mp4', media('a.mp4', [...VIDEO, '-map', '1:v']));
    await on.outcomeOf(silent.id);
    const broken = post(on, 'b.mp4', 'video/mp4', Buffer.alloc(5000, 'x'));
    await vi.waitFor(() => expect(on.alertsAbout(broken.id)).toHaveLength(1), WAIT);
    expect(JSON.stringify(on.alertsAbout(broken.id))).toContain('no audio that ffmpeg can decode');
    expect(on.alertsAbout(silent.id)).toEqual([]);
    expect(transcription.requests).toEqual([]);
  }, 60_000);
});
