import { describe, expect, it } from 'vitest';
import { defaultPolicy, type Policy } from '../../../../src/bot/domain/policy/policy.ts';
import { withSetting, type SettingValue } from '../../../../src/bot/domain/property-settings.ts';

const key = (name: string) => `@property/discord/moderation.${name}`;

describe('property settings', () => {
  it.each<[string, SettingValue, Partial<Policy>]>([
    ['mode', 'watch', { mode: 'watch' }],
    ['channel', '123456789012345678', { moderatorChannelId: '123456789012345678' }],
    ['channel', '', { moderatorChannelId: null }],
    ['timeoutSeconds', 3_600, { timeoutSeconds: 3_600 }],
    ['evidenceDays', 7, { evidenceDays: 7 }],
    ['notice', false, { notice: { ...defaultPolicy.notice, enabled: false } }],
  ])('%s = %j changes only that in the policy', (name, value, change) => {
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
  ])('%s = %j is refused with the valid values', (name, value) => {
    expect(withSetting(defaultPolicy, key(name), value)).toEqual({
      kind: 'refused',
      reason: {
        key: `property-settings:invalid.${name}`,
        values: { key: key(name), max: 2_419_200 },
      },
    });
  });

  it.each(['@property/name', '@property/discord/feature.verify', '__proto__', 'toString', ''])(
    '%j does not concern the bot',
    (unknown) => {
      expect(withSetting(defaultPolicy, unknown, 'x')).toEqual({ kind: 'unknown' });
    },
  );
});
