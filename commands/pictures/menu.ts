import { ContextMenuCommandBuilder } from '@discordjs/builders';
import {
  ApplicationCommandType,
  ButtonStyle,
  ComponentType,
  PermissionFlagsBits,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
} from 'discord.js';
import {
  activeEffectsOf,
  type Case,
  type CommandDeps,
  type Component,
  type MessageMenu,
  pictureMatchOf,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { caseNumbered } from '../case/numbered.ts';
import { forGuilds, named } from '../shared/describe.ts';
import { checkMayModerate } from '../shared/may-moderate.ts';
import { askToBlock } from './block.ts';

const BUTTON_ID = 'block-picture';

/** Blocks the pictures of a message. */
export const blockPictureMenu = {
  kind: 'message menu',
  data: named(forGuilds(new ContextMenuCommandBuilder()), 'pictures:menu')
    .setType(ApplicationCommandType.Message)
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageMessages)
    .toJSON(),
  async run(call, deps) {
    const { channelId, id } = call.interaction.targetMessage;
    return askToBlock(call, await deps.history.message(channelId, id), deps);
  },
} satisfies MessageMenu<CommandDeps>;

/** The button for a case whose message still stands, with a picture that the server has not blocked. */
export function blockPictureRow(
  t: Translate,
  record: Case,
): APIActionRowComponent<APIButtonComponentWithCustomId>[] {
  const isBlocked = pictureMatchOf(record)?.source === 'own';
  const isGone = activeEffectsOf(record).isDeleted;
  if (record.hasPictures !== true || isBlocked || isGone) return [];
  const button: APIButtonComponentWithCustomId = {
    type: ComponentType.Button,
    style: ButtonStyle.Danger,
    label: t('pictures:button'),
    custom_id: `${BUTTON_ID}:${record.number}`,
  };
  return [{ type: ComponentType.ActionRow, components: [button] }];
}

/** The same for the message of a case: `block-picture:<number of the case>`. */
export const blockPictureButton: Component<CommandDeps> = {
  id: BUTTON_ID,
  answer: { kind: 'private' },
  async run(call, [number = ''], deps) {
    checkMayModerate(call);
    const { channelId, messageId } = await caseNumbered(call, number, deps);
    return askToBlock(call, await deps.history.message(channelId, messageId), deps);
  },
};
