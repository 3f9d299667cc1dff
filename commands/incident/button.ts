import {
  bulkKindSchema,
  type CommandDeps,
  type Component,
  pauseKindSchema,
  pauseSchema,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { checkPost } from '../shared/check-post.ts';
import { actOnAll } from './bulk.ts';
import { end } from './end.ts';
import { incidentNumbered } from './numbered.ts';
import { pauseOrResume } from './pause.ts';

/** Buttons of an incident: `incident:<number>:<action>`. */
export const incidentButton: Component<CommandDeps> = {
  id: 'incident',
  answer: { kind: 'post' },
  async run(call, [id = '', action = ''], deps) {
    const number = Number(id);
    const { post, openedAt } = await incidentNumbered(call, number, deps);
    checkPost(call, { posts: post === null ? [] : [post], openedAt });
    if (action === 'end') return end(call, { number }, deps);
    const bulk = bulkKindSchema.safeParse(action);
    if (bulk.success) return actOnAll(call, { number, kind: bulk.data }, deps);
    const [pausing, paused] = action.split('-');
    const kind = pauseKindSchema.safeParse(pausing);
    const what = pauseSchema.safeParse(paused);
    if (!kind.success || !what.success) {
      throw new UserError(call.t('interactions:unknownComponent'));
    }
    return pauseOrResume(call, { number, kind: kind.data, what: what.data }, deps);
  },
};
