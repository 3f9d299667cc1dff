import {
  ApplicationFlags,
  ChannelType,
  OverwriteType,
  PermissionFlagsBits,
  type APIMessage,
} from 'discord-api-types/v10';
import { Agent, request } from 'undici';
import { onTestFinished } from 'vitest';

import { encodeForm } from '../../../../src/shared/form-bytes.ts';
import { createLogger } from '../../../../src/shared/logger.ts';
import { createSharding } from '../../../../src/sandbox/gateway/sharding.ts';
import { createRestServer } from '../../../../src/sandbox/rest/server.ts';
import type { WorldEvent } from '../../../../src/sandbox/world/events.ts';
import type {
  ChannelState,
  AuditContext,
  GuildState,
  UserState,
} from '../../../../src/sandbox/world/types.ts';
import { createWorld, type World } from '../../../../src/sandbox/world/world.ts';
import { createFakeClock, type FakeClock } from '../../../helpers/fake-clock.ts';
import { portOf } from '../../../helpers/servers/port-of.ts';

/** A response with its JSON, or null without a body. */
export interface RestResponse<Body> {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Body;
}

export interface CallOptions {
  readonly as?: UserState | null;
  readonly body?: unknown;
  readonly form?: FormData;
  readonly raw?: string;
  readonly headers?: Record<string, string>;
}

export interface RestFixture {
  readonly world: World;
  readonly clock: FakeClock;
  readonly baseUrl: string;
  readonly guild: GuildState;
  readonly general: ChannelState;
  readonly owner: UserState;
  /** A bot with moderation permissions. */
  readonly bot: UserState;
  readonly alice: UserState;
  readonly bob: UserState;
  /** Every event the world emitted so far. */
  readonly events: WorldEvent[];
  readonly asOwner: AuditContext;
  /** `call('GET /channels/1', { as: alice })`; the path is below /api/v10. */
  call<Body = unknown>(route: string, options?: CallOptions): Promise<RestResponse<Body>>;
  /** Posts in #general. */
  post(as: UserState, content: string): Promise<APIMessage>;
  /** The types of all events so far. */
  types(): string[];
  eventsOf(type: string): WorldEvent[];
  /** Denies @everyone a permission in #general. */
  denyEveryone(permission: bigint): void;
}

const MODERATION =
  PermissionFlagsBits.ManageMessages |
  PermissionFlagsBits.ModerateMembers |
  PermissionFlagsBits.KickMembers |
  PermissionFlagsBits.BanMembers |
  PermissionFlagsBits.ManageRoles |
  PermissionFlagsBits.ManageThreads |
  PermissionFlagsBits.ManageChannels |
  PermissionFlagsBits.ManageNicknames |
  PermissionFlagsBits.PinMessages |
  PermissionFlagsBits.ViewAuditLog;

/** Starts the REST server with a small world; it stops when the test finishes. */
export async function startRest(): Promise<RestFixture> {
  const clock = createFakeClock(Date.parse('2026-01-01T00:00:00Z'));
  let seed = 1;
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  let baseUrl = '';
  const world = createWorld({ clock, random, cdnUrl: () => baseUrl });
  const owner = world.users.create({ username: 'owner' });
  const bot = world.users.createBot({
    username: 'portcullis',
    ownerId: owner.id,
    applicationFlags:
      ApplicationFlags.GatewayMessageContentLimited | ApplicationFlags.GatewayGuildMembersLimited,
  });
  const alice = world.users.create({ username: 'alice', globalName: 'Alice' });
  const bob = world.users.create({ username: 'bob' });
  const guild = world.guilds.create({ name: 'Test', ownerId: owner.id });
  const asOwner: AuditContext = { byUserId: owner.id, reason: null };
  const role = world.roles.create(
    guild.id,
    { name: 'Portcullis', permissions: MODERATION, position: 5, managed: true },
    asOwner,
  );
  world.members.add({ guildId: guild.id, userId: bot.id }, { roles: [role.id] });
  for (const { id } of [alice, bob]) world.members.add({ guildId: guild.id, userId: id });
  const general = world.channels.create(
    guild.id,
    { name: 'general', type: ChannelType.GuildText },
    asOwner,
  );

  const logger = createLogger('fatal');
  const app = createRestServer({
    world,
    gatewayUrl: () => 'ws://gateway',
    sharding: createSharding(world),
    logger,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  baseUrl = `http://127.0.0.1:${portOf(app.server)}`;
  const dispatcher = new Agent();
  onTestFinished(async () => {
    await dispatcher.close();
    await app.close();
  });

  const events: WorldEvent[] = [];
  world.subscribe((event) => events.push(event));

  async function call<Body>(route: string, options: CallOptions = {}): Promise<RestResponse<Body>> {
    const [method = 'GET', path = ''] = route.split(' ');
    const { as = bot, body, form, raw, headers = {} } = options;
    const isJson = body !== undefined || raw !== undefined;
    const encoded = form === undefined ? null : await encodeForm(form);
    const response = await request(`${baseUrl}/api/v10${path}`, {
      dispatcher,
      method,
      headers: {
        ...(as === null ? {} : { authorization: authorization(as) }),
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...(encoded === null ? {} : { 'content-type': encoded.contentType }),
        ...headers,
      },
      body: encoded?.bytes ?? raw ?? (body === undefined ? null : JSON.stringify(body)),
    });
    const text = await response.body.text();
    return {
      status: response.statusCode,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  }

  return {
    world,
    clock,
    baseUrl,
    guild,
    general,
    owner,
    bot,
    alice,
    bob,
    events,
    asOwner,
    call,
    async post(as, content) {
      const route = `POST /channels/${general.id}/messages`;
      const { body } = await call<APIMessage>(route, { as, body: { content } });
      return body;
    },
    types: () => events.map(({ type }) => type),
    eventsOf(expectedType) {
      return events.filter((event) => {
        const type: string = event.type;
        return type === expectedType;
      });
    },
    denyEveryone(permission) {
      const deny = permission.toString();
      const overwrite = { id: guild.id, type: OverwriteType.Role, allow: '0', deny };
      world.channels.setOverwrite(general.id, overwrite, asOwner);
    },
  };
}

function authorization(user: UserState): string {
  return user.application === null ? user.token : `Bot ${user.token}`;
}
