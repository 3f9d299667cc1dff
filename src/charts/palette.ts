/*
 * A dark card with its own background, so that it reads the same on every theme of Discord. The colours are those of Okabe
 * and Ito, which people with any colour vision can tell apart; the two that are too dark for the card are left out.
 */

export const colours = {
  sky: '#56b4e9',
  orange: '#e69f00',
  green: '#1fbf92',
  vermilion: '#f0703a',
  purple: '#d68fb9',
  yellow: '#f0e442',
  white: '#e6e6e6',
} as const;

export type Colour = keyof typeof colours;

const inOrder = Object.values(colours);

/** The colour asked for; else the one whose turn it is. */
export function colourOf(colour: Colour | undefined, index: number): string {
  return colour === undefined
    ? (inOrder[index % inOrder.length] ?? colours.white)
    : colours[colour];
}

export const card = {
  width: 1200,
  height: 675,
  background: '#17181c',
  text: '#f2f3f5',
  dim: '#b5bac1',
  grid: '#3a3c43',
  font: 'Noto Sans',
} as const;

/** In pixels of the card, which Discord shows at less than half its size. */
export const sizes = { title: 36, subtitle: 24, label: 24, big: 32 } as const;
