import type { ModerationClient } from '../../service-api/client/client.ts';
import type { Clock } from '../../shared/clock.ts';
import type { AddonControl } from '../domain/addon-control.ts';
import type { Keywords } from '../domain/keywords.ts';
import type { AddonSettings } from '../storage/service-records/addon-settings.ts';

export interface AddonControlDeps {
  readonly service: Pick<ModerationClient, 'addons'>;
  readonly settings: AddonSettings;
  readonly keywords: Pick<Keywords, 'isWantedByAny' | 'withLock'>;
  readonly isEmbedded: boolean;
  /** The bot's own address for the service's events. Null: not known. */
  readonly ownWebhook: () => string | null;
  /** Registers the webhook again, as the new settings say, and tells other processes. */
  readonly settingsChanged: () => void;
  readonly clock: Clock;
}

export function createAddonControl(deps: AddonControlDeps): AddonControl {
  const { service, settings, keywords, ownWebhook, settingsChanged, clock } = deps;
  const { addons } = service;
  return {
    alertSettings: () => settings.alerts,
    hasOwnWebhook: () => ownWebhook() !== null,
    async enableAlerts({ webhook, includeFullMessage }, signal) {
      const address = webhook ?? ownWebhook();
      if (address === null) throw new Error('The bot has no address that the service can post to.');
      await addons.enableKeywordAlert({ webhook: address, includeFullMessage }, { signal });
      await settings.setAlerts({ isEnabled: true, webhook, includeFullMessage });
      settingsChanged();
    },
    async disableAlerts(signal) {
      // Stored first, so that no registration in progress enables them again.
      await settings.setAlerts({ ...settings.alerts, isEnabled: false });
      settingsChanged();
      return addons.disableKeywordAlert({ signal });
    },
    needsSecret: () => !deps.isEmbedded,
    secretIssuedAt: () => settings.secret?.issuedAt ?? null,
    async issueSecret(signal) {
      const { secret } = await addons.enableSecret({ signal });
      if (secret === null) return false;
      await settings.addSecret(secret, clock.now());
      settingsChanged();
      return true;
    },
    async serviceKeywords(signal) {
      const listed = await addons.keywords({ signal });
      const unowned: string[] = [];
      for (const text of new Set(listed ?? settings.seenKeywords)) {
        if (!(await keywords.isWantedByAny(text))) unowned.push(text);
      }
      const sorted = unowned.sort((a, b) => a.localeCompare(b, 'en'));
      return { keywords: sorted, isComplete: listed !== null };
    },
    removeServiceKeyword: (text, signal) =>
      keywords.withLock(text, async () => {
        if (await keywords.isWantedByAny(text)) return false;
        await addons.removeKeyword(text, { signal });
        await settings.removeSeenKeyword(text);
        return true;
      }),
  };
}
