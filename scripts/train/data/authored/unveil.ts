const VEILED = /~([^~]+)~/g;
const A = 'a'.charCodeAt(0);
const LETTERS = 26;
const HALF = LETTERS / 2;

/** Shifts letters by half the alphabet (ROT13), lower case only. */
function rotate(word: string): string {
  return word
    .toLowerCase()
    .replace(/[a-z]/g, (letter) =>
      String.fromCharCode(((letter.charCodeAt(0) - A + HALF) % LETTERS) + A),
    );
}

/** Decodes curses and slurs, which the sources have in ROT13 between tildes (`~qnza~`), so that a search doesn't find them. */
export function unveil(text: string): string {
  return text.replace(VEILED, (_, word: string) => rotate(word));
}

/** The same in a form for people to read: only the first letter of each veiled word. */
export function masked(text: string): string {
  return text.replace(VEILED, (_, word: string) => {
    const [first = '', ...rest] = rotate(word);
    return `${first}${'*'.repeat(rest.length)}`;
  });
}
