import type { Harness } from '../harness.ts';
import { labelsOf, press } from '../press-button.ts';

/**
 * The moderator marks all open alerts as handled, so that the next case gets an alert of its own. Otherwise it would be
 * added to the author's last one.
 */
export async function handleAlerts(harness: Harness): Promise<void> {
  const moderator = harness.person('moderator');
  for (const post of await moderator.read(harness.sandbox.channels['mod-alerts'])) {
    if (!labelsOf(post).includes('Handled')) continue;
    await press(moderator, post, 'Handled');
  }
}
