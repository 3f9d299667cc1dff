import type { MessageComponentInteraction } from 'discord.js';
import { truncate } from '../rendering/sanitize.ts';
import type { AnywhereCall, Component, Form, FormOrReply } from './command.ts';
import { callerOf, personOf, type AnywhereInteraction } from './replyable.ts';
import { runInteraction, type RunDeps } from './run-interaction.ts';

/** Discord's limit, in UTF-16 units. */
const MODAL_TITLE = 45;

type ModalOf = Extract<Component<unknown>['answer'], { kind: 'modal' }>['modal'];
type Clicked = MessageComponentInteraction<'cached'>;

/** Opens modals, and answers submitted ones. */
export function createForms<Deps>(options: RunDeps & { readonly deps: Deps }) {
  const { deps } = options;

  /** If a modal cannot be built, that is reported like any other failure. */
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
    await answerForm(interaction, form.id, reply);
  }

  async function answerForm(
    interaction: AnywhereInteraction,
    command: string,
    handler: Parameters<typeof runInteraction<AnywhereInteraction>>[0]['run'],
  ): Promise<void> {
    const name = personOf(interaction).t('interactions:clicked');
    await runInteraction({ command, name, interaction, mode: 'private', run: handler }, options);
  }

  return { showModal, openForm, answerForm };
}
