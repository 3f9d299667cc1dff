import { lookup, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { callbackify } from 'node:util';
import { Agent } from 'undici';
import type { AddressCheck } from './address.ts';
import { SessionError } from './errors.ts';

/** Finds all addresses of a host. */
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
      'Give a public address, or allow its network in MEDIA_PRIVATE_NETWORKS.',
  );
}

/** The IP address a URL names outright, or null where it names a host. */
export function literalAddress({ hostname }: URL): string | null {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 ? null : address;
}

/**
 * Connections for addresses strangers name. A host is resolved once per connection, every address found is checked,
 * and the socket is given those very addresses, so that a second answer of the DNS can't lead elsewhere. Literal
 * addresses are never looked up: whoever uses the agent checks them.
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
    // With this, sockets always ask for all addresses, which is what `checked` gives.
    autoSelectFamily: true,
    connect: {
      lookup: (host, _options, done) => lookupChecked(host, done),
      timeout: timeoutMs,
    },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
}
