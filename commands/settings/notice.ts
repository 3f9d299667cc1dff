import { TextInputStyle } from 'discord.js';
import { type CommandDeps, defuse, noticeText, type Reply } from '../../src/bot/command-kit.ts';
import { changePolicy } from '../moderation/change.ts';
import { isSwitchedOn, switchChoices } from './switch.ts';
import type { Setting, SettingCall } from './setting.ts';

const SHOWN_LENGTH = 900;
const MAX_LENGTH = 1000;

export const noticeSetting: Setting = {
  name: 'settings:notice.name',
  explanation: 'settings:notice.explanation',
  summary: 'moderation:subcommands.notice.description',
  value({ policy, t }) {
    const text = defuse(noticeText(t, policy), SHOWN_LENGTH);
    return policy.notice.enabled
      ? t('moderation:reply.status.noticeOn', { text })
      : t('moderation:reply.status.noticeOff', { text });
  },
  controls: [
    {
      kind: 'choice',
      name: 'settings:notice.name',
      choices: ({ policy, t }) => switchChoices(t, policy.notice.enabled),
      change: (call, deps, value) =>
        changeNotice(call, deps, { enabled: isSwitchedOn(value), text: null }),
    },
    {
      kind: 'form',
      name: 'settings:notice.text',
      inputs: [
        {
          id: 'text',
          label: 'settings:notice.input',
          style: TextInputStyle.Paragraph,
          maxLength: MAX_LENGTH,
          isRequired: true,
        },
      ],
      change: (call, deps, { text = '' }) => changeNotice(call, deps, { enabled: null, text }),
    },
  ],
};

/** Null: unchanged. */
export function changeNotice(
  call: Pick<SettingCall, 'guild' | 'by' | 't' | 'mention'>,
  deps: CommandDeps,
  { enabled, text }: { readonly enabled: boolean | null; readonly text: string | null },
): Promise<Reply> {
  const { t, mention } = call;
  return changePolicy(call, deps, (policy) => {
    const keys = [
      ...(enabled === null ? [] : [enabled ? ('noticeOn' as const) : ('noticeOff' as const)]),
      ...(text === null ? [] : ['noticeText' as const]),
    ];
    const isOff = enabled === null && !policy.notice.enabled;
    return {
      policy: {
        ...policy,
        notice: { enabled: enabled ?? policy.notice.enabled, text: text ?? policy.notice.text },
      },
      describe: (reader) => keys.map((key) => reader(`moderation:reply.changed.${key}`)).join(' '),
      hint: isOff
        ? t('moderation:reply.hint.noticeOff', { command: mention('moderation notice') })
        : undefined,
    };
  });
}
