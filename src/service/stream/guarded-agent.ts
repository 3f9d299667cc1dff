import { lookup, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { callbackify } from 'node:util';
import { Agent } from 'undici';
import type { AddressCheck } from './address.ts';
import { SessionError } from './session-error.ts';

/** Resolves a host to all its addresses. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

export const systemResolve: Resolve = (host) =>
  new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses);
      else reject(error);
    });
  });

export function privateAddress(host: string): SessionError {
  return new SessionError(
    `The media address leads to ${host}, which is not on the public internet. ` +
      'Use a public address, or allow its network in MEDIA_PRIVATE_NETWORKS.',
  );
}

/** The IP address in a URL, or null if it has a host name. */
export function literalAddress({ hostname }: URL): string | null {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 ? null : address;
}

/**
 * An agent for addresses that callers choose. It resolves a host once per connection, checks every address, and connects only to
 * these addresses, so that a second DNS answer can't lead elsewhere. Literal addresses aren't looked up: callers must check them.
 */
export function createGuardedAgent(
  mayConnect: AddressCheck,
  { resolve, timeoutMs }: { resolve: Resolve; timeoutMs: number },
): Agent {
  async function checked(host: string): Promise<LookupAddress[]> {
    const addresses = await resolve(host);
    if (addresses.every(({ address }) => mayConnect(address))) return addresses;
    throw privateAddress(host);
  }
  const lookupChecked = callbackify(checked);

  return new Agent({
    // Makes sockets ask for all addresses, which is what `checked` returns.
    autoSelectFamily: true,
    connect: {
      lookup: (host, _options, done) => lookupChecked(host, done),
      timeout: timeoutMs,
    },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
}
