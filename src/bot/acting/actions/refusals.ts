import type { EnglishCatalogue } from '../../locales/english.ts';
import { message, type Message } from '../../locales/message.ts';
import type { Refusal } from '../../domain/effects.ts';

type RefusalName = keyof EnglishCatalogue['refusals'];
type DetailName = keyof EnglishCatalogue['effects']['detail'];

/** Why Discord refuses something, and how to fix it. Values are plain text; `command` is a command's path. */
export function refusal(name: RefusalName, values?: Message['values']): Refusal {
  return {
    reason: message(`refusals:${name}.reason`, values),
    fix: message(`refusals:${name}.fix`, values),
  };
}

/** A note for moderators about an effect that is done. */
export function detail(name: DetailName, values?: Message['values']): Message {
  return message(`effects:detail.${name}`, values);
}

/** Why nothing had to be undone. */
export function undoDetail(name: keyof EnglishCatalogue['effects']['undo']): Message {
  return message(`effects:undo.${name}`);
}
