import type { APIEmbed, APIMessage } from 'discord-api-types/v10';
import { expect, onTestFinished, vi } from 'vitest';
import { createHarness, type Harness, type HarnessOptions } from '../../scripts/demo/harness.ts';
import type { Case } from '../../src/bot/domain/case.ts';
import type { Effect } from '../../src/bot/domain/effects.ts';
import { defaultPolicy, type Policy } from '../../src/bot/domain/policy/policy.ts';
import type { MessageOutcome } from '../../src/bot/judging/outcome.ts';
import { createPerson, type Person } from '../../src/sandbox/person.ts';
import type { ChannelState, AuditContext, GuildState } from '../../src/sandbox/world/types.ts';
import { CHART_WORKER_URL } from '../helpers/charts/chart-worker-url.ts';
import { PICTURE_WORKER_URL } from '../helpers/pictures/picture-worker-url.ts';
import { createLogSink } from '../helpers/log-sink.ts';
import { rulesByAction } from '../helpers/rules.ts';
import { newBotState } from '../helpers/state-url.ts';
import { unlimitedPosts } from '../helpers/unlimited-posts.ts';
import { startModerationStub, type ModerationStub } from '../helpers/servers/moderation-stub.ts';

/** A harness with a scripted moderation service and shortcuts to read the results. */
export interface Scene extends Harness {
  readonly service: ModerationStub;
  /** The bot's log as JSON lines. */
  readonly log: readonly string[];
  readonly guild: GuildState;
  /** Marks a change as the owner's. */
  readonly asOwner: AuditContext;
  channel(channelId: string): ChannelState;
  /** Posts in #general and waits for the outcome. */
  sayAndWait(
    person: Person,
    text: string,
  ): Promise<{ message: APIMessage; outcome: MessageOutcome }>;
  exists(message: Pick<APIMessage, 'id' | 'channel_id'>): boolean;
  /** The bot's posts in #mod-alerts except alerts, oldest first. */
  announcements(): string[];
  /** Waits until the latest announcement contains this text. */
  announced(text: string): Promise<void>;
  /** The alerts about a message. */
  alertsAbout(messageId: string): APIEmbed[];
  noticesTo(userId: string): APIEmbed[];
  caseAbout(messageId: string): Promise<Case>;
  /** The default policy with these changes; incidents are off unless the scene has them. */
  setPolicy(changes: Partial<Policy>): Promise<void>;
  /** The default policy with these rules, by suggested action. */
  setRules(rules: Record<string, Effect[]>): Promise<void>;
  /** A new member joins. */
  join(username: string, roleIds?: readonly string[]): Person;
}

export interface SceneOptions extends HarnessOptions {
  /** The moderation service is down when the bot starts. */
  readonly isServiceDown?: boolean;
  /** True: similar cases become an incident. Default: false, so members can post the same text. */
  readonly hasIncidents?: boolean;
}

export const WITHOUT_DELAY = { alertDelayMs: 0, noticeDelayMs: 0 } as const;

/** Alerts and notices are sent at once and without a limit. */
const AT_ONCE = { ...WITHOUT_DELAY, incidentEditMs: 50, postLimiter: unlimitedPosts } as const;

/** For a whole file; close it in `afterAll`. */
export async function openScene(options: SceneOptions = {}): Promise<Scene> {
  const service = await startModerationStub();
  if (options.isServiceDown === true) await service.down();
  const { logger, lines: log } = createLogSink();
  const state = await newBotState();
  const harness = await createHarness({
    service: service.config,
    ...state.options,
    ...options,
    sandbox: { rateLimits: 'off', ...options.sandbox },
    deps: {
      ...AT_ONCE,
      logger,
      chartWorkerUrl: CHART_WORKER_URL,
      pictureWorkerUrl: PICTURE_WORKER_URL,
      ...options.deps,
    },
  });
  const { sandbox } = harness;
  const { world, guildId, channels, botId } = sandbox;

  const enabled = options.hasIncidents === true;
  const basePolicy = {
    ...defaultPolicy,
    incidents: { ...defaultPolicy.incidents, enabled },
  };
  if (!enabled) await harness.bot().policies.set(guildId, basePolicy);

  function messagesIn(channelId: string): APIMessage[] {
    return [...scene.channel(channelId).messages.values()];
  }

  const posts = (): APIMessage[] =>
    messagesIn(channels['mod-alerts']).filter(({ author }) => author.id === botId);

  const scene: Scene = {
    ...harness,
    service,
    log,
    asOwner: { byUserId: sandbox.members.owner.id, reason: null },
    get guild() {
      return required(world.state.guilds.get(guildId), 'guild');
    },
    channel: (channelId) => required(world.state.channels.get(channelId), 'channel'),
    async sayAndWait(person, text) {
      const message = await person.say(channels.general, text);
      return { message, outcome: await harness.outcomeOf(message.id) };
    },
    exists: ({ id, channel_id: channelId }) =>
      world.state.channels.get(channelId)?.messages.get(id) !== undefined,
    announcements: () => posts().flatMap(({ content }) => (content === '' ? [] : [content])),
    announced: (text) =>
      vi.waitFor(() => {
        expect(scene.announcements().at(-1)).toContain(text);
      }),
    alertsAbout: (messageId) =>
      posts()
        .filter((post) => harness.isAlertAbout(messageId, post))
        .flatMap(({ embeds }) => embeds),
    noticesTo: (userId) =>
      messagesIn(world.users.openDm(botId, userId).id)
        .filter(({ author }) => author.id === botId)
        .flatMap(({ embeds }) => embeds),
    async caseAbout(messageId) {
      return required(await harness.bot().cases.ofMessage(guildId, messageId), 'case');
    },
    setPolicy: (changes) => harness.bot().policies.set(guildId, { ...basePolicy, ...changes }),
    setRules: (rules) => scene.setPolicy({ rules: rulesByAction(rules) }),
    join(username, roles = []) {
      const { id, token } = world.users.create({ username });
      world.members.add({ guildId, userId: id }, { roles });
      return createPerson(sandbox.apiUrl, { id, token });
    },
    async close() {
      await harness.close();
      await state.drop();
      await service.down();
    },
  };
  return scene;
}

/** For one test: closed when the test ends. */
export async function createScene(options?: SceneOptions): Promise<Scene> {
  const opened = await openScene(options);
  onTestFinished(() => opened.close());
  return opened;
}

function required<T>(value: T | null | undefined, kind: string): T {
  if (value === null || value === undefined) throw new Error(`There is no such ${kind}.`);
  return value;
}
