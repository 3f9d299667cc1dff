import { DiscordAPIError, MessageFlags } from 'discord.js';
import { describe, expect, it, vi } from 'vitest';
import type { Reply } from '../../../../src/bot/interactions/command.ts';
import { createDispatch } from '../../../../src/bot/interactions/dispatch.ts';
import { systemClock } from '../../../../src/shared/clock.ts';
import { UserError } from '../../../../src/shared/errors.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { createSkippingClock } from '../../../helpers/skipping-clock.ts';
import { deferred, workCommand } from './commands.ts';
import { ServiceAwayError, startDispatch } from './fixture.ts';

describe('an answer', () => {
  it('is deferred at once and shown when the handler is done, however long that takes', async () => {
    const reply = deferred<{ content: string }>();
    const { person, general, events } = await startDispatch({
      commands: [workCommand(() => reply.promise)],
    });
    const interaction = await person('moderator').slash(general, 'work');
    expect(interaction).toMatchObject({ acknowledged: 'deferred', isEphemeral: false });
    expect(events).toEqual([]);
    reply.resolve({ content: 'Done it.' });
    expect((await interaction.response()).content).toBe('Done it.');
    await vi.waitFor(() => expect(events).toHaveLength(1));
    expect(events[0]).toMatchObject({ command: 'work', outcome: 'answered' });
  });

  it('is private when the command says so', async () => {
    const { person, general } = await startDispatch({
      commands: [workCommand(async () => ({ content: 'Only you.' }), 'private')],
    });
    const interaction = await person('moderator').slash(general, 'work');
    expect(interaction.isEphemeral).toBe(true);
    expect((await interaction.response()).flags).toBe(MessageFlags.Ephemeral);
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
    const interaction = await person('moderator').slash(general, 'work');
    const { mention_everyone: everyone, mentions } = await interaction.response();
    expect({ everyone, mentions }).toEqual({ everyone: false, mentions: [] });
  });

  it('contains files and embeds, cut to Discord’s limits', async () => {
    const { person, general } = await startDispatch({
      commands: [
        workCommand(async () => ({
          content: 'x'.repeat(3000),
          embeds: [{ description: 'd'.repeat(9000) }],
          files: [{ name: 'a.csv', data: Buffer.from('1,2'), description: 'Numbers' }],
        })),
      ],
    });
    const interaction = await person('moderator').slash(general, 'work');
    const { content, embeds, attachments } = await interaction.response();
    expect(content).toHaveLength(2000);
    expect(embeds[0]?.description).toHaveLength(4096);
    expect(attachments).toEqual([
      expect.objectContaining({ filename: 'a.csv', description: 'Numbers' }),
    ]);
  });

  it('logs who used which command and how it ended, but no text', async () => {
    const { person, general, log, sandbox } = await startDispatch({
      commands: [workCommand(async () => ({ content: 'A secret.' }))],
    });
    await (await person('moderator').slash(general, 'work')).response();
    await vi.waitFor(() => expect(log.join('')).toContain('interaction ended'));
    const line = log.find((line) => line.includes('interaction ended'));
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
    const interaction = await dispatched.person('moderator').slash(dispatched.general, 'work');
    const { content } = await interaction.response();
    await vi.waitFor(() => expect(dispatched.events).toHaveLength(1));
    return { content, log: dispatched.log, outcome: dispatched.events[0]?.outcome };
  }

  it('shows the message of a UserError', async () => {
    const { content, outcome } = await answerTo(new UserError('There is no case 7.'));
    expect(content).toBe('There is no case 7.');
    expect(outcome).toBe('refused');
  });

  it('shows the explanation of another layer', async () => {
    expect((await answerTo(new ServiceAwayError())).content).toBe('The service is away.');
  });

  it('explains what Discord refused', async () => {
    const refused = (code: number): DiscordAPIError =>
      new DiscordAPIError({ code, message: 'Missing Permissions' }, code, 403, 'PUT', 'x', {});
    expect((await answerTo(refused(50_013))).content).toMatch(/role “Portcullis”/);
    expect((await answerTo(refused(10_007))).content).toMatch(/^The member has left the server/);
    expect((await answerTo(refused(40_333))).content).toMatch(/Missing Permissions \(40333\)/);
  });

  it('shows only an error id, which the log has with the stack', async () => {
    const { content, log, outcome } = await answerTo(new TypeError('undefined is not a moderator'));
    const [, id] = /`([0-9a-f]{8})`/.exec(content) ?? [];
    expect(content).not.toContain('undefined');
    const line = log.find((line) => line.includes(id ?? '?'));
    expect(line).toContain('undefined is not a moderator');
    expect(line).toContain('dispatch.test.ts');
    expect(outcome).toBe('failed');
  });

  it('is answered in the same way when it throws synchronously', async () => {
    const { person, general } = await startDispatch({
      commands: [
        workCommand(() => {
          throw new UserError('Not even begun.');
        }),
      ],
    });
    const interaction = await person('moderator').slash(general, 'work');
    expect((await interaction.response()).content).toBe('Not even begun.');
  });

  it('says that Discord did not accept the answer', async () => {
    const { person, general, log } = await startDispatch({
      commands: [workCommand(async () => ({ embeds: [{ image: { url: 'no address' } }] }))],
    });
    const interaction = await person('moderator').slash(general, 'work');
    expect((await interaction.response()).content).toMatch(/^Something went wrong/);
    expect(log.join('')).toContain('interaction failed');
  });
});

describe('an interaction that cannot be handled', () => {
  it('is only logged when it arrives too late', async () => {
    const run = vi.fn<() => Promise<Reply>>(async () => ({ content: 'Done it.' }));
    const sandboxClock = createSkippingClock();
    const { person, general, sandbox, log, events } = await startDispatch({
      sandboxClock,
      commands: [workCommand(run)],
    });
    const route = 'POST /interactions/:id/:token/callback';
    sandbox.faults.delayNext({ route, delayMs: 3100 });
    const interaction = person('moderator').slash(general, 'work');
    interaction.catch(() => undefined);
    await vi.waitFor(() => expect(sandbox.world.interactions.list()).toHaveLength(1));
    await sandboxClock.skipUntil(() => events.length > 0);
    await expect(interaction).rejects.toThrow('did not respond');
    expect(events[0]?.outcome).toBe('not acknowledged');
    expect(log.join('')).toContain('10062');
    expect(run).not.toHaveBeenCalled();
  });

  it('is ignored when another process has acknowledged it', async () => {
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
    const interaction = await person('moderator').slash(general, 'work');
    expect((await interaction.response()).content).toBe('Done it.');
    await vi.waitFor(() => expect(outcomes).toHaveLength(1));
    expect(run).toHaveBeenCalledTimes(1);
    await other.stop();
    expect(outcomes[0] === 'not acknowledged' || log.join('').includes('40060')).toBe(true);
  });

  it('gets an answer in direct messages that it only works in servers', async () => {
    const run = vi.fn<() => Promise<Reply>>(async () => ({ content: 'Done it.' }));
    const { person, sandbox } = await startDispatch({ commands: [workCommand(run)] });
    const { id } = sandbox.world.users.openDm(sandbox.botId, sandbox.members.alice.id);
    const interaction = await person('alice').slash(id, 'work');
    expect((await interaction.response()).content).toBe('This only works in servers.');
    expect(run).not.toHaveBeenCalled();
  });

  it('gets an answer that an unknown command belongs to another version', async () => {
    const { person, general, sandbox } = await startDispatch({});
    const data = workCommand(async () => ({})).data;
    sandbox.world.commands.overwrite({ applicationId: sandbox.applicationId, guildId: null }, [
      { ...data, type: 1, description: 'Works', default_member_permissions: null } as never,
    ]);
    const interaction = await person('moderator').slash(general, 'work');
    expect(interaction.isEphemeral).toBe(true);
    expect((await interaction.response()).content).toContain('npm run deploy-commands');
  });
});

describe('a stop', () => {
  it('aborts running handlers and tells the people who wait', async () => {
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
    const interaction = await person('moderator').slash(general, 'work');
    await dispatch.stop();
    expect((await interaction.response()).content).toMatch(/is restarting/);
    expect(events[0]?.outcome).toBe('stopped');
  });

  it('does not wait for a handler that ignores the abort signal', async () => {
    const clock = createSkippingClock();
    const { person, general, dispatch } = await startDispatch({
      clock,
      commands: [workCommand(() => new Promise(() => undefined))],
    });
    const interaction = await person('moderator').slash(general, 'work');
    const stopped = dispatch.stop();
    clock.skip(1000);
    await stopped;
    expect((await interaction.response()).content).toMatch(/is restarting/);
  });
});
