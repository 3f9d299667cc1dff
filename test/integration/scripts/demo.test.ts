import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness } from '../../../scripts/demo/harness.ts';
import { parseLine } from '../../../scripts/demo/repl/parse-line.ts';
import { createRepl } from '../../../scripts/demo/repl/repl.ts';
import { CHART_WORKER_URL } from '../../helpers/charts/chart-worker-url.ts';

describe('the interactive demo', () => {
  let harness: Harness;
  let type: (line: string) => Promise<string>;
  beforeAll(async () => {
    harness = await createHarness({
      sandbox: { rateLimits: 'off' },
      deps: { chartWorkerUrl: CHART_WORKER_URL },
    });
    const repl = createRepl(harness);
    type = (line) => repl.run(parseLine(line));
  });
  afterAll(() => harness.close());

  it('posts a message as any member, in any case, and shows the outcome', async () => {
    expect(await type('ALICE: good morning')).toBe('  Kept: nothing found.');
    const text = await type('bob #random: @alice, come to #general and kill yourself');
    expect(text).toMatch(/^ {2}Deleted: case #1\.\n {2}Alert in #mod-alerts:\n/);
    expect(text).toContain('@alice, come to #general and kill yourself');
    expect(text).toContain('@bob in #random');
    expect(text).toMatch(/Buttons: \[1\] .+ {2}\[2\] /);
  });

  it('sends mentions that Discord understands', async () => {
    await type('carol: hello @Moderator, @dave and @nobody in #general and #nowhere');
    const { channels, roles, members } = harness.sandbox;
    const [message] = await harness.person('owner').read(channels.general);
    expect(message?.content).toBe(
      `hello <@&${roles.Moderator}>, <@${members.dave.id}> and @nobody in <#${channels.general}> and #nowhere`,
    );
  });

  it('runs slash commands with options', async () => {
    expect(await type('mod: /case show number:1')).toContain('· #1');
    expect(await type('/case list user:@bob')).toContain('#1');
    expect(await type('owner: /moderation test text:kill yourself')).toContain('delete');
  });

  const numberOf = (label: string, shown: string): string =>
    new RegExp(`\\[(\\d)\\] ${label}`).exec(shown)?.[1] ?? '';

  it('presses the numbered buttons of the latest alert, also as another member', async () => {
    const alert = await type('dave: fuck you, you stupid bitch');
    const number = numberOf('Handled', alert);
    const pressed = await type(`owner: press ${number}`);
    expect(pressed).toContain('@owner');
    expect(pressed).toMatch(/The alert is up to date\. Buttons: \[1\] More…/);
    const more = await type('press 1');
    expect(await type(`press ${numberOf('Timeout', more)}`)).toContain('@moderator');
    expect(await type('press 99')).toContain('There is no such button');
  });

  it('presses a button that opens a form and fills it in', async () => {
    const alert = await type('carol: fuck you, you stupid bitch');
    const more = await type(`press ${numberOf('More…', alert)}`);
    const number = numberOf('Ban…', more);
    expect(await type(`press ${number}`)).toContain(`Type “press ${number} TEXT”`);
    expect(await type(`press ${number} too rude`)).toContain('Ban');
  });

  it.each([
    ['zed: hi', 'There is no member zed. Choose from: owner, '],
    ['alice #mod-alerts: hi', 'There is no channel #mod-alerts. Choose from: general, '],
    ['/foo', 'There is no /foo. Choose from: '],
    ['/case', '/case needs a name after it. Choose from: show, '],
    ['/case show', 'Missing: number:…'],
    ['/case show 1', '“1” is not an option. Its options: number:…'],
    ['/case list user:zed', 'There is no member “zed”.'],
    ['alice: /doctor', 'There is no /doctor. Choose from: help, privacy, record'],
  ])('explains what is wrong with "%s"', async (line, problem) => {
    await expect(type(line)).rejects.toThrow(problem);
  });

  it('prints help whose commands work', async () => {
    const help = await type('help');
    const examples = [...help.matchAll(/^ {2}((?:\w+: \/|press)[^:]*(?::\d)?)/gm)];
    expect(examples.length).toBeGreaterThan(0);
    const command = /mod: (\/case show \w+:1)/.exec(help)?.[1] ?? '';
    expect(await type(command)).toContain('· #1');
  });
});
