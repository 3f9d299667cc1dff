type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The fields that were given: a form says "not given" with undefined, a patch by the field's absence. */
export function defined<T extends object>(form: T): Defined<T> {
  const given = Object.entries(form).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Defined<T>; // fromEntries forgets which keys there were
}
