import { z } from 'zod';
import { isMessageKey, translator, type MessageKey, type Translate } from './translate.ts';

/**
 * A text that is stored or passed on by its key, and put into words only when somebody reads it, in that person's language.
 */
export interface Message {
  readonly key: string;
  /** Values for the placeholders. Messages among them are translated, too; several become a list ("a, b and c"). */
  readonly values?: Readonly<Record<string, MessageValue>> | undefined;
}

export type MessageValue = string | number | Message | readonly Message[];

export const messageSchema: z.ZodType<Message> = z.object({
  key: z.string(),
  get values() {
    return z
      .record(z.string(), z.union([z.string(), z.number(), messageSchema, z.array(messageSchema)]))
      .optional();
  },
});

export function message(key: MessageKey, values?: Message['values']): Message {
  return values === undefined ? { key } : { key, values };
}

/** A message for a log line, where commands are not clickable. */
export function inEnglish({ key, values = {} }: Message): string {
  const { command } = values;
  const slashed = typeof command === 'string' ? { ...values, command: `/${command}` } : values;
  return render(translator('en'), { key, values: slashed });
}

/** Puts a message into words. A stored key that is no longer in a catalogue is shown as it is. */
export function render(translate: Translate, { key, values = {} }: Message): string {
  if (!isMessageKey(key)) return key;
  const list = new Intl.ListFormat(translate.language);
  const filled = Object.entries(values).map(([name, value]) => {
    if (typeof value === 'string' || typeof value === 'number') return [name, value];
    if ('key' in value) return [name, render(translate, value)];
    return [name, list.format(value.map((item) => render(translate, item)))];
  });
  return translate(key, Object.fromEntries(filled));
}
