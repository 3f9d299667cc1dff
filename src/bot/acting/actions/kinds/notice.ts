import type { ActionDefinition, ActionOf } from '../action.ts';
import { PROCEED } from '../checks.ts';
import { sendNotice } from './send-notice.ts';

export const notice: ActionDefinition<ActionOf<'notice'>> = {
  permission: null,
  needsAuthor: () => false,
  retriesLater: true,
  preflight: () => PROCEED,
  send: sendNotice,
  nothingLeft: new Map(),
  consequence: () => null,
};
