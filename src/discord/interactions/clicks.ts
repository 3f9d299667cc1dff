import type { MessageComponentInteraction, ModalSubmitInteraction } from 'discord.js';
import { truncate } from '../text.ts';
import { attempted } from './acknowledge.ts';
import type { Manner } from './asked.ts';
import { CANCEL } from './cancel.ts';
import type { Component, ComponentCall } from './command.ts';
import { perform, type PerformDeps } from './perform.ts';
import { refuse } from './refuse.ts';
import type { Registry } from './registry.ts';
import { dispatchTexts } from './texts.ts';

/** Discord's limit, in UTF-16 units. */
const MODAL_TITLE = 45;

export interface ClicksDeps<Deps> extends PerformDeps {
  readonly registry: Registry<Deps>;
  /** What handlers get. */
  readonly deps: Deps;
}

type ModalOf = Extract<Component<unknown>['answer'], { kind: 'modal' }>['modal'];
type Clicked = MessageComponentInteraction<'cached'>;
type Submitted = ModalSubmitInteraction<'cached'>;

/** What the buttons, selects and modals of messages do. */
export interface Clicks {
  clicked(interaction: Clicked): Promise<void>;
  submitted(interaction: Submitted): Promise<void>;
}

export function createClicks<Deps>(options: ClicksDeps<Deps>): Clicks {
  const { registry, running, deps } = options;
  /** Who is at it, by what was clicked: a second click meanwhile does nothing. */
  const inFlight = new Map<string, string>();

  async function cancel(interaction: Clicked, id: string): Promise<void> {
    const cancelled = running.cancel(id, interaction.user.id);
    switch (cancelled) {
      case 'cancelled':
        // What was going on says so itself.
        await attempted(interaction.deferUpdate());
        return;
      case 'not running':
        await refuse(interaction, dispatchTexts.notRunning, options);
        return;
      case 'not yours':
        await refuse(interaction, dispatchTexts.notYours, options);
    }
  }

  async function once(interaction: Clicked | Submitted, act: () => Promise<void>): Promise<void> {
    const key = keyOf(interaction);
    const other = inFlight.get(key);
    if (other === interaction.user.id) {
      await attempted(interaction.deferUpdate());
      return;
    }
    if (other !== undefined) {
      await refuse(interaction, dispatchTexts.busy, options);
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
      perform(
        {
          command: component.id,
          name: dispatchTexts.yourClick,
          interaction,
          manner: mannerOf(component, interaction),
          run: (call: ComponentCall) => component.run(call, args, deps),
        },
        options,
      ),
    );
  }

  /** What cannot be asked for is told like any other failure. */
  async function showModal(
    interaction: Clicked,
    { component, args }: { component: Component<Deps>; args: readonly string[] },
    modal: ModalOf,
  ): Promise<void> {
    const { guild, user } = interaction;
    const by = { id: user.id, name: user.username };
    const { signal } = new AbortController();
    try {
      const asked = modal({ interaction, guild, by, signal, progress: () => undefined }, args);
      await interaction.showModal({ ...asked, title: truncate(asked.title, MODAL_TITLE) });
    } catch (error) {
      const run = (): Promise<never> => Promise.reject(error);
      const { id: command } = component;
      const name = dispatchTexts.yourClick;
      await perform({ command, name, interaction, manner: 'private', run }, options);
    }
  }

  async function unknown(interaction: Clicked | Submitted): Promise<void> {
    const [id] = interaction.customId.split(':');
    options.logger.warn({ component: id }, 'a component was used that is not there');
    await refuse(interaction, dispatchTexts.unknownComponent, options);
  }

  return {
    async clicked(interaction) {
      const [id, cancelled = ''] = interaction.customId.split(':');
      if (id === CANCEL) return cancel(interaction, cancelled);
      const found = registry.component(interaction.customId);
      if (found === null) return unknown(interaction);
      const { answer } = found.component;
      return answer.kind === 'modal'
        ? showModal(interaction, found, answer.modal)
        : run(interaction, found);
    },
    async submitted(interaction) {
      const found = registry.component(interaction.customId);
      return found === null ? unknown(interaction) : run(interaction, found);
    },
  };
}

/** A message's component, or what was asked for by it; a select with what was chosen. */
function keyOf(interaction: Clicked | Submitted): string {
  const chosen = interaction.isAnySelectMenu() ? interaction.values : [];
  return [interaction.message?.id, interaction.customId, ...chosen].join(' ');
}

function mannerOf<Deps>(
  { answer }: Component<Deps>,
  interaction: Clicked | Submitted,
): Exclude<Manner, 'public'> {
  const kind = answer.kind === 'modal' ? answer.submitted : answer.kind;
  // A modal that was not opened from a message has none to change.
  return interaction.message === null ? 'private' : kind;
}
