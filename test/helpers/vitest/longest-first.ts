import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that would still be running after all others if they started late. */
const LONGEST = [/\/e2e\/scale\//, /\/e2e\/traffic\//];

/** Runs the longest files first, then the others in Vitest's order, which knows no durations in a fresh clone. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      LONGEST.some((folder) => folder.test(moduleId));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
