const FILES = /^https?:\/\/[^/]+(\/attachments\/[^?#]+)/;

/**
 * The page's own URL of a stored file, or null. The page loads nothing from elsewhere, and files are served without
 * the page's rights.
 */
export function pageUrl(url: string | null | undefined): string | null {
  const path = FILES.exec(url ?? '')?.[1];
  return path === undefined ? null : `/page/files${path}`;
}
