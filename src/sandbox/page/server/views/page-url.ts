const FILES = /^https?:\/\/[^/]+(\/attachments\/[^?#]+)/;

/**
 * The page's own URL of a file that the sandbox stores, or null. The page loads nothing from anywhere else, and files
 * are served without the rights of the page.
 */
export function pageUrl(url: string | null | undefined): string | null {
  const path = FILES.exec(url ?? '')?.[1];
  return path === undefined ? null : `/page/files${path}`;
}
