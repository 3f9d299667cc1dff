import { expect, it } from 'vitest';
import { releasedChangelog } from '../../../../scripts/release/changelog.ts';
import { ReleaseError } from '../../../../scripts/release/release-error.ts';

const CHANGELOG =
  '# Changelog\n\n## Unreleased\n\n- Something is new.\n\n## 0.9.0 – 2026-01-01\n\n- Older.\n';

it('puts what was unreleased under the version', () => {
  expect(releasedChangelog(CHANGELOG, '1.0.0', '2026-12-01')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 1.0.0 – 2026-12-01\n\n- Something is new.\n\n## 0.9.0 – 2026-01-01\n\n- Older.\n',
  );
});

it('leaves a version alone that has its heading', () => {
  const released = releasedChangelog(CHANGELOG, '1.0.0', '2026-12-01');
  expect(releasedChangelog(released, '1.0.0', '2026-12-02')).toBe(released);
});

it.each(['# Changelog\n', '# Changelog\n\n## Unreleased\n\n## 0.9.0 – 2026-01-01\n\n- Older.\n'])(
  'refuses a release without entries: %j',
  (changelog) => {
    expect(() => releasedChangelog(changelog, '1.0.0', '2026-12-01')).toThrow(ReleaseError);
  },
);
