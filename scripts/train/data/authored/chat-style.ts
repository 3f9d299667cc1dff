import type { Random } from '../../random.ts';

const SHORT_FORMS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\byou are\b|\byou're\b/g, ['ur', 'youre', 'u r']],
  [/\byou\b/g, ['u', 'ya', 'yu']],
  [/\byour\b/g, ['ur', 'yo']],
  [/\byourself\b/g, ['urself', 'yoself', 'ur self']],
  [/\bare\b/g, ['r']],
  [/\bi am\b/g, ['im', 'i m']],
  [/\bgoing to\b/g, ['gonna', 'gunna', 'finna']],
  [/\bi will\b/g, ['ill', 'imma', "i'll"]],
  [/\bwant to\b/g, ['wanna']],
  [/\bplease\b/g, ['pls', 'plz']],
  [/\bpeople\b/g, ['ppl']],
  [/\bbecause\b/g, ['cuz', 'bc', 'cause']],
  [/\bthough\b/g, ['tho']],
  [/\bbefore\b/g, ['b4']],
  [/\bsomeone\b/g, ['some1', 'sm1']],
  [/\bthe\b/g, ['da', 'teh']],
  [/\bwhat\b/g, ['wat', 'wut']],
  [/\bthis\b/g, ['dis']],
  [/\bto\b/g, ['2']],
  [/\band\b/g, ['n', '&']],
  [/ing\b/g, ['in']],
];
const OPENERS = [
  'lol',
  'bro',
  'nah',
  'ngl',
  'fr',
  'yo',
  'dude',
  'man',
  'ok',
  'lmao',
  'omg',
  'ay',
  'hey',
  'wait',
  '@everyone',
  '<@204255221017214977>',
];
const ENDINGS = [
  'lol',
  'lmao',
  'fr',
  'ngl',
  'bro',
  '😭',
  '💀',
  '😂',
  '!!',
  '...',
  'smh',
  'tbh',
  'man',
  '?',
  'xd',
  'haha',
  '🙃',
  'no cap',
];
/** Most chat is in lower case with an occasional short form; unusual short forms ("da", "2") are rarer still. */
const SHARES = {
  plain: 0.35,
  shortForm: 0.3,
  opener: 0.1,
  ending: 0.14,
  typo: 0.07,
  shout: 0.05,
  capital: 0.12,
};
const MIN_TYPO_LENGTH = 5;

/** Drops or doubles a letter in one longer word, or swaps it with the next. */
function mistype(text: string, random: Random): string {
  const words = text.split(' ');
  const long = [...words.keys()].filter((at) =>
    new RegExp(`^[a-z]{${MIN_TYPO_LENGTH},}$`).test(words[at] ?? ''),
  );
  if (long.length === 0) return text;
  const at = random.pick(long);
  const word = words[at] ?? '';
  const letter = 1 + random.below(word.length - 2);
  const kind = random.below(3);
  const typed =
    kind === 0
      ? word.slice(0, letter) + word.slice(letter + 1)
      : kind === 1
        ? word.slice(0, letter) + word.charAt(letter) + word.slice(letter)
        : word.slice(0, letter) +
          word.charAt(letter + 1) +
          word.charAt(letter) +
          word.slice(letter + 2);
  return words.with(at, typed).join(' ');
}

/** Rewrites a text the way people type in chat: short forms, typos, openers, emoji, shouting. Links stay as they are. */
export function asChat(text: string, random: Random): string {
  if (random.next() < SHARES.plain) return text;
  if (/https?:|\.\w+\//.test(text)) return text;
  let chat = random.next() < 0.7 ? text.replaceAll("'", '') : text;
  for (const [pattern, forms] of SHORT_FORMS) {
    if (random.next() < SHARES.shortForm && pattern.test(chat)) {
      chat = chat.replace(pattern, random.pick(forms));
    }
  }
  if (random.next() < SHARES.typo) chat = mistype(chat, random);
  if (random.next() < SHARES.opener) chat = `${random.pick(OPENERS)} ${chat}`;
  if (random.next() < SHARES.ending) chat = `${chat} ${random.pick(ENDINGS)}`;
  const tone = random.next();
  if (tone < SHARES.shout) return chat.toUpperCase();
  return tone < SHARES.shout + SHARES.capital ? chat.charAt(0).toUpperCase() + chat.slice(1) : chat;
}
