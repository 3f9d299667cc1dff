import { ReleaseError } from './release-error.ts';

const UNRELEASED = '## Unreleased\n';

/** The changelog with its unreleased entries under the version's heading. Throws a `ReleaseError` if there are none. */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  if (changelog.includes(`\n## ${version} `)) return changelog;
  const [intro = '', unreleased] = changelog.split(UNRELEASED);
  if (unreleased === undefined || !/^\n*- /.test(unreleased)) {
    throw new ReleaseError(
      'CHANGELOG.md has no entries under “Unreleased”. Say there what is new, then try again.',
    );
  }
  return `${intro}${UNRELEASED}\n## ${version} – ${date}\n${unreleased}`;
}
