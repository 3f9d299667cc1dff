import type { MessageComponentInteraction, ModalSubmitInteraction } from 'discord.js';
import { truncate } from '../rendering/sanitize.ts';
import { tryResponse, refuse } from './acknowledge.ts';
import { callerOf, personOf, type AnywhereInteraction, type ReplyMode } from './replyable.ts';
import { CANCEL } from './cancel.ts';
import type { AnywhereCall, Component, Form, FormOrReply } from './command.ts';
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

/** Handles buttons, selects and modals. Outside of servers, only those that work anywhere. */
export interface ComponentHandlers {
  /** Whether the component, or the form, also works in direct messages. */
  worksAnywhere(interaction: AnywhereInteraction): boolean;
  clicked(interaction: MessageComponentInteraction): Promise<void>;
  submitted(interaction: ModalSubmitInteraction): Promise<void>;
}

export function createComponentHandlers<Deps>(options: ComponentDeps<Deps>): ComponentHandlers {
  const { registry, running, deps } = options;
  /** User ids by clicked component: a second click in the meantime does nothing. */
  const inFlight = new Map<string, string>();

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

  async function once(interaction: AnywhereInteraction, act: () => Promise<void>): Promise<void> {
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
      await answerForm(interaction, component.id, () => Promise.reject(error));
    }
  }

  /** Opens the form, or answers why not. */
  async function openForm(
    interaction: MessageComponentInteraction,
    { form, args }: { form: Form<Deps>; args: readonly string[] },
  ): Promise<void> {
    const { signal } = new AbortController();
    const call: AnywhereCall = {
      ...personOf(interaction),
      interaction,
      signal,
      progress: () => undefined,
    };
    let opened: FormOrReply;
    try {
      opened = await form.open(call, args, deps);
      if (opened.kind === 'form') {
        const { title, ...modal } = opened.form;
        await interaction.showModal({ ...modal, title: truncate(title, MODAL_TITLE) });
        return;
      }
    } catch (error) {
      await answerForm(interaction, form.id, () => Promise.reject(error));
      return;
    }
    const { reply } = opened;
    await answerForm(interaction, form.id, () => Promise.resolve(reply));
  }

  async function answerForm(
    interaction: AnywhereInteraction,
    command: string,
    handler: Parameters<typeof runInteraction<AnywhereInteraction>>[0]['run'],
  ): Promise<void> {
    const name = personOf(interaction).t('interactions:clicked');
    await runInteraction({ command, name, interaction, mode: 'private', run: handler }, options);
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

/** Identifies a message's component; for a select, with the chosen values. */
function keyOf(interaction: AnywhereInteraction): string {
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
