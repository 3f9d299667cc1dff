import { errorMessage } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';

/** The subscriptions of one process. */
export interface Topics {
  /** Calls the topic's subscribers soon. */
  deliver(topic: string, text: string): void;
  subscribe(topic: string, handle: (text: string) => void): () => void;
}

export function createTopics(logger: Logger): Topics {
  const subscriptions = new Set<{ topic: string; handle: (text: string) => void }>();

  function call(topic: string, text: string): void {
    for (const subscription of subscriptions) {
      if (subscription.topic !== topic) continue;
      try {
        subscription.handle(text);
      } catch (error) {
        logger.error({ topic, reason: errorMessage(error) }, 'a subscriber failed');
      }
    }
  }

  return {
    deliver(topic, text) {
      // Deferred, so that a subscriber never runs inside the code that publishes.
      queueMicrotask(() => call(topic, text));
    },
    subscribe(topic, handle) {
      const subscription = { topic, handle };
      subscriptions.add(subscription);
      return () => void subscriptions.delete(subscription);
    },
  };
}
