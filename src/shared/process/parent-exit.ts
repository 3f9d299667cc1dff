import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { systemClock, type Clock } from '../clock.ts';

const CHECK_INTERVAL_MS = 500;

/**
 * Calls `onExit` once the process that started this one is gone. `npm start` puts a shell between npm and the bot: a signal to
 * npm ends the shell but never reaches the bot, which would live on and keep its state locked.
 */
export function watchParent(onExit: () => void, clock: Clock = systemClock): void {
  const parentId = process.ppid;
  let watched = [parentId];
  if (process.platform === 'win32') {
    // There, the shell outlives npm, so watch npm as well.
    void parentOf(parentId).then((id) => (watched = id === null ? watched : [parentId, id]));
  }
  const check = (): void => {
    const hasParent = process.ppid === parentId && watched.every(isRunning);
    if (hasParent) clock.after(CHECK_INTERVAL_MS, check);
    else onExit();
  };
  check();
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** The parent of a process on Windows; null if it cannot be determined. */
async function parentOf(processId: number): Promise<number | null> {
  const query = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${processId}').ParentProcessId`;
  try {
    const { stdout } = await promisify(execFile)('powershell.exe', [
      '-NoProfile',
      '-Command',
      query,
    ]);
    return Number(stdout.trim()) || null;
  } catch {
    return null;
  }
}
