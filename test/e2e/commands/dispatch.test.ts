import { ApplicationCommandType } from 'discord-api-types/v10';
import { describe, expect, it, vi } from 'vitest';
import { ordinaryCommands } from '../../../commands/index.ts';
import type { InteractionEvent } from '../../../src/bot/interactions/interaction-event.ts';
import { createScene } from '../scene.ts';

describe('the commands of a running bot', () => {
  it('are registered, and offered only to people who may use them', async () => {
    const { person, sandbox, log } = await createScene();
    const names = ordinaryCommands.map(({ data }) => data.name).sort();
    const offered = async (name: 'owner' | 'alice'): Promise<string[]> =>
      (await person(name).commands(sandbox.guildId)).map((command) => command.name).sort();
    expect(await offered('owner')).toEqual(names);
    expect(await offered('alice')).toEqual(['Report message', 'help', 'privacy', 'record']);
    expect(log.join('')).not.toContain('deploy-commands');
  });

  it('are acknowledged at once while the service takes its time', async () => {
    const events: InteractionEvent[] = [];
    const { person, sandbox, service } = await createScene({
      deps: { observeInteraction: (event) => events.push(event) },
    });
    const release = service.hold();
    const interaction = await person('owner').slash(sandbox.channels.general, 'moderation test', {
      text: 'you are all [ban]',
    });
    expect(interaction.acknowledged).toBe('deferred');
    expect((await interaction.current())?.content).toBe('');
    release();
    const { content, embeds } = await interaction.response();
    expect(content + JSON.stringify(embeds)).toContain('ban');
    await vi.waitFor(() => expect(events).toHaveLength(1));
    expect(events[0]).toMatchObject({ command: 'moderation test', outcome: 'answered' });
  });

  it('say in a sentence that the service is unavailable', async () => {
    const { person, sandbox, service, log } = await createScene();
    await service.down();
    const interaction = await person('owner').slash(sandbox.channels.general, 'moderation test', {
      text: 'hello',
    });
    const { content, embeds } = await interaction.response();
    expect(content + JSON.stringify(embeds)).toMatch(/service/);
    expect(log.join('')).not.toContain('errorId');
  });

  it('leave nobody waiting when the bot stops, and work again after its restart', async () => {
    const stage = await createScene();
    const { person, sandbox, service } = stage;
    const release = service.hold();
    const test = { text: 'hello' };
    const before = await person('owner').slash(sandbox.channels.general, 'moderation test', test);
    await stage.stopBot();
    expect((await before.response()).content).toMatch(/is restarting/);
    release();

    await stage.startBot();
    const after = await person('owner').slash(sandbox.channels.general, 'moderation test', test);
    expect((await after.response()).content).not.toMatch(/is restarting/);
  });

  it('from another version say what to do', async () => {
    const { person, sandbox } = await createScene();
    const { applicationId, guildId, world } = sandbox;
    world.commands.upsert(
      { applicationId, guildId },
      {
        type: ApplicationCommandType.ChatInput,
        name: 'removed',
        description: 'A command the bot no longer has',
        default_member_permissions: null,
      },
    );
    const interaction = await person('alice').slash(sandbox.channels.general, 'removed');
    expect(interaction.isEphemeral).toBe(true);
    expect((await interaction.response()).content).toContain('npm run deploy-commands');
  });
});
