import type { AlertPost } from '../../../src/bot/domain/ports.ts';
import type { Outcome } from '../../../src/bot/domain/effects.ts';
import type { Messenger } from '../../../src/bot/outbox/messenger.ts';
import type { PostBody } from '../../../src/bot/outbox/post-kind.ts';
import type { AlertFormat } from '../../../src/bot/posts/alerts/alert-post.ts';
import type { FakeAlerts } from './recording-discord.ts';

/** Passes alerts to `alerts`, and all other posts to `messenger`. */
export function createAlertMessenger(
  alerts: FakeAlerts,
  messenger: Messenger,
  channel: () => string,
): { format: AlertFormat; messenger: Messenger } {
  const views = new WeakMap<PostBody, AlertPost>();
  /** The alert that is being searched for. */
  let searched: AlertPost | null = null;
  let refused: Extract<Outcome, { status: 'refused' }> | null = null;

  return {
    format: {
      target: () => ({ kind: 'channel', channelId: channel() }),
      body(alert) {
        const body = {};
        views.set(body, alert);
        return body;
      },
      isSame(alert) {
        searched =
          searched === null ? alert : { ...alert, cases: [...searched.cases, ...alert.cases] };
        return false;
      },
      refused() {
        if (refused === null) throw new Error('Nothing was refused.');
        return refused;
      },
    },
    messenger: {
      async post(channelId, body, nonce) {
        const alert = views.get(body);
        if (alert === undefined) return messenger.post(channelId, body, nonce);
        const result = await alerts.post(alert);
        if ('status' in result) return { kind: 'unavailable', reason: result.reason };
        if (result.alert !== null) return result.alert;
        if (result.outcome.status === 'refused') refused = result.outcome;
        return { kind: 'refused', code: refused?.code ?? 0, answer: '' };
      },
      async edit(place, body) {
        const alert = views.get(body);
        if (alert === undefined) return messenger.edit(place, body);
        const result = await alerts.refresh(place, alert);
        if (result.status === 'unavailable') return { kind: 'unavailable', reason: result.reason };
        if (result.status === 'refused') {
          refused = result;
          return { kind: 'refused', code: result.code ?? 0, answer: '' };
        }
        return result.status === 'gone' ? 'gone' : 'edited';
      },
      async find(channelId, wanted) {
        searched = null;
        wanted.isWanted({ id: '', content: '', components: [], embeds: [] } as never);
        if (searched === null) return messenger.find(channelId, wanted);
        const found = await alerts.find(searched);
        if (found === null || 'messageId' in found) return found;
        return { kind: 'unavailable', reason: found.reason };
      },
    },
  };
}
