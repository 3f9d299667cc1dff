import { spawn } from 'node:child_process';

/** Opens a page in the default browser, if there is a display. Otherwise, the printed address has to do. */
export function openInBrowser(url: string): void {
  const command = browserCommand(process.platform, process.env);
  if (command === null) return;
  const child = spawn(command, [url], { stdio: 'ignore', detached: true });
  // A missing browser is not an error, because the address is printed.
  child.on('error', () => undefined);
  child.unref();
}

/** Null: this platform has no command to open a page. */
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
