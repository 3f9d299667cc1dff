import { SlashCommandBuilder } from '@discordjs/builders';
import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
} from 'discord.js';
import type {
  Component,
  Reply,
  SlashCall,
  SlashCommand,
  Visibility,
} from '../../../../src/bot/interactions/command.ts';

/** `/work` with the test's handler. */
export function workCommand(
  run: (call: SlashCall) => Promise<Reply>,
  visibility: Visibility = 'public',
): SlashCommand<null> {
  return {
    kind: 'slash',
    data: new SlashCommandBuilder().setName('work').setDescription('Works').toJSON(),
    visibility: () => visibility,
    run,
  };
}

export function buttons(
  ...customIds: string[]
): APIActionRowComponent<APIComponentInMessageActionRow> {
  return {
    type: ComponentType.ActionRow,
    components: customIds.map((id) => ({
      type: ComponentType.Button,
      style: ButtonStyle.Primary,
      label: id,
      custom_id: id,
    })),
  };
}

/** A button with the id `press` and the test's handler. */
export function pressComponent(
  kind: 'update' | 'private',
  run: Component<null>['run'],
): Component<null> {
  return { id: 'press', answer: { kind }, run };
}

/** A promise that the test settles. */
export function deferred<T>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
} {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
