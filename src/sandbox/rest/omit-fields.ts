type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };
type RequiredKey<T, Key extends keyof T> = T[Key] extends NonNullable<T[Key]> ? Key : never;
type NonNull<T> = {
  [Key in keyof T as RequiredKey<T, Key>]: T[Key];
} & {
  [Key in keyof T as Exclude<Key, RequiredKey<T, Key>>]?: NonNullable<T[Key]>;
};

/** Removes undefined fields: an absent field is undefined in a form but missing in a patch. */
export function omitUndefined<T extends object>(form: T): Defined<T> {
  const fields = Object.entries(form).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields) as Defined<T>; // fromEntries loses the key types
}

/** Removes null and undefined fields, for objects in which Discord treats null as absent. */
export function omitNullish<T extends object>(form: T): NonNull<T> {
  const fields = Object.entries(form).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(fields) as NonNull<T>; // fromEntries loses the key types
}
