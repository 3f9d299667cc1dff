import { RESTJSONErrorCodes, Routes, type Client, type Guild } from 'discord.js';
import type { Clock } from '../lib/clock.ts';
import type { Action } from '../moderation/effects.ts';
import type { Policy } from '../moderation/policy.ts';
import type { Policies } from '../moderation/ports.ts';
import { withSetting, type SettingValue } from '../moderation/property-settings.ts';
import { GO, lookAhead, PERMISSION_FOR, type Beforehand } from './beforehand.ts';
import { botRoleName, readFacts, whereaboutsOf } from './facts.ts';
import { failureOf } from './failure.ts';
import { holds, permissionName } from './permissions.ts';
import { outcomeOf } from './refusals.ts';
import { aboutMember, details, refusals, SERVER_AWAY, type Refusal } from './texts.ts';

/*
 * A property of the service is a guild of the bot's. The service states what it needs in types of its own (it knows no
 * Discord, and this folder knows no service); where the two are put together, the compiler checks that they fit.
 */

export type GuildStep =
  | { readonly kind: 'ban' | 'unban'; readonly propertyId: string; readonly userId: string }
  | {
      readonly kind: 'addRole' | 'removeRole';
      readonly propertyId: string;
      readonly userId: string;
      readonly roleId: string;
    };

export type GuildStepOutcome =
  | { readonly status: 'done'; readonly detail?: string }
  | ({ readonly status: 'refused' } & Refusal)
  | { readonly status: 'unavailable'; readonly reason: string };

export interface GuildSetting {
  readonly propertyId: string;
  readonly key: string;
  readonly value: SettingValue;
}

export type GuildSettingOutcome =
  | { readonly status: 'applied' | 'unknown' }
  | { readonly status: 'refused'; readonly reason: string };

/** Carries out what the property console asks for. Never throws for anything Discord answers. */
export interface PropertyExecutor {
  act(step: GuildStep): Promise<GuildStepOutcome>;
  apply(setting: GuildSetting): Promise<GuildSettingOutcome>;
}

export interface PropertyExecutorDeps {
  client: Client;
  clock: Clock;
  policies: Pick<Policies, 'update'>;
}

interface Applied {
  readonly policy: Policy;
  readonly outcome: GuildSettingOutcome;
}

/** In the server's audit log. */
const REASON = 'Portcullis: asked for on the property console';
const UNKNOWN_BAN: number = RESTJSONErrorCodes.UnknownBan;
const SNOWFLAKE = /^\d{15,20}$/;

export function createPropertyExecutor(deps: PropertyExecutorDeps): PropertyExecutor {
  const { client, clock, policies } = deps;

  /** What a setting makes of a policy. Where it is not applied, that is the policy itself. */
  function applied(policy: Policy, { propertyId, key, value }: GuildSetting): Applied {
    const changed = withSetting(policy, key, value);
    switch (changed.kind) {
      case 'unknown':
        return { policy, outcome: { status: 'unknown' } };
      case 'refused':
        return { policy, outcome: { status: 'refused', reason: changed.reason } };
      case 'policy': {
        const guild = here(client, propertyId);
        return 'status' in guild
          ? { policy, outcome: { status: 'refused', reason: guild.reason } }
          : { policy: changed.policy, outcome: { status: 'applied' } };
      }
    }
  }

  async function send(guildId: string, step: GuildStep): Promise<void> {
    const { rest } = client;
    switch (step.kind) {
      case 'ban':
        await rest.put(Routes.guildBan(guildId, step.userId), { body: {}, reason: REASON });
        return;
      case 'unban':
        await rest.delete(Routes.guildBan(guildId, step.userId), { reason: REASON });
        return;
      case 'addRole': {
        const route = Routes.guildMemberRole(guildId, step.userId, step.roleId);
        await rest.put(route, { reason: REASON });
        return;
      }
      case 'removeRole': {
        const route = Routes.guildMemberRole(guildId, step.userId, step.roleId);
        await rest.delete(route, { reason: REASON });
        return;
      }
    }
  }

  /** What a failed request means for the step. Throws on what is a fault of ours. */
  function explained(error: unknown, step: GuildStep, guild: Guild): GuildStepOutcome {
    const failure = failureOf(error);
    if (failure.kind === 'unavailable') return { status: 'unavailable', reason: failure.reason };
    if (step.kind === 'unban' && failure.code === UNKNOWN_BAN) {
      return { status: 'done', detail: details.notBanned };
    }
    const action = actionOf(step);
    const outcome = outcomeOf(failure, {
      action,
      at: clock.now(),
      context: {
        effect: action.kind,
        permission: PERMISSION_FOR[action.kind],
        botRole: botRoleName(guild),
        channel: '',
      },
    });
    if (outcome.status === 'refused') return { status: 'refused', ...aboutMember(outcome) };
    return done(outcome.status === 'done' ? outcome.detail : undefined);
  }

  return {
    async act(step) {
      const guild = here(client, step.propertyId);
      if ('status' in guild) return guild;
      try {
        const beforehand = await lookedAhead(guild, step);
        switch (beforehand.kind) {
          case 'needless':
            return done(beforehand.detail);
          case 'futile':
            return { status: 'refused', ...aboutMember(beforehand.refusal) };
          case 'go':
            await send(guild.id, step);
            return { status: 'done' };
        }
      } catch (error) {
        return explained(error, step, guild);
      }
    },
    async apply(setting) {
      const change = (latest: Policy): Applied => applied(latest, setting);
      return (await policies.update(setting.propertyId, change)).outcome;
    },
  };
}

/** The guild, or why nothing can be done in it. */
function here(
  client: Client,
  guildId: string,
): Guild | Exclude<GuildStepOutcome, { status: 'done' }> {
  const whereabouts = whereaboutsOf(client, guildId);
  switch (whereabouts.kind) {
    case 'here':
      return whereabouts.guild;
    case 'away':
      return { status: 'unavailable', reason: SERVER_AWAY };
    case 'left':
      return { status: 'refused', ...refusals.botLeft };
  }
}

/** The step as the pipeline's executor knows it. Lifting a ban takes the permission that banning takes. */
function actionOf(step: GuildStep): Action {
  switch (step.kind) {
    case 'ban':
    case 'unban':
      return { kind: 'ban' };
    case 'addRole':
    case 'removeRole':
      return { kind: step.kind, roleId: step.roleId };
  }
}

/** The same look ahead as before an effect of a case. Ids that are none never become part of a route. */
async function lookedAhead(guild: Guild, step: GuildStep): Promise<Beforehand> {
  if (!SNOWFLAKE.test(step.userId)) return { kind: 'futile', refusal: refusals.userUnknown };
  if ('roleId' in step && !SNOWFLAKE.test(step.roleId)) {
    return { kind: 'futile', refusal: refusals.roleUnknown };
  }
  if (step.kind === 'unban') return mayUnban(guild);
  const action = actionOf(step);
  const place = { channelId: '', messageId: '', authorId: step.userId };
  const facts = await readFacts(guild, action, place);
  return facts === null ? GO : lookAhead(action, facts, 0);
}

function mayUnban(guild: Guild): Beforehand {
  const { me } = guild.members;
  if (me === null || holds(me.permissions.bitfield, 'BanMembers')) return GO;
  const name = permissionName('BanMembers');
  return { kind: 'futile', refusal: refusals.missingPermission(name, botRoleName(guild), null) };
}

function done(detail: string | undefined): GuildStepOutcome {
  return detail === undefined ? { status: 'done' } : { status: 'done', detail };
}
