import { ApplicationCommandType } from 'discord-api-types/v10';
import { describe, expect, it, vi } from 'vitest';
import { commands } from '../../../commands/index.ts';
import type { InteractionEvent } from '../../../src/discord/interactions/observed.ts';
import { scene } from '../scene.ts';

describe('the commands of a running bot', () => {
  it('are registered, offered to who may use them, and to no others', async () => {
    const { person, sandbox, log } = await scene();
    const names = commands.map(({ data }) => data.name).sort();
    const offered = async (name: 'owner' | 'alice'): Promise<string[]> =>
      (await person(name).commands(sandbox.guildId)).map((command) => command.name).sort();
    expect(await offered('owner')).toEqual(names);
    expect(await offered('alice')).toEqual([]);
    expect(log.join('')).not.toContain('deploy-commands');
  });

  it('are acknowledged at once while the service takes its time', async () => {
    const events: InteractionEvent[] = [];
    const { person, sandbox, service } = await scene({
      deps: { observeInteraction: (event) => events.push(event) },
    });
    const release = service.hold();
    const asked = await person('owner').slash(sandbox.channels.general, 'moderation test', {
      text: 'you are all [ban]',
    });
    expect(asked.acknowledged).toBe('deferred');
    expect((await asked.current())?.content).toBe('');
    release();
    const { content, embeds } = await asked.response();
    expect(content + JSON.stringify(embeds)).toContain('ban');
    await vi.waitFor(() => expect(events).toHaveLength(1));
    expect(events[0]).toMatchObject({ command: 'moderation test', outcome: 'answered' });
  });

  it('say in a sentence that the service is away', async () => {
    const { person, sandbox, service, log } = await scene();
    await service.down();
    const asked = await person('owner').slash(sandbox.channels.general, 'moderation test', {
      text: 'hello',
    });
    const { content, embeds } = await asked.response();
    expect(content + JSON.stringify(embeds)).toMatch(/service/);
    expect(log.join('')).not.toContain('errorId');
  });

  it('leave nobody waiting when the bot stops, and work again when it is back', async () => {
    const stage = await scene();
    const { person, sandbox, service } = stage;
    const release = service.hold();
    const test = { text: 'hello' };
    const before = await person('owner').slash(sandbox.channels.general, 'moderation test', test);
    await stage.stopBot();
    expect((await before.response()).content).toMatch(/being restarted/);
    release();

    await stage.startBot();
    const after = await person('owner').slash(sandbox.channels.general, 'moderation test', test);
    expect((await after.response()).content).not.toMatch(/being restarted/);
  });

  it('that are of another version say what to do', async () => {
    const { person, sandbox } = await scene();
    const { applicationId, guildId, world } = sandbox;
    world.commands.upsert(
      { applicationId, guildId },
      {
        type: ApplicationCommandType.ChatInput,
        name: 'bygone',
        description: 'From an earlier version',
        default_member_permissions: null,
      },
    );
    const asked = await person('alice').slash(sandbox.channels.general, 'bygone');
    expect(asked.isEphemeral).toBe(true);
    expect((await asked.response()).content).toContain('npm run deploy-commands');
  });
});
