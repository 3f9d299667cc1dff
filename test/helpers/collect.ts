/** All values of an async iterable. (`Array.fromAsync` needs Node 22.) */
export async function collect<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of iterable) items.push(item);
  return items;
}
