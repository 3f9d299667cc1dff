import type { PaneName } from '../protocol/events.ts';
import type { App } from './app.ts';

/** A pane of the page. Names and rights in it are those of its viewer. */
export interface Place {
  readonly app: App;
  readonly pane: PaneName;
}
