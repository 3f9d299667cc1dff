import { z } from 'zod';

/** The hash of a picture: 64 bits as hexadecimal digits. Pictures that look alike have hashes that differ in few bits. */
export const pictureHashSchema = z.string().regex(/^[\da-f]{16}$/);

/** Pictures whose hashes differ in at most this many bits look alike. */
export const MAX_BITS_APART = 4;

/** Whether two pictures look alike: any hash of one is close to any of the other. */
export function lookAlike(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.some((other) => bitsApart(one, other) <= MAX_BITS_APART));
}

/** In how many bits two hashes differ. */
export function bitsApart(one: string, other: string): number {
  const [high, low] = halvesOf(one);
  const [otherHigh, otherLow] = halvesOf(other);
  return onesIn(high ^ otherHigh) + onesIn(low ^ otherLow);
}

/** The 64 bits as two signed integers. */
export function halvesOf(hash: string): [high: number, low: number] {
  return [Number.parseInt(hash.slice(0, 8), 16) | 0, Number.parseInt(hash.slice(8), 16) | 0];
}

/** The number of bits that are 1 in 32 of them. */
export function onesIn(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
