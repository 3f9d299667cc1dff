/** By path. */
export const buildings: Readonly<
  Record<string, { readonly contains: string; readonly buildings: readonly string[] }>
>;
export const rooms: Readonly<
  Record<
    string,
    {
      readonly contains: string;
      readonly rooms: readonly string[];
      readonly packages: readonly string[];
    }
  >
>;
