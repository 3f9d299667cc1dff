/** By path. */
export const buildings: Readonly<
  Record<string, { readonly contains: string; readonly buildings: readonly string[] }>
>;
