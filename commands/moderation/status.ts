import { ComponentType, type APIEmbedField } from 'discord.js';
import {
  type Call,
  type CommandDeps,
  type Component,
  duration,
  type PictureCounts,
  type PipelineStatus,
  type Policy,
  type Renderer,
  type Reply,
  type SlashCall,
  timestamp,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { presetsText, rulesText } from '../rules/list.ts';
import { controlsOf, type Row } from '../settings/controls.ts';
import { isSettingId, SETTINGS, type SettingId } from '../settings/index.ts';
import { summaryOf, type SettingView } from '../settings/setting.ts';
import { answeredBy } from '../shared/answered-by.ts';
import { checkMayConfigure } from '../shared/may-configure.ts';
import { viewOf } from '../settings/view.ts';
import { writeEffects } from './effects-input.ts';

/* Together with the short fields, these limits keep within Discord's 6000 characters for a message's embeds. */
const PRESETS_LENGTH = 600;
const RULES_LENGTH = 1900;

/** The select that opens a setting. */
const OPEN_ID = 'setting-open';

export function showStatus(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return statusScreen(call, deps, { id: null, notice: '' });
}

export const settingOpener: Component<CommandDeps> = {
  id: OPEN_ID,
  answer: { kind: 'update' },
  async run(call, _args, deps) {
    checkMayConfigure(call);
    const { interaction } = call;
    const [id = ''] = interaction.isAnySelectMenu() ? interaction.values : [];
    return statusScreen(call, deps, { id: isSettingId(id) ? id : null, notice: '' });
  },
};

/** Every setting, and the controls of the open one. */
export async function statusScreen(
  call: Call<unknown>,
  deps: CommandDeps,
  { id: openId, notice }: { readonly id: SettingId | null; readonly notice: string },
): Promise<Reply> {
  const { t } = call;
  const { pipelineStatus, recordingsWaiting, pictureCounts, caseDays } = deps;
  const view = await viewOf(call, deps);
  const { policy } = view;
  const value = (id: SettingId): string => SETTINGS[id].value(view);
  const fields = [
    inline(t('moderation:reply.status.mode'), value('mode')),
    inline(t('moderation:reply.status.channel'), value('channel')),
    inline(t('moderation:reply.status.alerts'), value('alerts')),
    inline(t('moderation:reply.status.keywords'), keywordsOf(policy, t)),
    inline(t('moderation:reply.status.timeout'), value('timeout')),
    inline(
      t('moderation:reply.status.retention'),
      duration(t.language, policy.evidenceDays * 86_400),
    ),
    inline(
      t('moderation:reply.status.caseRetention'),
      duration(t.language, (policy.caseDays ?? caseDays) * 86_400),
    ),
    inline(t('moderation:reply.status.timeZone'), value('time-zone')),
    inline(t('moderation:reply.status.language'), value('language')),
    inline(t('moderation:reply.status.webhooks'), value('webhooks')),
    inline(t('moderation:reply.status.bots'), value('bots')),
    inline(t('moderation:reply.status.voice'), value('voice')),
    inline(t('moderation:reply.status.names'), value('names')),
    inline(t('moderation:reply.status.report'), value('report')),
    { name: t('moderation:reply.status.notice'), value: value('notice') },
    { name: t('rules:list.presets'), value: presetsText(policy, t, PRESETS_LENGTH) },
    { name: t('moderation:reply.status.exempt'), value: value('exempt') },
    { name: t('message-log:setting.name'), value: value('message-log') },
    { name: t('moderation:reply.status.escalation'), value: escalationOf(policy, t) },
    { name: t('incident:settings.title'), value: value('incidents') },
    {
      name: t('moderation:reply.status.now'),
      value: nowOf(
        {
          ...pipelineStatus(),
          recordings: recordingsWaiting(call.guild.id),
          pictures: pictureCounts(call.guild.id),
        },
        call,
      ),
    },
  ];
  return {
    content: notice,
    embeds: [
      { title: t('moderation:reply.status.title'), fields },
      {
        title: t('rules:list.title'),
        description: rulesText(policy, t, RULES_LENGTH),
        ...answeredBy(call.guild, t, deps),
      },
    ],
    components: [settingSelect(t, openId), ...openControls(openId, view)],
  };
}

function settingSelect(t: Translate, openId: SettingId | null): Row {
  const ids = Object.keys(SETTINGS).filter(isSettingId);
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: OPEN_ID,
        placeholder: t('settings:choose'),
        options: ids.map((id) => ({
          value: id,
          label: t(SETTINGS[id].name),
          description: t(summaryOf(SETTINGS[id])),
          default: id === openId,
        })),
      },
    ],
  };
}

function openControls(openId: SettingId | null, view: SettingView): Row[] {
  if (openId === null) return [];
  const { selects, buttons } = controlsOf('status', openId, view);
  return buttons.length === 0
    ? [...selects]
    : [...selects, { type: ComponentType.ActionRow, components: [...buttons] }];
}

function inline(name: string, value: string): APIEmbedField {
  return { name, value, inline: true };
}

function keywordsOf({ keywords: { channelId, roleId } }: Policy, t: Translate): string {
  const channel = channelId === null ? t('moderation:reply.status.sameChannel') : `<#${channelId}>`;
  return roleId === null
    ? t('moderation:reply.status.keywordsSilent', { channel })
    : t('moderation:reply.status.keywordsPinging', { channel, role: `<@&${roleId}>` });
}

function escalationOf({ escalation }: Policy, t: Translate): string {
  const steps = escalation.steps.map(({ strikes, effect }) =>
    t('moderation:reply.status.step', { strikes, effect: writeEffects([effect]) }),
  );
  const isOff = escalation.enabled ? [] : [t('moderation:reply.status.escalationOff')];
  return [
    ...isOff,
    ...steps,
    t('moderation:reply.status.window', { count: escalation.windowDays }),
  ].join('\n');
}

const PICTURE_COUNTS = ['waiting', 'unreadable', 'skipped'] as const;

function nowOf(
  {
    outage,
    waiting,
    channelsBehind,
    alertsWaiting,
    recordings,
    pictures,
  }: PipelineStatus & { readonly recordings: number; readonly pictures: PictureCounts },
  { t, show }: Pick<Renderer, 't' | 'show'>,
): string {
  const lines = [
    ...(outage === null
      ? []
      : [
          t('moderation:reply.status.outage', {
            since: timestamp(outage.since, 'R'),
            reason: show(outage.reason),
          }),
        ]),
    ...(waiting === 0 ? [] : [t('moderation:reply.status.waiting', { count: waiting })]),
    ...(channelsBehind === 0
      ? []
      : [t('moderation:reply.status.behind', { count: channelsBehind })]),
    ...(recordings === 0 ? [] : [t('moderation:reply.status.recordings', { count: recordings })]),
    ...PICTURE_COUNTS.flatMap((kind) =>
      pictures[kind] === 0 ? [] : [t(`pictures:status.${kind}`, { count: pictures[kind] })],
    ),
    ...(alertsWaiting === 0
      ? []
      : [t('moderation:reply.status.alertsWaiting', { count: alertsWaiting })]),
  ];
  return lines.length === 0 ? t('moderation:reply.status.idle') : lines.join('\n');
}
