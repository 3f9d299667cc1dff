import type { History, Policies, TextFiles } from '../../domain/ports.ts';
import type { Preview } from '../../domain/preview.ts';
import { createPreview } from '../../judging/preview.ts';
import { createModerator } from '../../service-adapter/moderator.ts';
import type { GroupStores } from './group-stores.ts';
import type { ProcessParts } from './process-parts.ts';

/** Shows what would happen to a text or a message in a group's servers. */
export function createGroupPreview(
  { service, context }: Pick<ProcessParts, 'service' | 'context'>,
  deps: {
    readonly stores: Pick<GroupStores, 'words' | 'cases' | 'allowedTexts'>;
    readonly policies: Policies;
    readonly history: History;
    readonly textFiles: TextFiles;
  },
): Preview {
  const moderator = createModerator(service.text, context.clock);
  return createPreview({ ...deps, ...deps.stores, moderator });
}
