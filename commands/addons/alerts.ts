import { type CommandDeps, defuse, type Reply, type SlashCall } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { checkOperator } from './operator.ts';

export const MAX_WEBHOOK_LENGTH = 2000;

/** Makes the service send keyword alerts to the bot, or to another webhook. */
export async function enableAlerts(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, by, signal, t, interaction, mention } = call;
  const { addons, announce } = deps;
  checkOperator(call, deps);
  const webhook = interaction.options.getString('webhook')?.trim() ?? null;
  if (webhook !== null && !isWebAddress(webhook)) throw new UserError(t('addons:problem.webhook'));
  if (webhook === null && !addons.hasOwnWebhook()) throw new UserError(t('addons:problem.noOwn'));
  const includeFullMessage =
    interaction.options.getBoolean('full-message') ?? addons.alertSettings().includeFullMessage;
  await addons.enableAlerts({ webhook, includeFullMessage }, signal);
  const user = defuse(by.name, 100);
  announce(guild.id, (server) => server('addons:announcement.enabled', { user }));
  const command = mention('doctor');
  return {
    content: [
      webhook === null
        ? t('addons:reply.toBot', { command })
        : t('addons:reply.toWebhook', { host: defuse(new URL(webhook).host, 100) }),
      includeFullMessage ? t('addons:reply.withText') : t('addons:reply.withoutText'),
    ].join('\n'),
  };
}

export async function disableAlerts(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, by, signal, t } = call;
  checkOperator(call, deps);
  const isOffAtService = await deps.addons.disableAlerts(signal);
  const user = defuse(by.name, 100);
  deps.announce(guild.id, (server) => server('addons:announcement.disabled', { user }));
  return {
    content: isOffAtService ? t('addons:reply.disabledAtService') : t('addons:reply.ignored'),
  };
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
