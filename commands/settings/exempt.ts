import type { CommandDeps, Reply } from '../../src/bot/command-kit.ts';
import { changePolicy } from '../moderation/change.ts';
import { listed } from '../shared/listed.ts';
import {
  MAX_SELECTED,
  MESSAGE_CHANNELS,
  withSelected,
  type Setting,
  type SettingCall,
} from './setting.ts';

const SHOWN_LENGTH = 1000;

export const exemptSetting: Setting = {
  name: 'settings:exempt.name',
  explanation: 'settings:exempt.explanation',
  summary: 'moderation:subcommands.exempt.description',
  value({ policy: { exemptRoleIds, exemptChannelIds }, t }) {
    const all = [
      ...exemptRoleIds.map((id) => `<@&${id}>`),
      ...exemptChannelIds.map((id) => `<#${id}>`),
    ];
    return all.length === 0
      ? t('moderation:reply.status.nothingExempt')
      : listed(all, { separator: ', ', maxLength: SHOWN_LENGTH }, t);
  },
  controls: [
    {
      kind: 'roles',
      name: 'settings:exempt.roles',
      max: MAX_SELECTED,
      chosen: ({ exemptRoleIds }) => exemptRoleIds,
      change: (call, deps, ids) =>
        changeExemptions(call, deps, ({ exemptRoleIds, exemptChannelIds }) => ({
          exemptRoleIds: withSelected(exemptRoleIds, ids),
          exemptChannelIds,
        })),
    },
    {
      kind: 'channels',
      name: 'settings:exempt.channels',
      types: MESSAGE_CHANNELS,
      max: MAX_SELECTED,
      chosen: ({ exemptChannelIds }) => exemptChannelIds,
      change: (call, deps, ids) =>
        changeExemptions(call, deps, ({ exemptRoleIds, exemptChannelIds }) => ({
          exemptRoleIds,
          exemptChannelIds: withSelected(exemptChannelIds, ids),
        })),
    },
  ],
};

interface Exemptions {
  readonly exemptRoleIds: string[];
  readonly exemptChannelIds: string[];
}

/** Names the newly exempt roles and channels, and those checked again. */
export function changeExemptions(
  call: Pick<SettingCall, 'guild' | 'by' | 't'>,
  deps: CommandDeps,
  change: (exemptions: Exemptions) => Exemptions,
): Promise<Reply> {
  return changePolicy(call, deps, (policy) => {
    const changed = change(policy);
    const before = mentionsOf(policy);
    const after = mentionsOf(changed);
    const added = after.filter((target) => !before.includes(target));
    const removed = before.filter((target) => !after.includes(target));
    return {
      policy: { ...policy, ...changed },
      describe: (reader) =>
        [
          ...(added.length === 0
            ? []
            : [
                reader('moderation:reply.changed.exempted', {
                  targets: added,
                  count: added.length,
                }),
              ]),
          ...(removed.length === 0
            ? []
            : [
                reader('moderation:reply.changed.checked', {
                  targets: removed,
                  count: removed.length,
                }),
              ]),
        ].join(' '),
    };
  });
}

function mentionsOf({ exemptRoleIds, exemptChannelIds }: Exemptions): string[] {
  return [...exemptRoleIds.map((id) => `<@&${id}>`), ...exemptChannelIds.map((id) => `<#${id}>`)];
}
