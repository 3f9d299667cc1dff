const VEILED = /~([^~]+)~/g;
const A = 'a'.charCodeAt(0);
const LETTERS = 26;
const HALF = LETTERS / 2;

/** Letters moved by half the alphabet (ROT13), lower case. */
function rotate(word: string): string {
  return word
    .toLowerCase()
    .replace(/[a-z]/g, (letter) =>
      String.fromCharCode(((letter.charCodeAt(0) - A + HALF) % LETTERS) + A),
    );
}

/** Curses and slurs are in the sources in ROT13 between tildes (`~qnza~`), so that a search doesn't find them. */
export function unveil(text: string): string {
  return text.replace(VEILED, (_, word: string) => rotate(word));
}

/** The same for people to read: of each veiled word, only its first letter. */
export function masked(text: string): string {
  return text.replace(VEILED, (_, word: string) => {
    const [first = '', ...rest] = rotate(word);
    return `${first}${'*'.repeat(rest.length)}`;
  });
}
