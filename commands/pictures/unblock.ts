import { ButtonStyle } from 'discord.js';
import {
  type Case,
  type CommandDeps,
  type ComponentCall,
  pictureMatchOf,
  type Reply,
} from '../../src/bot/command-kit.ts';
import type { PicturesCall } from './block.ts';
import { takeOff } from './list.ts';

/**
 * Asks, before cases about pictures are taken back, whether the pictures leave the list: as long as they are on it, the next
 * copy is deleted, too. Null: the cases are about no picture.
 */
export function askToUnblock(
  call: Pick<PicturesCall, 'guild' | 'by' | 't'>,
  records: readonly Case[],
  run: (call: ComponentCall) => Promise<Reply>,
  deps: Pick<CommandDeps, 'knownPictures' | 'questions' | 'announce'>,
): Reply | null {
  const { t } = call;
  const hashes = new Set(records.flatMap((record) => pictureMatchOf(record)?.hash ?? []));
  if (hashes.size === 0) return null;
  return deps.questions.ask(call, {
    content: t('pictures:reply.unblock.question', { count: hashes.size }),
    choices: [
      {
        label: t('pictures:reply.unblock.remove'),
        style: ButtonStyle.Primary,
        async run(confirmed) {
          const reply = await run(confirmed);
          for (const hash of hashes) await takeOff(confirmed, hash, deps);
          const content = [reply.content ?? '', t('pictures:reply.removed')];
          return {
            ...reply,
            isOnPost: false,
            content: content.filter((line) => line !== '').join('\n'),
          };
        },
      },
      { label: t('pictures:reply.unblock.keep'), style: ButtonStyle.Secondary, run },
    ],
  });
}
