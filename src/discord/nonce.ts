/**
 * A nonce for what is posted about a case. Discord compares the nonces of all an author posts anywhere within
 * some minutes, so it names the guild as well; 25 characters are allowed, and a number of ten digits still fits.
 */
export function nonceOf(
  purpose: 'alert' | 'notice',
  { guildId, number }: { guildId: string; number: number },
): string {
  return `${purpose.slice(0, 1)}${BigInt(guildId).toString(36)}-${number}`;
}
