import { describe, expect, it } from 'vitest';
import { createAddressCheck } from '../../../../src/service/stream/address.ts';

describe('the address check', () => {
  it.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '172.32.0.1', '100.128.0.1'])(
    'allows the public %s',
    (address) => {
      expect(createAddressCheck([])(address)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'localhost',
    '',
  ])('refuses %j', (address) => {
    expect(createAddressCheck([])(address)).toBe(false);
  });

  it("allows the operator's networks, and no others", () => {
    const check = createAddressCheck(['10.0.0.0/8', 'fd00::/8']);
    expect(['10.9.9.9', 'fd12::1', '192.168.0.1', '::1'].map(check)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('rejects an invalid network', () => {
    expect(() => createAddressCheck(['intranet'])).toThrow('intranet is not a network');
  });
});
