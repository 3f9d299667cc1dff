/** A promise whose rejection nobody has to handle. */
export function ignorable<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
