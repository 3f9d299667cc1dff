import { RESTJSONErrorCodes, Routes, type Client, type Guild } from 'discord.js';
import type {
  PropertyExecutor,
  PropertySetting,
  PropertyStep,
  SettingOutcome,
  StepOutcome,
} from '../../../service-api/property-executor.ts';
import type { Clock } from '../../../shared/clock.ts';
import { message, render, type Message } from '../../locales/message.ts';
import { translator, type Translate } from '../../locales/translate.ts';
import type { Action, Refusal } from '../../domain/effects.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { Policies } from '../../domain/ports.ts';
import { withSetting } from '../../domain/property-settings.ts';
import { PROCEED, blocked, preflight, PERMISSION_FOR, type PreflightResult } from './preflight.ts';
import { botRoleName, guildAvailability, readActionContext } from '../../access/action-context.ts';
import { classifyError } from '../../rest/classify-error.ts';
import { hasPermission, permissionName } from '../../access/permissions.ts';
import { refusalOutcome } from './explain-api-error.ts';
import { detail, refusal } from './refusals.ts';
import { isSnowflake } from '../../../shared/snowflake.ts';
import { serverLanguage } from '../../rendering/renderer.ts';

export interface PropertyExecutorDeps {
  client: Client;
  clock: Clock;
  policies: Pick<Policies, 'get' | 'update'>;
}

interface Applied {
  readonly policy: Policy;
  readonly outcome: SettingOutcome;
}

const UNKNOWN_BAN: number = RESTJSONErrorCodes.UnknownBan;

export function createPropertyExecutor(deps: PropertyExecutorDeps): PropertyExecutor {
  const { client, clock, policies } = deps;

  async function translatorOf(guildId: string): Promise<Translate> {
    const policy = await policies.get(guildId);
    return translator(serverLanguage(client.guilds.cache.get(guildId), policy));
  }

  /** The policy with the setting, or unchanged if the setting is not applied. */
  function applied(policy: Policy, { propertyId, key, value }: PropertySetting): Applied {
    const changed = withSetting(policy, key, value);
    const refuse = (why: Message): Applied => {
      const t = translator(serverLanguage(client.guilds.cache.get(propertyId), policy));
      return { policy, outcome: { status: 'refused', reason: render(t, why) } };
    };
    switch (changed.kind) {
      case 'unknown':
        return { policy, outcome: { status: 'unknown' } };
      case 'refused':
        return refuse(changed.reason);
      case 'policy': {
        switch (guildAvailability(client, propertyId).kind) {
          case 'here':
            return { policy: changed.policy, outcome: { status: 'applied' } };
          case 'away':
            return refuse(message('availability:discord.serverAway'));
          case 'left':
            return refuse(refusal('botLeft').reason);
        }
      }
    }
  }

  async function send(guildId: string, step: PropertyStep, t: Translate): Promise<void> {
    const { rest } = client;
    const reason = t('audit:property');
    switch (step.kind) {
      case 'ban':
        await rest.put(Routes.guildBan(guildId, step.userId), { body: {}, reason });
        return;
      case 'unban':
        await rest.delete(Routes.guildBan(guildId, step.userId), { reason });
        return;
      case 'addRole': {
        const route = Routes.guildMemberRole(guildId, step.userId, step.roleId);
        await rest.put(route, { reason });
        return;
      }
      case 'removeRole': {
        const route = Routes.guildMemberRole(guildId, step.userId, step.roleId);
        await rest.delete(route, { reason });
        return;
      }
    }
  }

  /** The outcome of a failed request. Rethrows bugs of ours. */
  function explain(
    error: unknown,
    { step, guild, t }: { step: PropertyStep; guild: Guild; t: Translate },
  ): StepOutcome {
    const failure = classifyError(error);
    if (failure.kind === 'unavailable') {
      return { status: 'unavailable', reason: t('availability:discord.noAnswer') };
    }
    if (step.kind === 'unban' && failure.code === UNKNOWN_BAN) {
      return done(t, detail('notBanned'));
    }
    const action = actionOf(step);
    const outcome = refusalOutcome(failure, {
      action,
      at: clock.now(),
      context: {
        effect: action.kind,
        permission: PERMISSION_FOR[action.kind],
        botRole: botRoleName(guild),
        channel: '',
      },
    });
    if (outcome.status === 'refused') return refused(t, outcome);
    return done(t, outcome.status === 'done' ? outcome.detail : undefined);
  }

  return {
    async act(step) {
      const t = await translatorOf(step.propertyId);
      const availability = guildAvailability(client, step.propertyId);
      if (availability.kind === 'away') {
        return { status: 'unavailable', reason: t('availability:discord.serverAway') };
      }
      if (availability.kind === 'left') return refused(t, refusal('botLeft'));
      const { guild } = availability;
      try {
        const result = await checkStep(guild, step);
        switch (result.kind) {
          case 'noop':
            return done(t, result.detail);
          case 'blocked':
            return refused(t, result.refusal);
          case 'go':
            await send(guild.id, step, t);
            return { status: 'done' };
        }
      } catch (error) {
        return explain(error, { step, guild, t });
      }
    },
    async apply(setting) {
      const change = (latest: Policy): Applied => applied(latest, setting);
      return (await policies.update(setting.propertyId, change)).outcome;
    },
  };
}

/** The action that requires the same permissions. */
function actionOf(step: PropertyStep): Action {
  switch (step.kind) {
    case 'ban':
    case 'unban':
      return { kind: 'ban' };
    case 'addRole':
    case 'removeRole':
      return { kind: step.kind, roleId: step.roleId };
  }
}

/** The preflight check. Malformed ids never become part of a route. */
async function checkStep(guild: Guild, step: PropertyStep): Promise<PreflightResult> {
  if (!isSnowflake(step.userId)) return blocked(refusal('userUnknown'));
  if ('roleId' in step && !isSnowflake(step.roleId)) {
    return blocked(refusal('roleUnknown'));
  }
  if (step.kind === 'unban') return checkUnban(guild);
  const action = actionOf(step);
  const target = {
    subject: 'message' as const,
    channelId: '',
    messageId: '',
    authorId: step.userId,
  };
  const context = await readActionContext(guild, action, target);
  return context === null ? PROCEED : preflight(action, context, 0);
}

function checkUnban(guild: Guild): PreflightResult {
  const { me } = guild.members;
  if (me === null || hasPermission(me.permissions.bitfield, 'BanMembers')) return PROCEED;
  const values = { permission: permissionName('BanMembers'), botRole: botRoleName(guild) };
  return blocked(refusal('missingPermission', values));
}

function done(t: Translate, why: Message | undefined): StepOutcome {
  return why === undefined ? { status: 'done' } : { status: 'done', detail: render(t, why) };
}

function refused(t: Translate, { reason, fix }: Refusal): StepOutcome {
  return { status: 'refused', reason: render(t, reason), fix: render(t, fix) };
}
