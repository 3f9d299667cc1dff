import { PermissionFlagsBits, type APIMessage, type Client, type Guild } from 'discord.js';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import { ownPermissionsIn } from '../../access/action-context.ts';
import { defaultPolicy } from '../../domain/policy/policy.ts';
import type { PostKind, PostTarget, Settled } from '../../outbox/post-kind.ts';
import { buttonIds } from '../../rest/find-post.ts';
import { whoAdded } from '../onboarding/added-by.ts';
import { OPEN_SETUP, serverLink, setupButton } from '../onboarding/setup-button.ts';
import { directTarget, placeIn } from '../place.ts';
import { DONE } from './scheduled-post.ts';

const WRITING =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.ReadMessageHistory;

/**
 * Tells a server that has just added the bot how to set it up: in the channel for Discord's own messages, else in a direct
 * message to the member who added the bot, else to the owner. The revision is the time when the bot joined.
 */
export function createWelcome({
  client,
  clock,
  logger,
}: {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
}): PostKind {
  return {
    name: 'welcome',
    pauseMs: 0,
    isEdited: false,
    async load({ guildId, tries }) {
      const { target, renderer, guild } = placeIn(guildId, client, {
        policy: defaultPolicy,
        target: systemTarget,
      });
      const { t, mention } = renderer;
      const direct = t('setup:welcome.direct', { server: guild?.name ?? '', command: '/setup' });
      const common = {
        urgency: null,
        shown: () => DONE,
        // An attempt in the channel counts for a direct message, too.
        isSame: (message: APIMessage) =>
          message.content === direct || buttonIds(message).includes(OPEN_SETUP),
      } as const;
      // The first try goes to the channel, each further one to a person.
      const next: Settled = { dueAt: clock.now(), isFailure: true };
      if (guild === null || (target.kind === 'channel' && tries === 0)) {
        return {
          ...common,
          target,
          body: () => ({
            content: t('setup:welcome.inServer', { command: mention('setup') }),
            components: [setupButton(t)],
          }),
          // Without a refusal, the bot has left the server.
          unusable: (refusal) => (refusal === null ? DONE : next),
        };
      }
      if (tries === 0) return next;
      const recipients = [...new Set([await whoAdded(guild), guild.ownerId])].filter(
        (userId) => userId !== null,
      );
      const recipient = recipients[tries - 1];
      if (recipient === undefined) {
        logger.info({ guildId }, 'no welcome: nobody accepts direct messages');
        return DONE;
      }
      return {
        ...common,
        target: await directTarget(client, recipient),
        body: () => ({ content: direct, components: [serverLink(t, guildId)] }),
        unusable: () => next,
      };
    },
  };
}

/** The channel for Discord's own messages, if the bot may write there. */
export function systemTarget({ systemChannel: channel }: Guild): PostTarget {
  const permissions = channel === null ? null : ownPermissionsIn(channel);
  return channel !== null && permissions !== null && (permissions & WRITING) === WRITING
    ? { kind: 'channel', channelId: channel.id }
    : { kind: 'unusable' };
}
