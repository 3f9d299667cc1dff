import type { PaneName } from '../protocol/events.ts';
import type { App } from './app.ts';

/** A pane of the page. Its names and permissions are its viewer's. */
export interface Place {
  readonly app: App;
  readonly pane: PaneName;
}
