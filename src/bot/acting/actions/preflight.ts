import type { Guild } from 'discord.js';
import {
  readActionContext,
  type ActionContext,
  type ActionTarget,
} from '../../access/action-context.ts';
import type { Action } from '../../domain/effects.ts';
import type { ActionRegistry } from './action.ts';
import { PROCEED, type PreflightResult } from './checks.ts';

export interface ActionCheck {
  readonly guild: Guild;
  readonly action: Action;
  readonly target: ActionTarget;
}

/** Null: the bot's own member is not cached. */
export function contextOf(
  actions: ActionRegistry,
  { guild, action, target }: ActionCheck,
): Promise<ActionContext | null> {
  return readActionContext(guild, target, {
    author: actions[action.kind].needsAuthor(target),
    roleId: 'roleId' in action ? action.roleId : null,
  });
}

/**
 * Checks an action before any request that changes something. `endsAt` (Unix epoch, milliseconds): a timeout that
 * ends then or later is long enough. Throws if Discord must be asked and does not answer.
 */
export async function checkAction(
  actions: ActionRegistry,
  check: ActionCheck,
  endsAt: number,
): Promise<PreflightResult> {
  const context = await contextOf(actions, check);
  const { action } = check;
  return context === null ? PROCEED : actions[action.kind].preflight(action, context, endsAt);
}
