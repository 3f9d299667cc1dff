import {
  type CommandDeps,
  moderatorChannelOf,
  modeSchema,
  type Policy,
  type Reply,
  timestamp,
} from '../../src/bot/command-kit.ts';
import { DAY_MS } from '../../src/shared/clock.ts';
import { changePolicy } from '../moderation/change.ts';
import type { Setting, SettingCall } from './setting.ts';

/** `week` watches for a week. Then the bot reports what it would have done, and offers to enforce. */
export const MODES = ['enforce', 'week', 'watch', 'off'] as const;
export type ModeChoice = (typeof MODES)[number];

const WEEK_MS = 7 * DAY_MS;

export const modeSetting: Setting = {
  name: 'settings:mode.name',
  explanation: 'settings:mode.explanation',
  summary: 'moderation:subcommands.mode.description',
  value({ guild, policy, moderatorChannel, t, show }) {
    const channel = moderatorChannelOf(guild, policy, moderatorChannel);
    if (policy.mode === 'enforce' && channel.kind === 'unusable') {
      const { reason, fix } = channel.refusal;
      return t('settings:mode.noChannel', {
        mode: t('moderation:modeName.watch'),
        reason: show(reason),
        fix: show(fix),
      });
    }
    const mode = t(`moderation:modeName.${choiceOf(policy)}`);
    return policy.watchOnlyUntil === null
      ? mode
      : t('settings:mode.until', { mode, date: timestamp(policy.watchOnlyUntil, 'D') });
  },
  controls: [
    {
      kind: 'choice',
      name: 'settings:mode.name',
      choices: ({ policy, t }) =>
        MODES.map((mode) => ({
          value: mode,
          label: t(`moderation:mode.${mode}`),
          isChosen: mode === choiceOf(policy),
        })),
      change: (call, deps, value) => changeMode(call, deps, modeOf(value)),
    },
  ],
};

export function changeMode(
  call: Pick<SettingCall, 'guild' | 'by' | 't'>,
  deps: CommandDeps,
  choice: ModeChoice,
): Promise<Reply> {
  const mode = choice === 'week' ? 'watch' : choice;
  const watchOnlyUntil = choice === 'week' ? deps.clock.now() + WEEK_MS : null;
  return changePolicy(call, deps, (policy) => ({
    policy: { ...policy, mode, watchOnlyUntil },
    describe: (reader) =>
      reader('moderation:reply.changed.mode', { mode: reader(`moderation:modeName.${choice}`) }),
  }));
}

/** Throws a `ZodError` for anything that is not a choice. */
export function modeOf(value: string): ModeChoice {
  return value === 'week' ? value : modeSchema.parse(value);
}

function choiceOf({ mode, watchOnlyUntil }: Policy): ModeChoice {
  return mode === 'watch' && watchOnlyUntil !== null ? 'week' : mode;
}
