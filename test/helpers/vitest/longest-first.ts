import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than all others that would still run, if they began late. */
const LONGEST = [/\/e2e\/scale\//, /\/e2e\/traffic\//];

/** Vitest's order, which knows no durations in a fresh clone, after the files that take longest. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      LONGEST.some((folder) => folder.test(moduleId));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
