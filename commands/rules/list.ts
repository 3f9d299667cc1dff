import type {
  CommandDeps,
  Policy,
  Reply,
  SlashCall,
  Translate,
} from '../../src/bot/command-kit.ts';
import { ruleLine } from './rule-lines.ts';

/* Texts of a server's rules and presets. */

const RULES_LENGTH = 3500;
/** Shown after the rules, because it applies whatever they are. */
const ANY_OTHER = '`*` → alert';
const FIELD_LENGTH = 1024;

export async function listRules({ guild, t }: SlashCall, deps: CommandDeps): Promise<Reply> {
  const policy = await deps.policies.get(guild.id);
  return {
    embeds: [
      {
        title: t('rules:list.title'),
        description: rulesText(policy, t, RULES_LENGTH),
        fields: [{ name: t('rules:list.presets'), value: presetsText(policy, t, FIELD_LENGTH) }],
      },
    ],
  };
}

/** The server's rules in their order, as many as fit. */
export function rulesText({ rules }: Policy, t: Translate, maxLength: number): string {
  const lines = rules.map((rule, index) => `${index + 1}. ${ruleLine(rule, t)}`);
  const own = lines.length === 0 ? t('rules:list.none') : fitting(lines, t, maxLength);
  return `${own}\n${ANY_OTHER}`;
}

/** The server's preset and its exceptions. */
export function presetsText(policy: Policy, t: Translate, maxLength: number): string {
  const lines = [
    t('rules:list.preset', { preset: t(`rules:preset.${policy.preset}`) }),
    t('rules:list.ageRestricted', { preset: t(`rules:preset.${policy.ageRestrictedPreset}`) }),
    ...policy.presetOverrides.map(({ kind, targetId, preset }) =>
      t('rules:list.override', {
        target: kind === 'role' ? `<@&${targetId}>` : `<#${targetId}>`,
        preset: t(`rules:preset.${preset}`),
      }),
    ),
  ];
  return fitting(lines, t, maxLength);
}

/** The lines that fit; the last one counts the rest. */
function fitting(lines: readonly string[], t: Translate, maxLength: number): string {
  let shown = lines.length;
  const textOf = (count: number): string =>
    [
      ...lines.slice(0, count),
      ...(count < lines.length ? [t('common:more', { count: lines.length - count })] : []),
    ].join('\n');
  while (shown > 0 && textOf(shown).length > maxLength) shown -= 1;
  return textOf(shown);
}
