/** Templates by theme. The families of a kind count alike, regardless of their number of templates. */
export type Families = Readonly<Record<string, readonly string[]>>;
