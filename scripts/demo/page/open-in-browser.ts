import { spawn } from 'node:child_process';

/** Opens a page in the default browser, if there is a display. Without one, the printed address remains. */
export function openInBrowser(url: string): void {
  const command = browserCommand(process.platform, process.env);
  if (command === null) return;
  const child = spawn(command, [url], { stdio: 'ignore', detached: true });
  // A missing browser is no error: the address is printed.
  child.on('error', () => undefined);
  child.unref();
}

/** Null: no opener on this platform. */
export function browserCommand(
  platform: NodeJS.Platform,
  { DISPLAY, WAYLAND_DISPLAY, CI }: NodeJS.ProcessEnv,
): string | null {
  if (CI !== undefined) return null;
  switch (platform) {
    case 'darwin':
      return 'open';
    case 'win32':
      return 'explorer.exe';
    default:
      return DISPLAY === undefined && WAYLAND_DISPLAY === undefined ? null : 'xdg-open';
  }
}
