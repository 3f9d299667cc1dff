import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;

/** The processor time of a process so far, in milliseconds. 0 if it has ended. */
export function cpuMsOf(pid: number): number {
  return ticksOf(pid)?.own ?? 0;
}

/** Like `cpuMsOf`, with child processes, including ended ones. */
export function cpuMsOfTree(pid: number): number {
  const root = ticksOf(pid);
  if (root === null) return 0;
  const children = processIds().flatMap((id) => ticksOf(id) ?? []);
  const living = children.filter(({ parent }) => parent === pid);
  return living.reduce((sum, { own }) => sum + own, root.own + root.waitedFor);
}

const processIds = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger);

/** See proc(5), `/proc/pid/stat`; its second field is the program's name in parentheses. */
function ticksOf(pid: number): { parent: number; own: number; waitedFor: number } | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): number => Number(fields[number - 3]);
  const ms = (first: number): number => (field(first) + field(first + 1)) * MS_PER_TICK;
  return { parent: field(4), own: ms(14), waitedFor: ms(16) };
}
