import { html, type TemplateResult } from 'lit';

/* Outlines on a 24 × 24 grid, in the color of the surrounding text. */
const PATHS = {
  announcement: 'M4 10v4h3l9 5V5L7 10zM19 9v6',
  close: 'M6 6l12 12M18 6L6 18',
  eye: 'M2 12s4-6 10-6 10 6 10 6-4 6-10 6-10-6-10-6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  forum: 'M4 5h16v10H9l-5 4z',
  forward: 'M13 6l6 6-6 6M19 12H9a5 5 0 0 0-5 5v2',
  hash: 'M9 4L7 20M17 4l-2 16M4 9h16M4 15h16',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  moon: 'M19 14.5A8 8 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 20a8 8 0 0 1 16 0',
  poll: 'M6 20v-8M12 20V4M18 20v-5',
  plus: 'M12 5v14M5 12h14',
  send: 'M4 12l16-8-6 16-3-7z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M19 5l-1.5 1.5M6.5 17.5L5 19',
  thread: 'M6 4v8a4 4 0 0 0 4 4h8M14 12l4 4-4 4',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  voice: 'M4 10v4h3l5 4V6l-5 4zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11',
} as const;

export type IconName = keyof typeof PATHS;

/** Decorative: a label or the text beside it carries the meaning. */
export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${PATHS[name]} />
  </svg>`;
}
