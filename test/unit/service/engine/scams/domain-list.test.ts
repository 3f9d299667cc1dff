import { describe, expect, it } from 'vitest';
import {
  createDomainList,
  loadDomainList,
  packDomains,
} from '../../../../../src/service/engine/scams/domain-list.ts';

describe('the packed domain list', () => {
  const list = createDomainList(packDomains(['one.example', 'two.example/path', 'three.example']));

  it('has the packed domains and those below them', () => {
    expect(list.has('one.example', '')).toBe(true);
    expect(list.has('login.one.example', '/x')).toBe(true);
  });

  it('has an address with a path only with this path', () => {
    expect(list.has('two.example', '/path')).toBe(true);
    expect(list.has('two.example', '/path/')).toBe(true);
    expect(list.has('two.example', '/other')).toBe(false);
  });

  it('has neither other domains nor an ending', () => {
    expect(list.has('example', '')).toBe(false);
    expect(list.has('four.example', '')).toBe(false);
  });

  it('is in the repository without the hosts that people use', () => {
    const shipped = loadDomainList();
    const used = ['discord.com', 'steamcommunity.com', 'bit.ly', 'github.com', 'youtube.com'];
    expect(used.filter((host) => shipped.has(host, ''))).toEqual([]);
  });
});
