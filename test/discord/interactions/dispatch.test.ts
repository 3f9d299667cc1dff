import { DiscordAPIError, MessageFlags } from 'discord.js';
import { describe, expect, it, vi } from 'vitest';
import type { Reply } from '../../../src/discord/interactions/command.ts';
import { createDispatch } from '../../../src/discord/interactions/dispatch.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { UserError } from '../../../src/lib/errors.ts';
import { silentLogger } from '../../../src/lib/logger.ts';
import { createSkippingClock } from '../../helpers/skipping-clock.ts';
import { deferred, workCommand } from './commands.ts';
import { ServiceAwayError, startDispatch } from './fixture.ts';

describe('an answer', () => {
  it('is announced at once and shown when the handler is done, however long that takes', async () => {
    const reply = deferred<{ content: string }>();
    const { person, general, events } = await startDispatch({
      commands: [workCommand(() => reply.promise)],
    });
    const asked = await person('moderator').slash(general, 'work');
    expect(asked).toMatchObject({ acknowledged: 'deferred', isEphemeral: false });
    expect(events).toEqual([]);
    reply.resolve({ content: 'Done it.' });
    expect((await asked.response()).content).toBe('Done it.');
    await vi.waitFor(() => expect(events).toHaveLength(1));
    expect(events[0]).toMatchObject({ command: 'work', outcome: 'answered' });
  });

  it('is private where the command says so', async () => {
    const { person, general } = await startDispatch({
      commands: [workCommand(async () => ({ content: 'Only you.' }), 'private')],
    });
    const asked = await person('moderator').slash(general, 'work');
    expect(asked.isEphemeral).toBe(true);
    expect((await asked.response()).flags).toBe(MessageFlags.Ephemeral);
    expect(await person('alice').read(general)).toEqual([]);
  });

  it('pings nobody', async () => {
    const { person, general } = await startDispatch({
      commands: [
        workCommand(async ({ interaction }) => ({
          content: `@everyone <@${interaction.user.id}>`,
        })),
      ],
    });
    const asked = await person('moderator').slash(general, 'work');
    const { mention_everyone: everyone, mentions } = await asked.response();
    expect({ everyone, mentions }).toEqual({ everyone: false, mentions: [] });
  });

  it('has its files and embeds, cut to what Discord takes', async () => {
    const { person, general } = await startDispatch({
      commands: [
        workCommand(async () => ({
          content: 'x'.repeat(3000),
          embeds: [{ description: 'd'.repeat(9000) }],
          files: [{ name: 'a.csv', data: Buffer.from('1,2'), description: 'Numbers' }],
        })),
      ],
    });
    const asked = await person('moderator').slash(general, 'work');
    const { content, embeds, attachments } = await asked.response();
    expect(content).toHaveLength(2000);
    expect(embeds[0]?.description).toHaveLength(4096);
    expect(attachments).toEqual([
      expect.objectContaining({ filename: 'a.csv', description: 'Numbers' }),
    ]);
  });

  it('logs who used what and how it ended, and nothing of what was said', async () => {
    const { person, general, log, sandbox } = await startDispatch({
      commands: [workCommand(async () => ({ content: 'A secret.' }))],
    });
    await (await person('moderator').slash(general, 'work')).response();
    await vi.waitFor(() => expect(log.join('')).toContain('an interaction was answered'));
    const line = log.find((one) => one.includes('an interaction was answered'));
    expect(JSON.parse(line ?? '')).toMatchObject({
      command: 'work',
      userId: sandbox.members.moderator.id,
      outcome: 'answered',
    });
    expect(log.join('')).not.toContain('secret');
  });
});

describe('a handler that fails', () => {
  async function answerTo(error: unknown) {
    const dispatched = await startDispatch({
      commands: [
        workCommand(async () => {
          throw error;
        }),
      ],
    });
    const asked = await dispatched.person('moderator').slash(dispatched.general, 'work');
    const { content } = await asked.response();
    await vi.waitFor(() => expect(dispatched.events).toHaveLength(1));
    return { content, log: dispatched.log, outcome: dispatched.events[0]?.outcome };
  }

  it('shows a sentence that was meant for people as it stands', async () => {
    const { content, outcome } = await answerTo(new UserError('There is no case 7.'));
    expect(content).toBe('There is no case 7.');
    expect(outcome).toBe('refused');
  });

  it('shows what others know about the failure', async () => {
    expect((await answerTo(new ServiceAwayError())).content).toBe('The service is away.');
  });

  it('explains what Discord refused', async () => {
    const refused = (code: number): DiscordAPIError =>
      new DiscordAPIError({ code, message: 'Missing Permissions' }, code, 403, 'PUT', 'x', {});
    expect((await answerTo(refused(50_013))).content).toMatch(/role “Portcullis”/);
    expect((await answerTo(refused(10_007))).content).toMatch(/^The member has left the server/);
    expect((await answerTo(refused(40_333))).content).toMatch(/Missing Permissions \(40333\)/);
  });

  it('shows an id that stands in the log with the stack, and nothing else', async () => {
    const { content, log, outcome } = await answerTo(new TypeError('undefined is not a moderator'));
    const [, id] = /`([0-9a-f]{8})`/.exec(content) ?? [];
    expect(content).not.toContain('undefined');
    const line = log.find((one) => one.includes(id ?? '?'));
    expect(line).toContain('undefined is not a moderator');
    expect(line).toContain('dispatch.test.ts');
    expect(outcome).toBe('failed');
  });

  it('that throws before it returns a promise is answered like any other', async () => {
    const { person, general } = await startDispatch({
      commands: [
        workCommand(() => {
          throw new UserError('Not even begun.');
        }),
      ],
    });
    const asked = await person('moderator').slash(general, 'work');
    expect((await asked.response()).content).toBe('Not even begun.');
  });

  it('says so where Discord does not take the answer', async () => {
    const { person, general, log } = await startDispatch({
      commands: [workCommand(async () => ({ embeds: [{ image: { url: 'no address' } }] }))],
    });
    const asked = await person('moderator').slash(general, 'work');
    expect((await asked.response()).content).toMatch(/^Something went wrong/);
    expect(log.join('')).toContain('an interaction failed');
  });
});

describe('an interaction nobody can act on', () => {
  it('that comes too late is logged, and nothing is done', async () => {
    const run = vi.fn<() => Promise<Reply>>(async () => ({ content: 'Done it.' }));
    const sandboxClock = createSkippingClock();
    const { person, general, sandbox, log, events } = await startDispatch({
      sandboxClock,
      commands: [workCommand(run)],
    });
    const route = 'POST /interactions/:id/:token/callback';
    sandbox.faults.delayNext({ route, delayMs: 3100 });
    const asked = person('moderator').slash(general, 'work');
    asked.catch(() => undefined);
    await vi.waitFor(() => expect(sandbox.world.interactions.list()).toHaveLength(1));
    await sandboxClock.skipUntil(() => events.length > 0);
    await expect(asked).rejects.toThrow('did not respond');
    expect(events[0]?.outcome).toBe('not acknowledged');
    expect(log.join('')).toContain('10062');
    expect(run).not.toHaveBeenCalled();
  });

  it('that another process has taken is left to it', async () => {
    const run = vi.fn<() => Promise<Reply>>(async () => ({ content: 'Done it.' }));
    const { person, general, client, log } = await startDispatch({ commands: [workCommand(run)] });
    const outcomes: string[] = [];
    const other = createDispatch({
      client,
      commands: [workCommand(run)],
      components: [],
      deps: null,
      clock: systemClock,
      logger: silentLogger,
      explain: () => null,
      observe: ({ outcome }) => outcomes.push(outcome),
    });
    other.start();
    const asked = await person('moderator').slash(general, 'work');
    expect((await asked.response()).content).toBe('Done it.');
    await vi.waitFor(() => expect(outcomes).toHaveLength(1));
    expect(run).toHaveBeenCalledTimes(1);
    await other.stop();
    expect(outcomes[0] === 'not acknowledged' || log.join('').includes('40060')).toBe(true);
  });

  it('in direct messages is told that it works in servers', async () => {
    const run = vi.fn<() => Promise<Reply>>(async () => ({ content: 'Done it.' }));
    const { person, sandbox } = await startDispatch({ commands: [workCommand(run)] });
    const { id } = sandbox.world.users.openDm(sandbox.botId, sandbox.members.alice.id);
    const asked = await person('alice').slash(id, 'work');
    expect((await asked.response()).content).toBe('This works in servers only.');
    expect(run).not.toHaveBeenCalled();
  });

  it('with an unknown command is told to be of another version', async () => {
    const { person, general, sandbox } = await startDispatch({});
    const data = workCommand(async () => ({})).data;
    sandbox.world.commands.overwrite({ applicationId: sandbox.applicationId, guildId: null }, [
      { ...data, type: 1, description: 'Works', default_member_permissions: null } as never,
    ]);
    const asked = await person('moderator').slash(general, 'work');
    expect(asked.isEphemeral).toBe(true);
    expect((await asked.response()).content).toContain('npm run deploy-commands');
  });
});

describe('a stop', () => {
  it('gives up what is under way and tells who waits for it', async () => {
    const { person, general, dispatch, events } = await startDispatch({
      commands: [
        workCommand(
          ({ signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason));
            }),
        ),
      ],
    });
    const asked = await person('moderator').slash(general, 'work');
    await dispatch.stop();
    expect((await asked.response()).content).toMatch(/being restarted/);
    expect(events[0]?.outcome).toBe('stopped');
  });

  it('does not wait for a handler that does not listen', async () => {
    const clock = createSkippingClock();
    const { person, general, dispatch } = await startDispatch({
      clock,
      commands: [workCommand(() => new Promise(() => undefined))],
    });
    const asked = await person('moderator').slash(general, 'work');
    const stopped = dispatch.stop();
    clock.skip(1000);
    await stopped;
    expect((await asked.response()).content).toMatch(/being restarted/);
  });
});
