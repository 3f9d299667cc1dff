import { ButtonStyle } from 'discord.js';
import {
  type CommandDeps,
  type ComponentCall,
  defuse,
  languageOf,
  languages,
  type ListedWord,
  MAX_NATIVE_ALLOWED,
  moderatorChannelOf,
  NATIVE_KINDS,
  type NativeKind,
  type NativeRule,
  type NativeTrigger,
  READY_MADE,
  type Reply,
  type SlashCall,
  type Translate,
  translator,
  type WordList,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { checkMayConfigure } from '../shared/may-configure.ts';
import { quotedWord } from './quoted-words.ts';
import { refusedText } from './refused.ts';
import { checkMayBlock } from './save.ts';

const DEFAULT_MENTIONS = 20;

/** Makes Discord block messages. Asks first: it takes effect at once, and leaves no case. */
export async function exportRule(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, interaction, t, mention } = call;
  checkMayBlock(call, 'blocked');
  const chosen = interaction.options.getString('rule', true);
  const kind = NATIVE_KINDS.find((known) => known === chosen) ?? 'words';
  const limit = interaction.options.getInteger('mentions') ?? DEFAULT_MENTIONS;
  const all = await deps.words.list(guild.id);
  if (kind === 'words' && on('blocked', all).length === 0) {
    throw new UserError(t('words:reply.export.noWords', { command: mention('words add') }));
  }
  const { mode } = await deps.policies.get(guild.id);
  const leftOut = on('allowed', all).length - MAX_NATIVE_ALLOWED;
  const lines = [
    t('words:reply.export.question', { name: quotedWord(t, nameOf(t, kind)) }),
    ...(mode === 'watch' ? [t('words:reply.export.watch')] : []),
    ...(kind === 'words' && leftOut > 0
      ? [t('words:reply.export.allowedLeftOut', { count: leftOut, max: MAX_NATIVE_ALLOWED })]
      : []),
  ];
  return deps.questions.ask(call, {
    content: lines.join('\n'),
    choices: [
      {
        label: t('words:reply.export.button'),
        style: ButtonStyle.Danger,
        run: (confirmed) => save(confirmed, deps, { kind, limit }),
      },
    ],
  });
}

async function save(
  call: ComponentCall,
  deps: CommandDeps,
  { kind, limit }: { readonly kind: NativeKind; readonly limit: number },
): Promise<Reply> {
  checkMayConfigure(call);
  checkMayBlock(call, 'blocked');
  const { guild, by, t } = call;
  const policy = await deps.policies.get(guild.id);
  const server = translator(policy.language ?? languageOf(guild.preferredLocale));
  const channel = moderatorChannelOf(guild, policy, deps.moderatorChannel);
  const name = nameOf(server, kind);
  const rule: NativeRule = {
    name,
    otherNames: languages.map((language) => nameOf(translator(language), kind)),
    trigger: triggerOf(kind, { limit, all: await deps.words.list(guild.id) }),
    explanation: server(`words:explanation.${kind}`),
    alertChannelId: channel.kind === 'unusable' ? null : channel.channel.id,
    exemptRoleIds: policy.exemptRoleIds,
    exemptChannelIds: policy.exemptChannelIds,
    reason: server('words:auditReason', { user: by.name.slice(0, 100) }),
  };
  const saved = await deps.nativeRules.save(guild.id, rule);
  switch (saved.kind) {
    case 'refused':
      return { content: refusedText(call, saved) };
    case 'full':
      return { content: t('words:reply.export.full') };
    case 'created':
    case 'changed':
  }
  const user = defuse(by.name, 100);
  deps.announce(guild.id, (reader) =>
    reader('words:reply.announced.exported', { user, name: quotedWord(reader, name) }),
  );
  return { content: t(`words:reply.export.${saved.kind}`, { name: quotedWord(t, name) }) };
}

function nameOf(t: Translate, kind: NativeKind): string {
  return `Portcullis: ${t(`words:rules.${kind}`)}`;
}

function triggerOf(
  kind: NativeKind,
  { limit, all }: { readonly limit: number; readonly all: readonly ListedWord[] },
): NativeTrigger {
  switch (kind) {
    case 'words':
      return { kind: 'keywords', keywords: on('blocked', all), allowed: on('allowed', all) };
    case 'mentions':
      return { kind: 'mentions', limit };
    case 'invites':
    case 'links':
      return { kind: 'keywords', keywords: READY_MADE[kind], allowed: [] };
  }
}

function on(list: WordList, all: readonly ListedWord[]): string[] {
  return all.filter((word) => word.list === list).map(({ text }) => text);
}
