/*
 * A dark card with its own background, so that it looks the same in every Discord theme. The colours are based on the Okabe-Ito
 * palette, which people with any colour vision can tell apart, without the two that are too dark for the card.
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

/** The given colour, or the palette's colour at this index. */
export function colourOf(colour: Colour | undefined, index: number): string {
  return colour === undefined
    ? (inOrder[index % inOrder.length] ?? colours.white)
    : colours[colour];
}

export const card = {
  width: 1200,
  height: 800,
  background: '#17181c',
  text: '#f2f3f5',
  dim: '#b5bac1',
  grid: '#3a3c43',
  font: 'Noto Sans',
} as const;

/** Font sizes in pixels of the card. A phone shows it at a third of its size. */
export const sizes = { title: 44, label: 36 } as const;
