import { type CommandDeps, type Component, WATCH_OVER } from '../../src/bot/command-kit.ts';
import { changeMode } from '../settings/mode.ts';
import { checkMayConfigure } from '../shared/may-configure.ts';

/** Buttons of the report at the end of watch mode. */
export const watchOverButton: Component<CommandDeps> = {
  id: WATCH_OVER,
  answer: { kind: 'update' },
  async run(call, [choice], deps) {
    checkMayConfigure(call);
    const { content } = await changeMode(call, deps, choice === 'enforce' ? 'enforce' : 'watch');
    const embeds = call.interaction.message?.embeds.map((embed) => embed.toJSON()) ?? [];
    return { content: content ?? '', embeds };
  },
};
