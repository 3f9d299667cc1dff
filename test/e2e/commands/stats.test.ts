import type { APIMessage } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { DiscordRefusal } from '../../../src/sandbox/person.ts';
import type { Interaction, OptionValues } from '../../../src/sandbox/person-interactions.ts';
import type { ReceivedRequest } from '../../helpers/http-server.ts';
import { startRemoteService, type Said } from '../../helpers/remote-service.ts';
import { scene, type Scene } from '../scene.ts';

const HUGE = '90071992547409930';

const ok = (response: unknown): Said => ({ body: { api: 's', success: true, response } });

const LIFETIME = {
  commentsPassed: HUGE,
  commentsFlagged: '500',
  commentsDeleted: '25',
  commentsTotal: String(BigInt(HUGE) + 525n),
};

/** Records of the span asked for, one in ten minutes; the second one is the peak. */
function recordsFor({ body }: ReceivedRequest): object[] {
  const [, from = ''] = /"timefrom":"([^"]+)"/.exec(body) ?? [];
  const startMs = Date.parse(`${from.replace(' ', 'T')}Z`);
  return Array.from({ length: 6 }, (_, index) => ({
    commentsPassed: index === 1 ? 40 : 10,
    commentsFlagged: 2,
    commentsDeleted: 1,
    commentsTotal: index === 1 ? 43 : 13,
    requestTime: { value: new Date(startMs + index * 600_000).toISOString() },
  }));
}

type Say = (request: ReceivedRequest) => Said;

const working: Say = (request) =>
  request.method === 'GET' ? ok(LIFETIME) : ok(recordsFor(request));

interface Opened extends Scene {
  use(path: string, options?: OptionValues): Promise<APIMessage>;
  ask(path: string, options?: OptionValues): Promise<Interaction>;
  searches(): number;
}

async function open(say: Say = working): Promise<Opened> {
  const { config, requests } = await startRemoteService(say);
  const opened = await scene({ service: config });
  const { general } = opened.sandbox.channels;
  const ask: Opened['ask'] = (path, options = {}) =>
    opened.person('owner').slash(general, `stats ${path}`, options);
  return {
    ...opened,
    ask,
    use: async (path, options) => settled(await ask(path, options)),
    searches: () => requests.filter(({ url }) => url.endsWith('/search')).length,
  };
}

/** The answer that stands at the end; what shows how far it is has a button to cancel. */
async function settled(asked: Interaction): Promise<APIMessage> {
  const { original } = await asked.until(
    ({ isAnswered, original }) =>
      isAnswered && !JSON.stringify(original?.components ?? []).includes('"cancel:'),
  );
  if (original === null) throw new Error('There is no answer.');
  return original;
}

async function download(message: APIMessage, name: string): Promise<Buffer> {
  const file = message.attachments.find(({ filename }) => filename === name);
  if (file === undefined) throw new Error(`There is no ${name}.`);
  return Buffer.from(await (await fetch(file.url)).arrayBuffer());
}

describe('/stats lifetime', () => {
  it('is not for members', async () => {
    const { person, sandbox } = await open();
    const asked = person('alice').slash(sandbox.channels.general, 'stats lifetime');
    await expect(asked).rejects.toThrow(DiscordRefusal);
  });

  it('shows counters to the last digit, however large, and a chart', async () => {
    const { use } = await open();
    const message = await use('lifetime');
    const [embed] = message.embeds;
    expect(embed?.description).toBe('**90,071,992,547,410,455** messages in all');
    expect(embed?.fields?.map(({ value }) => value)).toEqual([
      '90,071,992,547,409,930 (99.9 %)',
      '500 (0 %)',
      '25 (0 %)',
    ]);
    expect((await download(message, 'lifetime.png')).subarray(1, 4).toString()).toBe('PNG');
  });

  it('says so when nothing was moderated', async () => {
    const none = {
      commentsPassed: '0',
      commentsFlagged: '0',
      commentsDeleted: '0',
      commentsTotal: '0',
    };
    const { use } = await open(() => ok(none));
    expect((await use('lifetime')).embeds[0]?.description).toBe('Nothing has been moderated yet.');
  });
});

describe('/stats history', () => {
  it('shows a chart, totals, the busiest minute, the rounding and a file', async () => {
    const { use } = await open();
    const message = await use('history', { from: '2025-03-20 13:20', to: '2025-03-20 14:40' });
    const [embed] = message.embeds;
    const seconds = (iso: string): number => Date.parse(iso) / 1000;
    expect(embed?.description).toContain('**108** messages in all');
    expect(embed?.description).toContain(
      `Rounded by the service to <t:${seconds('2025-03-20T13:00:00Z')}:f> – <t:${seconds('2025-03-20T15:00:00Z')}:f>.`,
    );
    expect(embed?.fields?.at(-1)?.value).toBe(
      `43 messages, <t:${seconds('2025-03-20T13:10:00Z')}:f>`,
    );
    expect((await download(message, 'history.png')).subarray(1, 4).toString()).toBe('PNG');
    const csv = (await download(message, 'history.csv')).toString('utf8');
    expect(csv.split('\r\n')[2]).toBe('2025-03-20T13:10:00.000Z,40,2,1,43');
  });

  it('answers the same question again from what it was answered, and says from when', async () => {
    const { use, searches } = await open();
    const span = { from: '2025-03-20 13:00', to: '2025-03-20 15:00' };
    expect((await use('history', span)).embeds[0]?.description).not.toContain('Answered from');
    expect((await use('history', span)).embeds[0]?.description).toMatch(
      /Answered from <t:\d+:t>’s data/,
    );
    expect(searches()).toBe(1);
  });

  it('shows that it waits for its turn, and can be cancelled', async () => {
    const opened = await open();
    const asked = await opened.ask('history', { from: '2025-03-17', to: '2025-03-19' });
    const { original } = await asked.until(
      (view) => view.original?.content.includes('Part 2 of 2 is asked for <t:') === true,
    );
    if (original === null) throw new Error('no progress');
    await opened.person('owner').click(original, 'Cancel');
    expect((await settled(asked)).content).toMatch(/^Cancelled/);
    expect(opened.searches()).toBe(1);
  });

  it.each([
    [{ from: '10 days ago' }, 'more than seven days'],
    [{ from: 'yesterday', to: '2 days ago' }, 'It has to begin before it ends.'],
    [{ from: '2025-03-20 13:05', to: '2025-03-20 13:20' }, 'both came to <t:'],
    [{ from: 'whenever' }, 'I could not read that time'],
  ])('refuses %j with a sentence', async (options, sentence) => {
    const { use } = await open();
    expect((await use('history', options)).content).toContain(sentence);
  });

  it.each<[string, Said, string]>([
    [
      'is empty',
      { body: { api: 's', success: false, response: 'Records are empty, retry later' } },
      'There are no records for',
    ],
    ['hangs up', 'hang up', 'cannot be reached'],
    ['refuses', { body: { api: 's', success: false, response: 'No.' } }, 'refused this: No.'],
    ['fails', { status: 503, body: {} }, 'has trouble (status 503)'],
    ['speaks nonsense', { body: 7 }, 'cannot be read'],
  ])('says so when the service %s', async (_, said, sentence) => {
    const { use } = await open(() => said);
    expect(
      (await use('history', { from: '2025-03-20 13:00', to: '2025-03-20 15:00' })).content,
    ).toContain(sentence);
  });
});
