import { BlockList, isIP } from 'node:net';

/** True if the service may connect to an IP address on behalf of a caller. */
export type AddressCheck = (address: string) => boolean;

/** Networks that aren't public (IANA's special-purpose registries), including multicast. */
const RESERVED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** The public IPv6 range; networks that embed IPv4 addresses are either outside it or reserved below. */
const GLOBAL_IPV6 = ['2000::/3'];
const RESERVED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

type Family = 'ipv4' | 'ipv6';

function familyOf(address: string): Family | null {
  const family = isIP(address);
  return family === 4 ? 'ipv4' : family === 6 ? 'ipv6' : null;
}

function networks(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', prefix = ''] = cidr.split('/');
    const family = familyOf(network);
    if (family === null) throw new TypeError(`${cidr} is not a network`);
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

/** Allows public addresses and the operator's additional networks (CIDR). Refuses anything that isn't an IP address. */
export function createAddressCheck(allowedNetworks: readonly string[]): AddressCheck {
  const reserved = networks([...RESERVED_IPV4, ...RESERVED_IPV6]);
  const global = networks(GLOBAL_IPV6);
  const allowed = networks(allowedNetworks);
  return (address) => {
    const family = familyOf(address);
    if (family === null) return false;
    if (allowed.check(address, family)) return true;
    if (reserved.check(address, family)) return false;
    return family === 'ipv4' || global.check(address, family);
  };
}
