/** Templates by what they have in common; the families of a kind count alike, however many templates they have. */
export type Families = Readonly<Record<string, readonly string[]>>;
