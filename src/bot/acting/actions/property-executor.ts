import { RESTJSONErrorCodes, type Client, type Guild, type REST } from 'discord.js';
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
import { PROCEED, blocked, type PreflightResult } from './checks.ts';
import { banUser, unbanUser } from './kinds/ban-requests.ts';
import { giveRole, takeRole } from './kinds/roles.ts';
import { checkAction } from './preflight.ts';
import { refusalOutcome } from './refusal-outcome.ts';
import { ACTIONS } from './registry.ts';
import { botRoleName, guildAvailability } from '../../access/action-context.ts';
import { classifyError } from '../../rest/classify-error.ts';
import { hasPermission, permissionName } from '../../access/permissions.ts';
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
        permission: ACTIONS[action.kind].permission,
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
            await send(client.rest, step, t('audit:property'));
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

async function send(rest: REST, step: PropertyStep, reason: string): Promise<void> {
  const request = { guildId: step.propertyId, userId: step.userId, reason };
  if ('roleId' in step) {
    const { roleId } = step;
    await (step.kind === 'addRole' ? giveRole : takeRole)(rest, { ...request, roleId });
  } else {
    await (step.kind === 'ban' ? banUser : unbanUser)(rest, request);
  }
}

/** The action that requires the same permissions. */
function actionOf(step: PropertyStep): Action {
  return 'roleId' in step ? { kind: step.kind, roleId: step.roleId } : { kind: 'ban' };
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
  return checkAction(ACTIONS, { guild, action, target }, 0);
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
