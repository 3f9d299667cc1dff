/** An empty bit field. The flag enums of discord-api-types have no member for it. */
export const NO_FLAGS = 0 as never;

/** Casts a number to a flag enum: the compiler treats combined flags as plain numbers. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller decides the enum
export function asFlags<Flags extends number>(bits: number): Flags {
  return bits as Flags;
}
