import { PermissionFlagsBits, type APIMessage } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/bot/domain/policy/policy.ts';
import { DiscordRequestError } from '../../../src/sandbox/person.ts';
import type { OptionValues } from '../../../src/sandbox/person-interactions.ts';
import type { ReceivedRequest } from '../../helpers/http-server.ts';
import { startRemoteService, type ScriptedResponse } from '../../helpers/servers/remote-service.ts';
import { download, settled } from './answers.ts';
import type { Scene } from '../scene.ts';
import { createAdvancedScene } from './advanced-scene.ts';

const JOB = 'job-1';
const HOSTILE = '=1+1 ||@everyone|| `https://evil.example` \u202e';

type Status = 'Provisioning' | 'In Progress' | 'Finished' | 'Failed';

const ok = (response: unknown): ScriptedResponse => ({
  body: { api: 'service-lang-text', success: true, response },
});

function samples(count: number): object[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, index) => ({
    SAMPLE: index === 3 ? HOSTILE : `sample number ${index}`,
    SENTIMENT: index === 3 ? -0.99 : (index % 100) / 100,
    requestTime: new Date(now - index * 60_000).toISOString(),
    VERSION: '1',
  }));
}

/** The service’s responses to a query, to each status request in order, and to a results request. */
interface Script {
  readonly query?: ScriptedResponse;
  readonly statuses?: (Status | ScriptedResponse)[];
  readonly results?: object[];
}

function speaking({ query, statuses = ['Finished'], results = samples(25) }: Script) {
  const left = [...statuses];
  return ({ url }: ReceivedRequest): ScriptedResponse => {
    if (url.endsWith('view=results')) return ok(results);
    const job = (status: Status): ScriptedResponse =>
      ok({ jobid: JOB, metric: 'sentiment', status });
    if (!url.includes('view=status')) return query ?? job('Provisioning');
    const next = (left.length > 1 ? left.shift() : left[0]) ?? 'Finished';
    return typeof next === 'string' && next !== 'silence' && next !== 'hang up' ? job(next) : next;
  };
}

async function open(script: Script): Promise<Scene & { use: Use }> {
  const { config } = await startRemoteService(speaking(script));
  const opened = await createAdvancedScene({ service: config });
  const { general } = opened.sandbox.channels;
  const use: Use = async (path, options = {}) => {
    const interaction = await opened.person('owner').slash(general, `insights ${path}`, options);
    expect(interaction.isEphemeral).toBe(true);
    return settled(interaction);
  };
  return { ...opened, use };
}

type Use = (path: string, options?: OptionValues) => Promise<APIMessage>;

const QUERY = { metric: 'sentiment', from: '6 hours ago' };

describe('/insights query', () => {
  it('is not available to members', async () => {
    const { person, sandbox } = await open({});
    const interaction = person('alice').slash(sandbox.channels.general, 'insights query', QUERY);
    await expect(interaction).rejects.toThrow(DiscordRequestError);
  });

  it('shows a chart, numbers and a file', async () => {
    const { use } = await open({ statuses: ['In Progress', 'Finished'] });
    const message = await use('query', QUERY);
    const [embed] = message.embeds;
    expect(embed?.title).toBe('Messages by sentiment');
    expect(embed?.description).toContain('**25** messages');
    expect(embed?.fields?.map(({ name, value }) => [name, value])).toEqual([
      ['Mean', '0.079'],
      ['Lowest', '-0.99'],
      ['Highest', '0.24'],
    ]);
    const png = await download(message, 'insights.png');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(embed?.image?.url).toContain('insights.png');
    const csv = (await download(message, 'insights.csv')).toString('utf8');
    expect(csv.split('\r\n')).toHaveLength(27);
    expect(csv).toContain(",'=1+1");
  });

  it('shows the messages that stand out as spoilers, sanitized, in pages that are fetched each time', async () => {
    const opened = await open({});
    const owner = opened.person('owner');
    const message = await opened.use('query', QUERY);
    const shown = await (await owner.click(message, 'Most negative')).response();
    const text = shown.embeds[0]?.description ?? '';
    expect(shown.embeds[0]?.title).toBe('The most negative messages');
    expect(text).toMatch(/^\*\*-0\.99\*\* · <t:\d+:f> \|\|/);
    expect(text).not.toMatch(/[^\\]@everyone|https:\/\/|\u202e/);
    expect(shown.embeds[0]?.footer?.text).toBe('Page 1 of 3 · 25 messages');
    await opened.stopBot();
    await opened.startBot();
    const next = await (await owner.click(shown, 'Next ▶')).response();
    expect(next.embeds[0]?.footer?.text).toBe('Page 2 of 3 · 25 messages');
  });

  it('does not show the messages to somebody who cannot see every channel', async () => {
    const { use, sandbox, join, asOwner, person } = await open({});
    const message = await use('query', QUERY);
    const { world, guildId, channels } = sandbox;
    const permissions = PermissionFlagsBits.ManageGuild;
    const role = world.roles.create(
      guildId,
      { name: 'Manager', position: 1, permissions },
      asOwner,
    );
    const manager = join('manager', [role.id]);
    const query = await settled(await manager.slash(channels.general, 'insights query', QUERY));
    expect(query.embeds[0]?.description).toContain('you cannot see every channel');
    expect(query.components).toEqual([]);
    expect((await download(query, 'insights.csv')).toString('utf8')).not.toContain('sample number');
    expect((await download(message, 'insights.csv')).toString('utf8')).toContain('sample number');
    expect((await (await person('owner').click(message, 'Newest')).response()).embeds).toHaveLength(
      1,
    );
  });

  it('draws and lists 5000 samples', async () => {
    const { use, person } = await open({ results: samples(5000) });
    const message = await use('query', { ...QUERY, from: '5 days ago', max: 5000 });
    expect(message.embeds[0]?.description).toContain('**5,000** messages');
    const shown = await (await person('owner').click(message, 'Most positive')).response();
    expect(shown.embeds[0]?.footer?.text).toBe('Page 1 of 500 · 5,000 messages');
  });

  it('uses the singular for one message, and the words of the metric', async () => {
    const results = [{ ...samples(1)[0], LANGUAGE_VULGARITY: 0.5 }];
    const { use, person } = await open({ results });
    const message = await use('query', { ...QUERY, metric: 'language_vulgarity' });
    expect(message.embeds[0]?.description).toContain('**1** message, ');
    const shown = await (await person('owner').click(message, 'Most vulgar')).response();
    expect(shown.embeds[0]).toMatchObject({
      title: 'The most vulgar messages',
      footer: { text: 'Page 1 of 1 · 1 message' },
    });
  });

  it('tells when there are no messages', async () => {
    const { use } = await open({ results: [] });
    expect((await use('query', QUERY)).content).toMatch(/^There are no messages to measure/);
  });

  it.each([
    [{ from: '8 days ago' }, 'seven days'],
    [{ from: 'yesterday', to: '2 days ago' }, 'The start must be before the end.'],
    [{ to: 'tomorrow' }, 'is in the future'],
    [{ from: 'once upon a time' }, 'The bot cannot read that time'],
  ])('rejects %j and says why', async (options, sentence) => {
    const { use } = await open({});
    expect((await use('query', { metric: 'sentiment', ...options })).content).toContain(sentence);
  });

  it.each<[string, Script, string]>([
    ['hangs up', { query: 'hang up' }, 'is unreachable'],
    [
      'refuses',
      { query: { body: { api: 'a', success: false, response: 'No @everyone' } } },
      'rejected this: No \\@everyone',
    ],
    ['fails', { query: { status: 500, body: {} } }, 'failed (status 500)'],
    ['rejects the key', { query: { status: 401, body: {} } }, "rejects the bot's key"],
    ['returns an invalid response', { query: { body: ['?'] } }, 'invalid response'],
    ['fails the job', { statuses: ['In Progress', 'Failed'] }, 'could not finish this analysis'],
    [
      'becomes unavailable during the query',
      { statuses: [{ status: 400, body: {} }] },
      'The query continues',
    ],
  ])('tells when the service %s', async (_, script, sentence) => {
    const { use } = await open(script);
    expect((await use('query', QUERY)).content).toContain(sentence);
  });

  it('shows the progress of a slow query, and can be cancelled', async () => {
    const { person, sandbox } = await open({ statuses: ['In Progress'] });
    const owner = person('owner');
    const interaction = await owner.slash(sandbox.channels.general, 'insights query', QUERY);
    const { original } = await interaction.until(
      (view) => view.original?.content.includes('The service is') === true,
    );
    if (original === null) throw new Error('no progress');
    await owner.click(original, 'Cancel');
    expect((await settled(interaction)).content).toMatch(/^Cancelled/);
  });
});

describe('/insights status and results', () => {
  it('suggest the queries of this server and show their results', async () => {
    const opened = await open({ statuses: ['Finished', 'In Progress', 'Finished'] });
    await opened.use('query', QUERY);
    const { general } = opened.sandbox.channels;
    const owner = opened.person('owner');
    const [choice] = await owner.autocomplete(general, 'insights results', { job: '' }, 'job');
    expect(choice).toEqual({ name: 'sentiment, 6 hours, started 1 minute ago', value: JOB });
    expect((await opened.use('status', { job: JOB })).content).toContain('The query is running');
    expect((await opened.use('results', { job: JOB })).embeds[0]?.title).toBe(
      'Messages by sentiment',
    );
  });

  it('do not find queries of another server', async () => {
    const { use } = await open({});
    expect((await use('results', { job: 'foreign' })).content).toContain('There is no such query');
  });

  it('show the state of a query without results', async () => {
    const { use } = await open({ statuses: ['Finished', 'In Progress', 'Failed'] });
    await use('query', QUERY);
    expect((await use('results', { job: JOB })).content).toContain('There are no results yet');
    expect((await use('results', { job: JOB })).content).toContain('The query failed');
  });
});

it('reads times in the time zone of the server', async () => {
  const opened = await open({});
  await opened
    .bot()
    .policies.set(opened.sandbox.guildId, { ...defaultPolicy, timeZone: 'Asia/Tokyo' });
  const { general } = opened.sandbox.channels;
  const choices = await opened
    .person('owner')
    .autocomplete(general, 'insights query', { metric: 'sentiment', from: '' }, 'from');
  expect(choices[0]?.name).toContain('(Asia/Tokyo)');
});
