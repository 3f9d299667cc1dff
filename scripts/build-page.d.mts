/** Writes the page to a folder. */
export function buildPage(outdir: string): Promise<void>;
