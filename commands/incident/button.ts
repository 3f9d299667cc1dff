import {
  bulkKindSchema,
  type CommandDeps,
  type Component,
  pauseKindSchema,
  pauseSchema,
} from '../../src/bot/command-kit.ts';
import { actOnAll } from './bulk.ts';
import { end } from './end.ts';
import { pauseOrResume } from './pause.ts';

/** Buttons of an incident: `incident:<number>:<action>`. */
export const incidentButton: Component<CommandDeps> = {
  id: 'incident',
  answer: { kind: 'private' },
  async run(call, [id = '', action = ''], deps) {
    const number = Number(id);
    if (action === 'end') return end(call, { number }, deps);
    const bulk = bulkKindSchema.safeParse(action);
    if (bulk.success) return actOnAll(call, { number, kind: bulk.data }, deps);
    const [kind, what] = action.split('-');
    return pauseOrResume(
      call,
      { number, kind: pauseKindSchema.parse(kind), what: pauseSchema.parse(what) },
      deps,
    );
  },
};
