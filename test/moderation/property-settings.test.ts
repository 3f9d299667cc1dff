import { describe, expect, it } from 'vitest';
import { defaultPolicy, type Policy } from '../../src/moderation/policy.ts';
import { withSetting, type SettingValue } from '../../src/moderation/property-settings.ts';

const key = (name: string) => `@property/discord/moderation.${name}`;

describe('property settings', () => {
  it.each<[string, SettingValue, Partial<Policy>]>([
    ['mode', 'shadow', { mode: 'shadow' }],
    ['channel', '123456789012345678', { moderatorChannelId: '123456789012345678' }],
    ['channel', '', { moderatorChannelId: null }],
    ['timeoutSeconds', 3_600, { timeoutSeconds: 3_600 }],
    ['evidenceDays', 7, { evidenceDays: 7 }],
    ['notice', false, { notice: { ...defaultPolicy.notice, enabled: false } }],
  ])('%s = %j changes just that in the policy', (name, value, change) => {
    expect(withSetting(defaultPolicy, key(name), value)).toEqual({
      kind: 'policy',
      policy: { ...defaultPolicy, ...change },
    });
  });

  it.each<[string, SettingValue]>([
    ['mode', 'loud'],
    ['mode', true],
    ['channel', 7],
    ['timeoutSeconds', 0],
    ['timeoutSeconds', '60'],
    ['evidenceDays', 91],
    ['evidenceDays', 1.5],
    ['notice', 'no'],
  ])('%s = %j is refused in a sentence that names the key', (name, value) => {
    const changed = withSetting(defaultPolicy, key(name), value);
    expect(changed).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(new RegExp(`^The value of .*${name} does not fit: .+\\.$`)),
    });
  });

  it.each(['@property/name', '@property/discord/feature.verify', '__proto__', 'toString', ''])(
    '%j means nothing to the bot',
    (unknown) => {
      expect(withSetting(defaultPolicy, unknown, 'x')).toEqual({ kind: 'unknown' });
    },
  );
});
