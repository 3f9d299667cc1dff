import { render } from 'lit';

import { createApp } from './app.ts';
import { closeMenusOnLeave } from './view/menus.ts';
import { page } from './view/page.ts';

const root = document.querySelector<HTMLElement>('#page');
if (root === null) throw new Error('index.html has no #page.');

const app = createApp(() => {
  document.documentElement.dataset['theme'] = app.state.theme;
  document.documentElement.lang = app.state.locale;
  render(page(app), root);
});
closeMenusOnLeave();
