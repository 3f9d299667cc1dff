import type { APIMessage } from 'discord-api-types/v10';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AppMode } from '../../src/bot/domain/policy/policy.ts';
import { alertAbout, buttonsOf } from './commands/alert-view.ts';
import { createScene, type Scene } from './scene.ts';

/* Messages that no member wrote: webhooks, other bots, replies of apps. */

let on: Scene;
beforeEach(async () => {
  on = await createScene();
});

function postByWebhook(content: string): APIMessage {
  const { general } = on.sandbox.channels;
  const { id } = on.sandbox.world.webhooks.create(general, 'news', on.asOwner);
  return on.sandbox.world.messages.create(general, {
    authorId: id,
    content,
    webhook: { id, username: 'news' },
  });
}

const setApps = (apps: Partial<Record<'webhooks' | 'bots', AppMode>>): Promise<void> =>
  on.setPolicy({ apps: { webhooks: 'delete', bots: 'off', ...apps } });

const stepsOf = async (): Promise<string[] | undefined> => {
  const [latest] = await on.bot().cases.list(on.sandbox.guildId, { limit: 1 });
  return latest?.steps.map(({ effect }) => effect.kind);
};

describe('a message of a webhook', () => {
  it('is deleted with an alert that names the webhook, and nobody is punished', async () => {
    const message = postByWebhook('this is [ban]');
    expect(await on.outcomeOf(message.id)).toEqual({ kind: 'acted', caseNumber: 1 });
    expect(on.exists(message)).toBe(false);
    expect(await stepsOf()).toEqual(['delete', 'alert']);
    const [alert] = on.alertsAbout(message.id);
    expect(JSON.stringify(alert)).toContain('the webhook “news”');
    expect(buttonsOf(alertAbout(on, message.id))).toEqual(['False alarm', 'Handled', 'More…']);
  });

  it('stays with an alert if the server only wants alerts', async () => {
    await setApps({ webhooks: 'alert' });
    const message = postByWebhook('this is [delete]');
    expect(await on.outcomeOf(message.id)).toMatchObject({ kind: 'acted' });
    expect(on.exists(message)).toBe(true);
    expect(await stepsOf()).toEqual(['alert']);
  });

  it('is not checked if the server turned that off', async () => {
    await setApps({ webhooks: 'off' });
    const message = postByWebhook('this is [delete]');
    expect(await on.outcomeOf(message.id)).toEqual({ kind: 'skipped', reason: 'webhook' });
  });

  it('gets only an alert for a rule that does not delete', async () => {
    const message = postByWebhook('this is [warn]');
    expect(await on.outcomeOf(message.id)).toMatchObject({ kind: 'acted' });
    expect(await stepsOf()).toEqual(['alert']);
  });

  it('never escalates', async () => {
    const escalation = {
      enabled: true,
      windowDays: 7,
      steps: [{ strikes: 2, effect: { kind: 'ban' as const } }],
    };
    await on.setPolicy({ escalation });
    const { general } = on.sandbox.channels;
    const { id } = on.sandbox.world.webhooks.create(general, 'news', on.asOwner);
    for (const content of ['one [delete]', 'two [delete]', 'three [delete]']) {
      const message = on.sandbox.world.messages.create(general, {
        authorId: id,
        content,
        webhook: { id, username: 'news' },
      });
      await on.outcomeOf(message.id);
    }
    expect(await stepsOf()).toEqual(['delete', 'alert']);
  });
});

describe('a message of another bot', () => {
  it('is not checked unless the server wants it', async () => {
    const { outcome } = await on.sayAndWait(on.person('helper-bot'), 'this is [delete]');
    expect(outcome).toEqual({ kind: 'skipped', reason: 'bot' });
  });

  it('is deleted with an alert if the server wants it, and the bot stays', async () => {
    await setApps({ bots: 'delete' });
    const { message } = await on.sayAndWait(on.person('helper-bot'), 'this is [ban]');
    expect(on.exists(message)).toBe(false);
    expect(await stepsOf()).toEqual(['delete', 'alert']);
    expect(JSON.stringify(on.alertsAbout(message.id))).toContain('the bot <@');
  });
});

it('an owner chooses how apps are treated', async () => {
  const interaction = await on
    .person('owner')
    .slash(on.sandbox.channels.general, 'moderation apps', { author: 'bots', mode: 'alert' });
  expect(JSON.stringify(await interaction.response())).toContain(
    'Messages of other bots: checked, alert only.',
  );
  expect((await on.bot().policies.get(on.sandbox.guildId)).apps).toEqual({
    webhooks: 'delete',
    bots: 'alert',
  });
});
