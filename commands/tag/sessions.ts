import {
  type AutocompleteCall,
  type Caller,
  type CanSee,
  type Choice,
  type CommandDeps,
  createCanSee,
  type SlashCall,
  type StartedTagging,
  type Translate,
  type Viewer,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { choiceTime } from '../shared/time-text.ts';

/** Finds the session of the option `session`. Throws a `UserError` if this server has no such session. */
export async function chosenSession(call: SlashCall, deps: CommandDeps): Promise<StartedTagging> {
  const convoId = call.interaction.options.getString('session', true).trim();
  return sessionOf(call, convoId, deps);
}

export async function sessionOf(
  call: Caller & Viewer,
  convoId: string,
  { tagging }: CommandDeps,
): Promise<StartedTagging> {
  const { guild, t, mention } = call;
  const session = await tagging.get(guild.id, convoId);
  if (session === null || !(await isVisibleTo(call, session, createCanSee(call)))) {
    throw new UserError(t('tag:reply.unknownSession', { command: mention('tag list') }));
  }
  return session;
}

/** The server's sessions, newest first, without those of channels hidden from the caller. */
export async function visibleSessions(
  call: Caller & Viewer,
  { tagging }: CommandDeps,
): Promise<StartedTagging[]> {
  const canSee = createCanSee(call);
  const visible: StartedTagging[] = [];
  for (const session of await tagging.list(call.guild.id)) {
    if (await isVisibleTo(call, session, canSee)) visible.push(session);
  }
  return visible;
}

async function isVisibleTo(
  { by }: Caller,
  { userId, channelId }: StartedTagging,
  canSee: CanSee,
): Promise<boolean> {
  return userId === by.id || (await canSee({ channelId }));
}

/** The session's author key. Throws a `UserError` if it cannot be decrypted. */
export async function authorKeyOf(
  session: StartedTagging,
  t: Translate,
  { tagging }: CommandDeps,
): Promise<string> {
  const key = await tagging.authorKey(session);
  if (key === null) throw new UserError(t('tag:reply.keyLost'));
  return key;
}

export async function suggestSessions(
  call: AutocompleteCall,
  deps: CommandDeps,
): Promise<readonly Choice[]> {
  const { interaction, guild, t } = call;
  const typed = interaction.options.getFocused().trim().toLowerCase();
  const [sessions, { timeZone }] = await Promise.all([
    visibleSessions(call, deps),
    deps.policies.get(guild.id),
  ]);
  const time = choiceTime(timeZone, t.language);
  return sessions
    .map(({ convoId, title, startedAt }) => ({
      name: `${title} · ${time(startedAt)}`,
      value: convoId,
    }))
    .filter(({ name, value }) => name.toLowerCase().includes(typed) || value.includes(typed));
}
