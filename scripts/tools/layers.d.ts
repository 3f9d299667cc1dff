/** By path. */
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
