import type { APIMessage } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { DiscordRequestError } from '../../../src/sandbox/person.ts';
import type { Interaction, OptionValues } from '../../../src/sandbox/person-interactions.ts';
import type { ReceivedRequest } from '../../helpers/http-server.ts';
import { startRemoteService, type ScriptedResponse } from '../../helpers/servers/remote-service.ts';
import { download, settled } from './answers.ts';
import { createScene, type Scene, type SceneOptions } from '../scene.ts';

const HUGE = '90071992547409930';

const ok = (response: unknown): ScriptedResponse => ({
  body: { api: 's', success: true, response },
});

const LIFETIME = {
  commentsPassed: HUGE,
  commentsFlagged: '500',
  commentsDeleted: '25',
  commentsTotal: String(BigInt(HUGE) + 525n),
};

/** Records of the requested span, one every ten minutes; the second one is the peak. */
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

type Say = (request: ReceivedRequest) => ScriptedResponse;

const working: Say = (request) =>
  request.method === 'GET' ? ok(LIFETIME) : ok(recordsFor(request));

interface Opened extends Scene {
  use(path: string, options?: OptionValues): Promise<APIMessage>;
  ask(path: string, options?: OptionValues): Promise<Interaction>;
  searches(): number;
}

async function open(say: Say = working, options: SceneOptions = {}): Promise<Opened> {
  const { config, requests } = await startRemoteService(say);
  const opened = await createScene({ service: config, ...options });
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

describe('/stats lifetime', () => {
  it('is not available to members', async () => {
    const { person, sandbox } = await open();
    const interaction = person('alice').slash(sandbox.channels.general, 'stats lifetime');
    await expect(interaction).rejects.toThrow(DiscordRequestError);
  });

  it('shows exact counters, however large, as text', async () => {
    const { use } = await open();
    const message = await use('lifetime');
    const [embed] = message.embeds;
    expect(embed?.description).toBe('**90,071,992,547,410,455** messages in total');
    expect(embed?.fields?.map(({ value }) => value)).toEqual([
      '90,071,992,547,409,930 (99.9%)',
      '500 (0%)',
      '25 (0%)',
    ]);
    expect(message.attachments).toEqual([]);
  });

  it('tells when nothing was moderated', async () => {
    const none = {
      commentsPassed: '0',
      commentsFlagged: '0',
      commentsDeleted: '0',
      commentsTotal: '0',
    };
    const { use } = await open(() => ok(none));
    expect((await use('lifetime')).embeds[0]?.description).toBe(
      'No message has been moderated yet.',
    );
  });
});

describe('/stats history', () => {
  it('shows a chart, totals, the busiest minute and a file, of exactly the span asked for', async () => {
    const { use } = await open();
    const message = await use('history', { from: '2025-03-20 13:05', to: '2025-03-20 13:40' });
    const [embed] = message.embeds;
    const seconds = (iso: string): number => Date.parse(iso) / 1000;
    // Records at 13:10, 13:20, 13:30 and 13:40.
    expect(embed?.description).toBe(
      `**82** messages in total\nFrom <t:${seconds('2025-03-20T13:05:00Z')}:f> – <t:${seconds('2025-03-20T13:40:00Z')}:f>.`,
    );
    expect(embed?.fields?.at(-1)?.value).toBe(
      `43 messages, <t:${seconds('2025-03-20T13:10:00Z')}:f>`,
    );
    expect((await download(message, 'history.png')).subarray(1, 4).toString()).toBe('PNG');
    const csv = (await download(message, 'history.csv')).toString('utf8');
    expect(csv.split('\r\n')[1]).toBe('2025-03-20T13:10:00.000Z,40,2,1,43');
  });

  it.each([{}, { from: '24 hours ago' }])(
    'needs one search for the last day, %j',
    async (options) => {
      const { use, searches } = await open();
      expect((await use('history', options)).embeds[0]?.title).toBe('Moderated messages');
      expect(searches()).toBe(1);
    },
  );

  it('searches seven days in seven parts', async () => {
    const { ask } = await open();
    const asked = await ask('history', { from: '7 days ago' });
    const isWaiting = (content?: string): boolean => content?.includes('Part 2 of 7') === true;
    const { original } = await asked.until((view) => isWaiting(view.original?.content));
    expect(original?.content).toContain('Part 2 of 7');
  });

  it('answers a repeated search from the earlier result, with its time', async () => {
    const { use, searches } = await open();
    const span = { from: '2025-03-20 13:00', to: '2025-03-20 15:00' };
    expect((await use('history', span)).embeds[0]?.description).not.toContain(
      'This is the result from',
    );
    expect((await use('history', span)).embeds[0]?.description).toMatch(
      /This is the result from <t:\d+:t>/,
    );
    expect(searches()).toBe(1);
  });

  it('shows that a search waits, and can be cancelled', async () => {
    const opened = await open();
    const interaction = await opened.ask('history', { from: '2025-03-17', to: '2025-03-19' });
    const { original } = await interaction.until(
      (view) => view.original?.content.includes('Part 2 of 2 starts <t:') === true,
    );
    if (original === null) throw new Error('no progress');
    await opened.person('owner').click(original, 'Cancel');
    expect((await settled(interaction)).content).toMatch(/^Cancelled/);
    expect(opened.searches()).toBe(1);
  });

  it('shows 90 days at once when the service has lifted its limit', async () => {
    const { use, searches } = await open(working, { searchIntervalMs: 0 });
    const shown = await use('history', { from: '90 days ago' });
    expect(shown.embeds[0]?.title).toBe('Moderated messages');
    expect(searches()).toBeGreaterThan(89);
    const { content } = await use('history', { from: '100 days ago' });
    expect(content).toContain('more than 90 days');
  });

  it.each([
    [{ from: '10 days ago' }, 'more than seven days'],
    [{ from: 'yesterday', to: '2 days ago' }, 'The start must be before the end.'],
    [{ from: '2025-03-20 13:05', to: '2025-03-20 13:05' }, 'The start must be before the end.'],
    [{ from: 'whenever' }, 'The bot cannot read that time'],
  ])('rejects %j and says why', async (options, sentence) => {
    const { use } = await open();
    expect((await use('history', options)).content).toContain(sentence);
  });

  it.each<[string, ScriptedResponse, string]>([
    [
      'is empty',
      { body: { api: 's', success: false, response: 'Records are empty, retry later' } },
      'There are no records for',
    ],
    ['hangs up', 'hang up', 'is unreachable'],
    [
      'rejects the search',
      { body: { api: 's', success: false, response: 'No.' } },
      'rejected this: No.',
    ],
    ['fails', { status: 503, body: {} }, 'failed (status 503)'],
    ['returns an invalid response', { body: 7 }, 'invalid response'],
  ])('tells when the service %s', async (_, said, sentence) => {
    const { use } = await open(() => said);
    expect(
      (await use('history', { from: '2025-03-20 13:00', to: '2025-03-20 15:00' })).content,
    ).toContain(sentence);
  });
});
