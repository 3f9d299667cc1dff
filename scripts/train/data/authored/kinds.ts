import { KINDS_OF_CHAT } from './kinds/chat.ts';
import { CHAT_WEIGHT, type Kind } from './kinds/kind.ts';
import { KINDS_OF_LINES } from './kinds/lines.ts';
import { KINDS_OF_SENTENCES } from './kinds/sentences.ts';

export const KINDS: readonly Kind[] = [
  ...KINDS_OF_SENTENCES,
  ...KINDS_OF_CHAT.map((kind): Kind => ({ style: 'chat', ...kind, weight: CHAT_WEIGHT })),
  ...KINDS_OF_LINES,
];
