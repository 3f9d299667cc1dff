import { ButtonStyle } from 'discord.js';
import {
  type CommandDeps,
  defuseLine,
  importOf,
  type NativeImport,
  type NativeKeywordRule,
  type Reply,
  type SlashCall,
  WORD_LISTS,
} from '../../src/bot/command-kit.ts';
import { refusedText } from './refused.ts';
import { quotedWords } from './quoted-words.ts';
import { checkMayBlock, putOnList, resultLines, type WordsCall } from './save.ts';

const NAME_LENGTH = 100;

/** Shows the words of the server's AutoMod rules, and imports them on confirmation. */
export async function importWords(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, t } = call;
  checkMayBlock(call, 'blocked');
  const found = await deps.nativeRules.keywordRules(guild.id);
  if (found.kind === 'refused') return { content: refusedText(call, found) };
  const wanted = importOf(found.rules);
  const lines = [...found.rules.map((rule) => ruleLine(call, rule)), ...leftOutLines(call, wanted)];
  if (wanted.blocked.length + wanted.allowed.length === 0) {
    return { content: [t('words:reply.import.none'), ...lines].join('\n') };
  }
  return deps.questions.ask(call, {
    content: [...lines, t('words:reply.import.question')].join('\n'),
    choices: [
      {
        label: t('words:reply.import.button'),
        style: ButtonStyle.Primary,
        run: (confirmed) => takeOver(confirmed, deps, wanted),
      },
    ],
  });
}

async function takeOver(call: WordsCall, deps: CommandDeps, wanted: NativeImport): Promise<Reply> {
  checkMayBlock(call, 'blocked');
  const lines: string[] = [];
  let added = 0;
  for (const list of WORD_LISTS) {
    const words = wanted[list];
    if (words.length === 0) continue;
    const result = await putOnList(call, deps, { list, words });
    added += result.added.length;
    lines.push(...resultLines(call, { list, result }));
  }
  if (added === 0) lines.unshift(call.t('words:reply.import.nothingNew'));
  return { content: lines.join('\n') };
}

function ruleLine({ t }: SlashCall, rule: NativeKeywordRule): string {
  const name = defuseLine(rule.name, NAME_LENGTH);
  if (!rule.isEnabled) return t('words:reply.import.off', { name });
  if (!rule.blocks) return t('words:reply.import.alertsOnly', { name });
  const { keywords, allowed, hasExemptions } = rule;
  const values = { name, keywords: keywords.length, allowed: allowed.length };
  const line = t('words:reply.import.rule', values);
  return hasExemptions ? `${line}\n${t('words:reply.import.exemptions')}` : line;
}

function leftOutLines({ t }: SlashCall, { patterns, unusable }: NativeImport): string[] {
  return [
    ...(patterns === 0 ? [] : [t('words:reply.import.patterns', { count: patterns })]),
    ...(unusable.length === 0
      ? []
      : [
          t('words:reply.import.unusable', {
            words: quotedWords(
              t,
              unusable.map((text) => ({ text })),
            ),
          }),
        ]),
  ];
}
