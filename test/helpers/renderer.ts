import { createRenderer } from '../../src/bot/rendering/renderer.ts';
import { messageSchema } from '../../src/bot/locales/message.ts';
import { translator } from '../../src/bot/locales/translate.ts';

/** English, with commands as plain text. */
export const english = createRenderer(translator('en'), (command) => `/${command}`);

/** The value with each stored message in it rendered, so that a test can compare texts. */
export function rendered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rendered);
  if (typeof value !== 'object' || value === null) return value;
  const message = messageSchema.safeParse(value);
  if (message.success) return english.show(message.data);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rendered(inner)]));
}
