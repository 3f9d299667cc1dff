import type { MessageComponentInteraction, ModalSubmitInteraction } from 'discord.js';
import { truncate } from '../sanitize.ts';
import { tryResponse, refuse } from './acknowledge.ts';
import { callerOf, type ReplyMode } from './replyable.ts';
import { CANCEL } from './cancel.ts';
import type { Component, ComponentCall } from './command.ts';
import { runInteraction, type RunDeps } from './run-interaction.ts';
import type { Registry } from './registry.ts';

/** Discord's limit, in UTF-16 units. */
const MODAL_TITLE = 45;

export interface ComponentDeps<Deps> extends RunDeps {
  readonly registry: Registry<Deps>;
  /** Passed to handlers. */
  readonly deps: Deps;
}

type ModalOf = Extract<Component<unknown>['answer'], { kind: 'modal' }>['modal'];
type Clicked = MessageComponentInteraction<'cached'>;
type Submitted = ModalSubmitInteraction<'cached'>;

/** Handles buttons, selects and modals. */
export interface ComponentHandlers {
  clicked(interaction: Clicked): Promise<void>;
  submitted(interaction: Submitted): Promise<void>;
}

export function createComponentHandlers<Deps>(options: ComponentDeps<Deps>): ComponentHandlers {
  const { registry, running, deps } = options;
  /** User ids by clicked component: a second click in the meantime does nothing. */
  const inFlight = new Map<string, string>();

  async function cancel(interaction: Clicked, id: string): Promise<void> {
    const cancelled = running.cancel(id, interaction.user.id);
    switch (cancelled) {
      case 'cancelled':
        // The cancelled command reports that itself.
        await tryResponse(interaction.deferUpdate());
        return;
      case 'not running':
        await refuse(interaction, { key: 'interactions:notRunning' }, options);
        return;
      case 'not yours':
        await refuse(interaction, { key: 'interactions:notYours' }, options);
    }
  }

  async function once(interaction: Clicked | Submitted, act: () => Promise<void>): Promise<void> {
    const key = keyOf(interaction);
    const other = inFlight.get(key);
    if (other === interaction.user.id) {
      await tryResponse(interaction.deferUpdate());
      return;
    }
    if (other !== undefined) {
      await refuse(interaction, { key: 'interactions:busy' }, options);
      return;
    }
    inFlight.set(key, interaction.user.id);
    try {
      await act();
    } finally {
      inFlight.delete(key);
    }
  }

  async function run(
    interaction: Clicked | Submitted,
    { component, args }: { component: Component<Deps>; args: readonly string[] },
  ): Promise<void> {
    await once(interaction, () =>
      runInteraction(
        {
          command: component.id,
          name: callerOf(interaction).t('interactions:clicked'),
          interaction,
          mode: modeOf(component, interaction),
          run: (call: ComponentCall) => component.run(call, args, deps),
        },
        options,
      ),
    );
  }

  /** A modal that cannot be built is reported like any other failure. */
  async function showModal(
    interaction: Clicked,
    { component, args }: { component: Component<Deps>; args: readonly string[] },
    modal: ModalOf,
  ): Promise<void> {
    const caller = callerOf(interaction);
    const { signal } = new AbortController();
    try {
      const form = modal({ ...caller, interaction, signal, progress: () => undefined }, args);
      await interaction.showModal({ ...form, title: truncate(form.title, MODAL_TITLE) });
    } catch (error) {
      const run = (): Promise<never> => Promise.reject(error);
      const { id: command } = component;
      const name = caller.t('interactions:clicked');
      await runInteraction({ command, name, interaction, mode: 'private', run }, options);
    }
  }

  async function unknown(interaction: Clicked | Submitted): Promise<void> {
    const [id] = interaction.customId.split(':');
    options.logger.warn({ component: id }, 'unknown component used');
    await refuse(interaction, { key: 'interactions:unknownComponent' }, options);
  }

  return {
    async clicked(interaction) {
      const [id, cancelled = ''] = interaction.customId.split(':');
      if (id === CANCEL) return cancel(interaction, cancelled);
      const match = registry.component(interaction.customId);
      if (match === null) return unknown(interaction);
      const { answer } = match.component;
      return answer.kind === 'modal'
        ? showModal(interaction, match, answer.modal)
        : run(interaction, match);
    },
    async submitted(interaction) {
      const match = registry.component(interaction.customId);
      return match === null ? unknown(interaction) : run(interaction, match);
    },
  };
}

/** Identifies a message's component; for a select, with the chosen values. */
function keyOf(interaction: Clicked | Submitted): string {
  const chosen = interaction.isAnySelectMenu() ? interaction.values : [];
  return [interaction.message?.id, interaction.customId, ...chosen].join(' ');
}

function modeOf<Deps>(
  { answer }: Component<Deps>,
  interaction: Clicked | Submitted,
): Exclude<ReplyMode, 'public'> {
  const kind = answer.kind === 'modal' ? answer.submitted : answer.kind;
  // A modal that was not opened from a message has no message to update.
  return interaction.message === null ? 'private' : kind;
}
