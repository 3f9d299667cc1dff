import {
  MessageFlags,
  type MessageComponentInteraction,
  type ModalSubmitInteraction,
} from 'discord.js';
import { tryResponse, refuse } from './acknowledge.ts';
import { callerOf, personOf, type AnywhereInteraction, type ReplyMode } from './replyable.ts';
import { CANCEL } from './cancel.ts';
import { createClickGuard } from './click-guard.ts';
import type { Component, Form } from './command.ts';
import { createForms } from './forms.ts';
import { runInteraction, type RunDeps } from './run-interaction.ts';
import type { Registry } from './registry.ts';

export interface ComponentDeps<Deps> extends RunDeps {
  readonly registry: Registry<Deps>;
  /** Passed to handlers. */
  readonly deps: Deps;
}

type Clicked = MessageComponentInteraction<'cached'>;
type Submitted = ModalSubmitInteraction<'cached'>;

/** Handles buttons, selects and modals. Outside of servers, only those that work anywhere. */
export interface ComponentHandlers {
  /** Whether the component, or the form, also works in direct messages. */
  worksAnywhere(interaction: AnywhereInteraction): boolean;
  clicked(interaction: MessageComponentInteraction): Promise<void>;
  submitted(interaction: ModalSubmitInteraction): Promise<void>;
}

export function createComponentHandlers<Deps>(options: ComponentDeps<Deps>): ComponentHandlers {
  const { registry, running, deps } = options;
  const once = createClickGuard(options);
  const { showModal, openForm, answerForm } = createForms(options);

  async function cancel(interaction: MessageComponentInteraction, id: string): Promise<void> {
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

  async function run(
    interaction: Clicked | Submitted,
    { component, args }: { component: Component<Deps>; args: readonly string[] },
  ): Promise<void> {
    const caller = callerOf(interaction);
    await once(interaction, () =>
      runInteraction(
        {
          command: component.id,
          name: caller.t('interactions:clicked'),
          interaction,
          mode: modeOf(component, interaction),
          run: (use) => component.run({ ...caller, ...use }, args, deps),
        },
        options,
      ),
    );
  }

  async function unknown(interaction: AnywhereInteraction): Promise<void> {
    const [id] = interaction.customId.split(':');
    options.logger.warn({ component: id }, 'unknown component used');
    await refuse(interaction, { key: 'interactions:unknownComponent' }, options);
  }

  return {
    worksAnywhere({ customId }) {
      const match = registry.component(customId);
      return match !== null && isForm(match.component);
    },
    async clicked(interaction) {
      const [id, cancelled = ''] = interaction.customId.split(':');
      if (id === CANCEL) return cancel(interaction, cancelled);
      const match = registry.component(interaction.customId);
      if (match === null) return unknown(interaction);
      const { component, args } = match;
      if (isForm(component)) {
        return once(interaction, () => openForm(interaction, { form: component, args }));
      }
      if (!interaction.inCachedGuild()) return unknown(interaction);
      const { answer } = component;
      return answer.kind === 'modal'
        ? showModal(interaction, { component, args }, answer.modal)
        : run(interaction, { component, args });
    },
    async submitted(interaction) {
      const match = registry.component(interaction.customId);
      if (match === null) return unknown(interaction);
      const { component, args } = match;
      if (isForm(component)) {
        const person = personOf(interaction);
        return once(interaction, () =>
          answerForm(interaction, component.id, (use) =>
            component.run({ ...person, ...use }, args, deps),
          ),
        );
      }
      return interaction.inCachedGuild()
        ? run(interaction, { component, args })
        : unknown(interaction);
    },
  };
}

function isForm<Deps>(component: Component<Deps> | Form<Deps>): component is Form<Deps> {
  return component.answer.kind === 'form';
}

function modeOf<Deps>(
  { answer }: Component<Deps>,
  interaction: Clicked | Submitted,
): Exclude<ReplyMode, 'public'> {
  const kind = answer.kind === 'modal' ? answer.submitted : answer.kind;
  const { message } = interaction;
  // A modal that was not opened from a message has no message to update.
  if (message === null) return 'private';
  // The bot edits its posts, but no private answer with the same buttons.
  return kind === 'post' && message.flags.has(MessageFlags.Ephemeral) ? 'private' : kind;
}
