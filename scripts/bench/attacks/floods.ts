import { measure, type MeasureOptions, type Plan, type ServerFigures } from '../raid/one-server.ts';
import { badText, SEVERE_TEXT } from '../raid/texts.ts';

/* A flood of different texts, none by new members. */

export interface AttackPlan extends Plan {
  readonly messages: number;
}

/** Every message has another author, each a member for a year. */
export function measureAccounts(options: MeasureOptions, plan: AttackPlan): Promise<ServerFigures> {
  return measure(options, {
    plan,
    prepare(world) {
      const server = world.addServer('Flooded', 3);
      const authors = world.addMembers(server, { count: plan.messages, isNew: false });
      const post = (index: number): string =>
        world.post({
          channelId: server.chatIds[index % 3] ?? '',
          authorId: authors[index] ?? '',
          text: badText(index),
        });
      return { server, messages: plan.messages, post, areDeleted: true, urgentText: SEVERE_TEXT };
    },
  });
}

/** Several webhooks post in turns. */
export function measureWebhooks(
  options: MeasureOptions,
  plan: AttackPlan & { readonly webhooks: number },
): Promise<ServerFigures> {
  return measure(options, {
    plan,
    prepare(world) {
      const server = world.addServer('Flooded', 3);
      const { webhooks } = world.sandbox.world;
      const hooks = Array.from({ length: plan.webhooks }, (_, index) => {
        const channelId = server.chatIds[index % 3] ?? '';
        const byUserId = world.sandbox.members.owner.id;
        const { id } = webhooks.create(channelId, `hook ${index}`, { byUserId, reason: null });
        return { channelId, id };
      });
      const post = (index: number): string => {
        const { id = '', channelId = '' } = hooks[index % hooks.length] ?? {};
        return world.post({ channelId, authorId: id, text: badText(index), isWebhook: true });
      };
      return { server, messages: plan.messages, post, areDeleted: true, urgentText: SEVERE_TEXT };
    },
  });
}

/** Members start threads with bad titles; Discord announces each thread. */
export function measureThreads(
  options: MeasureOptions,
  plan: AttackPlan & { readonly members: number },
): Promise<ServerFigures> {
  return measure(options, {
    plan,
    prepare(world) {
      const server = world.addServer('Flooded', 1);
      const authors = world.addMembers(server, { count: plan.members, isNew: false });
      const post = (index: number): string =>
        world.startThread({
          channelId: server.chatIds[0] ?? '',
          authorId: authors[index % authors.length] ?? '',
          title: badText(index),
        });
      return { server, messages: plan.messages, post, areDeleted: true, urgentText: SEVERE_TEXT };
    },
  });
}
