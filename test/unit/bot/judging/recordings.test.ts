import { describe, expect, it } from 'vitest';
import { message } from '../../../../src/bot/locales/message.ts';
import type { ServiceJudgement } from '../../../../src/bot/domain/case.ts';
import { defaultPolicy, type Policy } from '../../../../src/bot/domain/policy/policy.ts';
import type { Transcription } from '../../../../src/bot/domain/ports.ts';
import type { Recording, Snapshot } from '../../../../src/bot/domain/snapshot.ts';
import { CHANNEL, GUILD, idAt, snapshot } from '../../../helpers/snapshots.ts';
import { pass, turn } from '../../../helpers/turn.ts';
import { verdict } from '../../../helpers/verdicts.ts';
import { createWorld, type World } from '../composition/pipeline/world.ts';

const RECORDING: Recording = {
  id: '1',
  url: 'https://cdn.discordapp.com/1',
  name: 'voice-message.ogg',
  bytes: 1000,
  seconds: 5,
};
const withRecording = (overrides: Parameters<typeof snapshot>[0] = {}): Snapshot =>
  snapshot({ text: '', recordings: [RECORDING], ...overrides });

/** Each sentence's first word is its suggested action. */
const spoken = (...sentences: string[]): Extract<Transcription, { kind: 'transcribed' }> => ({
  kind: 'transcribed',
  isCut: false,
  sentences: sentences.map((text) => ({
    text,
    judgement: { kind: 'verdict', verdict: verdict(text.split(' ', 1)[0] ?? '') },
  })),
});

interface Session {
  readonly url: string;
  readonly signal: AbortSignal;
  end(result: Transcription): void;
}

/** A pipeline whose sessions wait for the test. */
async function boot(world: World = createWorld(), policy: Partial<Policy> = {}, guilds = [GUILD]) {
  const sessions: Session[] = [];
  for (const guildId of guilds) {
    await world.stores.policies.set(guildId, { ...defaultPolicy, voice: true, ...policy });
  }
  const pipeline = world.boot({
    transcriber: {
      transcribe: ({ url }, signal) =>
        new Promise((resolve, reject) => {
          sessions.push({ url, signal, end: resolve });
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    },
  });
  return { world, pipeline, sessions };
}

const effectsIn = ({ discord }: World): string[] => discord.performed.map(({ kind }) => kind);

describe('a recording', () => {
  it('is not transcribed unless the server wants it', async () => {
    const { pipeline, sessions } = await boot(createWorld(), { voice: false });
    pipeline.submit(withRecording());
    await turn();
    expect(sessions).toEqual([]);
  });

  it('that says something bad gets the effects of a message, and the transcript as its text', async () => {
    const { world, pipeline, sessions } = await boot();
    pipeline.submit(withRecording());
    await turn();
    expect(sessions.map(({ url }) => url)).toEqual([RECORDING.url]);
    sessions[0]?.end(spoken('pass one', 'flag two', 'delete three'));
    await turn();
    expect(effectsIn(world)).toEqual(['delete', 'notice', 'alert']);
    const [record] = world.stores.allCases();
    expect(record).toMatchObject({
      isTranscript: true,
      rule: { id: 'delete' },
      messageId: idAt(1000),
    });
    expect(await world.stores.cases.evidence(GUILD, 1)).toBe('pass one\nflag two\ndelete three');
  });

  it('that says nothing bad opens no case', async () => {
    const { world, pipeline, sessions } = await boot();
    pipeline.submit(withRecording());
    await turn();
    sessions[0]?.end(spoken('pass one'));
    await turn();
    expect(world.stores.allCases()).toEqual([]);
  });

  it('of a moderator only becomes an alert', async () => {
    const { world, pipeline, sessions } = await boot();
    pipeline.submit(withRecording({ author: { rank: 'moderator' } }));
    await turn();
    sessions[0]?.end(spoken('delete one'));
    await turn();
    expect(effectsIn(world)).toEqual(['alert']);
  });

  it.each<[string, Partial<Recording>, Transcription, string]>([
    [
      'fails',
      {},
      { kind: 'unchecked', reason: message('alerts:uncheckedBecause.noRecordings') },
      'noRecordings',
    ],
    ['is larger than the limit', { bytes: 65 * 1024 * 1024 }, spoken(), 'recordingTooLarge'],
    ['is longer than the limit', { seconds: 301 }, spoken('pass one'), 'recordingTooLong'],
  ])('that %s becomes an alert', async (_what, changes, result, reason) => {
    const { world, pipeline, sessions } = await boot();
    pipeline.submit(withRecording({ recordings: [{ ...RECORDING, ...changes }] }));
    await turn();
    sessions[0]?.end(result);
    await turn();
    expect(effectsIn(world)).toEqual(['alert']);
    const key = `alerts:uncheckedBecause.${reason}`;
    expect(world.stores.allCases()[0]?.judgement).toMatchObject({
      kind: 'unchecked',
      reason: { key },
    });
  });

  it('is transcribed again when the service was unavailable', async () => {
    const { world, pipeline, sessions } = await boot();
    pipeline.submit(withRecording());
    await turn();
    sessions[0]?.end({ kind: 'unavailable', reason: 'It is away.' });
    await pass(world.clock, 60_000);
    sessions[1]?.end(spoken('delete one'));
    await turn();
    expect(effectsIn(world)).toEqual(['delete', 'notice', 'alert']);
  });

  it('is not transcribed when the message is deleted because of its text', async () => {
    const { pipeline, sessions } = await boot();
    pipeline.submit(withRecording({ parts: [{ kind: 'content', text: 'delete me' }] }));
    await turn();
    expect(sessions).toEqual([]);
  });

  it('is not transcribed again after an edit, which it does not delay', async () => {
    const { world, pipeline, sessions } = await boot();
    pipeline.submit(withRecording({ text: 'one' }));
    await turn();
    pipeline.submit(withRecording({ text: 'flag me', editedAt: 1_800_000_000_000 }));
    await turn();
    expect(world.outcomes()).toEqual(['passed', 'acted']);
    sessions[0]?.end(spoken('pass one'));
    await turn();
    await turn();
    pipeline.submit(withRecording({ text: 'three', editedAt: 1_800_000_001_000 }));
    await turn();
    expect(sessions).toHaveLength(1);
  });

  it('is not waiting a second time because its message is edited', async () => {
    const { world, pipeline, sessions } = await boot();
    const busy = [
      snapshot({ recordings: [{ ...RECORDING, id: '8' }] }),
      snapshot({ recordings: [{ ...RECORDING, id: '9' }] }),
    ];
    for (const [index, message] of busy.entries()) {
      pipeline.submit({ ...message, messageId: idAt(index + 1) });
    }
    pipeline.submit(withRecording({ text: 'one' }));
    await turn();
    pipeline.submit(withRecording({ text: 'two', editedAt: 1_800_000_000_000 }));
    await turn();
    expect(pipeline.recordingsWaiting(GUILD)).toBe(1);
    for (let n = 0; n < 3; n += 1) {
      sessions[n]?.end(spoken('pass'));
      await turn();
    }
    expect(pipeline.recordingsWaiting(GUILD)).toBe(0);
    expect(sessions).toHaveLength(3);
    expect(world.stores.allCases()).toEqual([]);
  });

  it('whose end the service did not read becomes an alert', async () => {
    const { world, pipeline, sessions } = await boot();
    pipeline.submit(withRecording({ recordings: [{ ...RECORDING, seconds: null }] }));
    await turn();
    sessions[0]?.end({ ...spoken('pass'), isCut: true });
    await turn();
    expect(effectsIn(world)).toEqual(['alert']);
    expect(world.stores.allCases()).toMatchObject([
      { judgement: { reason: { key: 'alerts:uncheckedBecause.recordingTooLong' } } },
    ]);
  });

  it('keeps the checkpoint below its message until it is checked', async () => {
    const { world, pipeline, sessions } = await boot();
    pipeline.submit(withRecording());
    pipeline.submit(snapshot({ messageId: idAt(2000) }));
    await pass(world.clock, 2000);
    const below = world.stores.checkpoint(CHANNEL)?.messageId ?? '0';
    expect(BigInt(below)).toBeLessThan(BigInt(idAt(1000)));
    sessions[0]?.end(spoken('pass one'));
    await pass(world.clock, 2000);
    expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(2000));
  });

  it('is left to the next process when this one stops', async () => {
    const { world, pipeline, sessions } = await boot();
    pipeline.submit(withRecording());
    await turn();
    await pipeline.stop({ deadlineMs: 1000 });
    expect(sessions[0]?.signal.aborted).toBe(true);
    expect(world.stores.allCases()).toEqual([]);
    expect(world.stores.checkpoint(CHANNEL)?.messageId ?? '0').not.toBe(idAt(1000));

    const second = await boot(world);
    second.pipeline.submit(withRecording());
    await turn();
    second.sessions[0]?.end(spoken('delete one'));
    await turn();
    expect(effectsIn(world)).toEqual(['delete', 'notice', 'alert']);
  });
});

describe('many recordings', () => {
  const other = '100000000000000009';
  const third = '100000000000000010';
  const numbered = (count: number, guildId = GUILD): Snapshot[] =>
    Array.from({ length: count }, (_, index) =>
      withRecording({
        guildId,
        channelId: guildId,
        messageId: idAt(1000 * Number(guildId.slice(-2)) + index),
        recordings: [{ ...RECORDING, id: `${guildId}-${index}` }],
      }),
    );

  it('run two at a time in a server and four in total', async () => {
    const { pipeline, sessions } = await boot(createWorld(), {}, [GUILD, other, third]);
    for (const message of [...numbered(5), ...numbered(5, other), ...numbered(5, third)]) {
      pipeline.submit(message);
    }
    await turn();
    expect(sessions).toHaveLength(4);
    for (let ended = 0; ended < 15; ended += 1) {
      sessions[ended]?.end(spoken('pass'));
      await turn();
      await turn();
    }
    expect(sessions).toHaveLength(15);
  });

  it('beyond a hundred that wait become alerts', async () => {
    const { world, pipeline, sessions } = await boot();
    for (const message of numbered(105)) pipeline.submit(message);
    await pass(world.clock, 1000);
    expect(sessions).toHaveLength(2);
    const reasons = world.stores.allCases().map(({ judgement }) => judgement);
    expect(reasons).toHaveLength(3);
    expect(JSON.stringify(reasons)).toContain('tooManyRecordings');
  });
});

it('several recordings of a message share a case', async () => {
  const { world, pipeline, sessions } = await boot();
  const recordings = [RECORDING, { ...RECORDING, id: '2', name: 'song.mp3' }];
  pipeline.submit(withRecording({ recordings }));
  await turn();
  sessions[0]?.end(spoken('pass one'));
  await turn();
  const failed: ServiceJudgement = {
    kind: 'unchecked',
    reason: message('alerts:uncheckedBecause.recordingTimeout'),
  };
  sessions[1]?.end(failed);
  await turn();
  expect(world.stores.allCases()).toHaveLength(1);
  expect(await world.stores.cases.evidence(GUILD, 1)).toBe(
    'voice-message.ogg:\npass one\nsong.mp3',
  );
});
