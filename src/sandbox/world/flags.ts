/** A bit field without a bit. The flag enumerations of discord-api-types have no member for it. */
export const NO_FLAGS = 0 as never;

/** A number as one of those enumerations: combinations of flags are numbers to the compiler. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the enumeration is known only where it is called
export function asFlags<Flags extends number>(bits: number): Flags {
  return bits as Flags;
}
