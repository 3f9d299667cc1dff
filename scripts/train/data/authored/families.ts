/** Templates by theme. All families of a kind count alike, however many templates they have. */
export type Families = Readonly<Record<string, readonly string[]>>;
