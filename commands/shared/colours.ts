/** The colour of lists and overviews, which are neither good nor bad news. */
export const NEUTRAL_COLOUR = 0x3498db;
