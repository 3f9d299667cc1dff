import type { APIEmbed, APIMessage } from 'discord-api-types/v10';
import { expect, onTestFinished, vi } from 'vitest';
import { createStage, type Stage, type StageOptions } from '../../scripts/demo/stage.ts';
import type { Case } from '../../src/moderation/case.ts';
import type { Effect } from '../../src/moderation/effects.ts';
import { defaultPolicy, type Policy } from '../../src/moderation/policy.ts';
import type { MessageOutcome } from '../../src/pipeline/outcome.ts';
import { createPerson, type Person } from '../../src/sandbox/person.ts';
import type { ChannelState, Deed, GuildState } from '../../src/sandbox/world/types.ts';
import { createLogSink } from '../helpers/log-sink.ts';
import { startModerationStub, type ModerationStub } from '../helpers/moderation-stub.ts';

/** A stage whose moderation service does as it is told, and eyes that see all that comes of it. */
export interface Scene extends Stage {
  readonly service: ModerationStub;
  /** The bot's log, a JSON line each. */
  readonly log: readonly string[];
  readonly guild: GuildState;
  /** Something the owner does. */
  readonly deed: Deed;
  channel(channelId: string): ChannelState;
  /** Says it in #general and waits for what comes of it. */
  judged(person: Person, text: string): Promise<{ message: APIMessage; outcome: MessageOutcome }>;
  stands(message: Pick<APIMessage, 'id' | 'channel_id'>): boolean;
  /** What the bot has written in the moderator channel besides alerts, oldest first. */
  announcements(): string[];
  /** Waits until the last of them has this in it. */
  announced(text: string): Promise<void>;
  /** The alerts about a message. */
  alertsAbout(messageId: string): APIEmbed[];
  noticesTo(userId: string): APIEmbed[];
  caseAbout(messageId: string): Promise<Case>;
  /** The default policy with these changes. */
  setPolicy(changes: Partial<Policy>): Promise<void>;
  /** The default policy with these rules. */
  setRules(rules: Record<string, Effect[]>): Promise<void>;
  /** Someone new joins. */
  join(username: string, roleIds?: readonly string[]): Person;
}

export interface SceneOptions extends StageOptions {
  /** The moderation service is not there when the bot starts. */
  readonly isServiceDown?: boolean;
}

/** For a whole file: close it in `afterAll`. */
export async function openScene(options: SceneOptions = {}): Promise<Scene> {
  const service = await startModerationStub();
  if (options.isServiceDown === true) await service.down();
  const { logger, lines: log } = createLogSink();
  const stage = await createStage({
    service: service.config,
    ...options,
    sandbox: { rateLimits: 'off', ...options.sandbox },
    deps: { logger, ...options.deps },
  });
  const { sandbox } = stage;
  const { world, guildId, channels, botId } = sandbox;

  function messagesIn(channelId: string): APIMessage[] {
    return [...scene.channel(channelId).messages.values()];
  }

  const posts = (): APIMessage[] =>
    messagesIn(channels['mod-alerts']).filter(({ author }) => author.id === botId);

  const scene: Scene = {
    ...stage,
    service,
    log,
    deed: { byUserId: sandbox.members.owner.id, reason: null },
    get guild() {
      return known(world.state.guilds.get(guildId), 'guild');
    },
    channel: (channelId) => known(world.state.channels.get(channelId), 'channel'),
    async judged(person, text) {
      const message = await person.say(channels.general, text);
      return { message, outcome: await stage.outcomeOf(message.id) };
    },
    stands: ({ id, channel_id: channelId }) =>
      world.state.channels.get(channelId)?.messages.get(id) !== undefined,
    announcements: () => posts().flatMap(({ content }) => (content === '' ? [] : [content])),
    announced: (text) =>
      vi.waitFor(() => {
        expect(scene.announcements().at(-1)).toContain(text);
      }),
    alertsAbout: (messageId) =>
      posts()
        .flatMap(({ embeds }) => embeds)
        .filter((embed) => JSON.stringify(embed).includes(`/${messageId})`)),
    noticesTo: (userId) =>
      messagesIn(world.users.openDm(botId, userId).id)
        .filter(({ author }) => author.id === botId)
        .flatMap(({ embeds }) => embeds),
    async caseAbout(messageId) {
      return known(await stage.bot().cases.ofMessage(guildId, messageId), 'case');
    },
    setPolicy: (changes) => stage.bot().policies.set(guildId, { ...defaultPolicy, ...changes }),
    setRules: (rules) => scene.setPolicy({ rules: { ...defaultPolicy.rules, ...rules } }),
    join(username, roles = []) {
      const { id, token } = world.users.create({ username });
      world.members.add({ guildId, userId: id }, { roles });
      return createPerson(sandbox.apiUrl, { id, token });
    },
    async close() {
      await stage.close();
      await service.down();
    },
  };
  return scene;
}

/** For one test: gone with it. */
export async function scene(options?: SceneOptions): Promise<Scene> {
  const opened = await openScene(options);
  onTestFinished(() => opened.close());
  return opened;
}

function known<T>(thing: T | null | undefined, what: string): T {
  if (thing === null || thing === undefined) throw new Error(`There is no such ${what}.`);
  return thing;
}
