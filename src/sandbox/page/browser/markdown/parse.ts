/* Discord's Markdown as a tree. All input is hostile: nesting is bounded, and nothing becomes HTML. */

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | {
      readonly kind: 'bold' | 'italic' | 'underline' | 'strike' | 'spoiler';
      readonly children: readonly Inline[];
    }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }
  | { readonly kind: 'message link'; readonly channelId: string; readonly messageId: string }
  | { readonly kind: 'user' | 'role' | 'channel'; readonly id: string }
  | { readonly kind: 'command' | 'emoji' | 'everyone'; readonly name: string }
  | { readonly kind: 'time'; readonly ms: number; readonly style: string };

export type Block =
  | { readonly kind: 'paragraph' | 'subtext'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly children: readonly Inline[] }
  | { readonly kind: 'quote'; readonly lines: readonly Block[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly Inline[][] }
  | { readonly kind: 'code'; readonly text: string };

const MAX_DEPTH = 8;
const FENCE = /```(?:[\w+-]*\n)?([\s\S]*?)```/g;

export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  let end = 0;
  for (const match of text.matchAll(FENCE)) {
    blocks.push(...parseLines(text.slice(end, match.index).replace(/\n$/, '')));
    blocks.push({ kind: 'code', text: (match[1] ?? '').replace(/\n$/, '') });
    end = match.index + match[0].length;
    if (text[end] === '\n') end += 1;
  }
  blocks.push(...parseLines(text.slice(end)));
  return blocks;
}

const HEADING = /^(#{1,3})\s+(.+)$/;
const SUBTEXT = /^-#\s+(.+)$/;
const QUOTE = /^>(?:\s(.*)|$)/;
const BULLET = /^\s{0,4}[-*]\s+(.+)$/;
const NUMBER = /^\s{0,4}\d{1,4}\.\s+(.+)$/;

function parseLines(text: string): Block[] {
  if (text === '') return [];
  const blocks: Block[] = [];
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.startsWith('>>> ')) {
      const rest = [line.slice(4), ...lines.slice(index + 1)].join('\n');
      blocks.push({ kind: 'quote', lines: parseUnquoted(rest) });
      return blocks;
    }
    if (QUOTE.test(line)) {
      const quoted = taken(lines, index, QUOTE);
      blocks.push({ kind: 'quote', lines: parseUnquoted(quoted.join('\n')) });
      index += quoted.length - 1;
      continue;
    }
    const list = [BULLET, NUMBER].find((pattern) => pattern.test(line));
    if (list !== undefined) {
      const items = taken(lines, index, list);
      const isOrdered = list === NUMBER;
      blocks.push({ kind: 'list', isOrdered, items: items.map((item) => parseInline(item)) });
      index += items.length - 1;
      continue;
    }
    blocks.push(parseLine(line));
  }
  return blocks;
}

/** Quotes do not nest. */
function parseUnquoted(text: string): Block[] {
  return text.split('\n').map(parseLine);
}

function parseLine(line: string): Block {
  const [, hashes = '', heading] = HEADING.exec(line) ?? [];
  if (heading !== undefined) {
    const level = hashes.length === 1 ? 1 : hashes.length === 2 ? 2 : 3;
    return { kind: 'heading', level, children: parseInline(heading) };
  }
  const [, subtext] = SUBTEXT.exec(line) ?? [];
  if (subtext !== undefined) return { kind: 'subtext', children: parseInline(subtext) };
  return { kind: 'paragraph', children: parseInline(line) };
}

/** Returns the first capture group of each line from `start` on, up to the first line that does not match. */
function taken(lines: readonly string[], start: number, pattern: RegExp): string[] {
  const groups: string[] = [];
  for (const line of lines.slice(start)) {
    const match = pattern.exec(line);
    if (match === null) break;
    groups.push(match[1] ?? '');
  }
  return groups;
}

interface Rule {
  readonly pattern: RegExp;
  readonly node: (groups: readonly string[], depth: number) => Inline;
}

const wrap =
  (kind: 'bold' | 'italic' | 'underline' | 'strike' | 'spoiler'): Rule['node'] =>
  ([inner = ''], depth) => ({ kind, children: parseInline(inner, depth + 1) });

const RULES: readonly Rule[] = [
  { pattern: /\\([^\w\s])/y, node: ([text = '']) => ({ kind: 'text', text }) },
  { pattern: /``([\s\S]+?)``(?!`)/y, node: ([text = '']) => ({ kind: 'code', text }) },
  { pattern: /`([^`\n]+)`(?!`)/y, node: ([text = '']) => ({ kind: 'code', text }) },
  { pattern: /\|\|([\s\S]+?)\|\|/y, node: wrap('spoiler') },
  { pattern: /\*\*([\s\S]+?)\*\*(?!\*)/y, node: wrap('bold') },
  { pattern: /__([\s\S]+?)__(?!_)/y, node: wrap('underline') },
  { pattern: /~~([\s\S]+?)~~(?!~)/y, node: wrap('strike') },
  { pattern: /\*(?![\s*])((?:\*\*|[^*])+?)\*(?!\*)/y, node: wrap('italic') },
  { pattern: /(?<!\w)_(?!_)([^_]+)_(?![\w_])/y, node: wrap('italic') },
  { pattern: /<@!?(\d{1,20})>/y, node: ([id = '']) => ({ kind: 'user', id }) },
  { pattern: /<@&(\d{1,20})>/y, node: ([id = '']) => ({ kind: 'role', id }) },
  { pattern: /<#(\d{1,20})>/y, node: ([id = '']) => ({ kind: 'channel', id }) },
  { pattern: /<\/([^:>]{1,100}):\d{1,20}>/y, node: ([name = '']) => ({ kind: 'command', name }) },
  { pattern: /<a?:(\w{2,32}):\d{1,20}>/y, node: ([name = '']) => ({ kind: 'emoji', name }) },
  { pattern: /@(everyone|here)\b/y, node: ([name = '']) => ({ kind: 'everyone', name }) },
  {
    pattern: /<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y,
    node: ([seconds = '', style = 'f']) => ({ kind: 'time', ms: Number(seconds) * 1000, style }),
  },
  {
    pattern: /\[([^\]\n]{1,500})\]\(<?(https?:\/\/[^\s<>)]+)>?(?:\s+"[^"\n]*")?\)/y,
    node: ([label = '', href = ''], depth) => linkTo(href, parseInline(label, depth + 1)),
  },
  {
    pattern: /<?(https?:\/\/[^\s<>]*[^\s<>.,:;"'\])])>?/y,
    node: ([href = '']) => linkTo(href, null),
  },
];

const MESSAGE_LINK = /^https:\/\/discord\.com\/channels\/(?:@me|\d+)\/(\d+)\/(\d+)$/;

function linkTo(href: string, label: readonly Inline[] | null): Inline {
  const [, channelId, messageId] = MESSAGE_LINK.exec(href) ?? [];
  if (channelId !== undefined && messageId !== undefined && label === null) {
    return { kind: 'message link', channelId, messageId };
  }
  return { kind: 'link', href, children: label ?? [{ kind: 'text', text: href }] };
}

/** Characters that can begin markup; all others are text. */
const SPECIAL = /[\\`|*_~<@[h]/g;

export function parseInline(text: string, depth = 0): Inline[] {
  if (depth > MAX_DEPTH) return [{ kind: 'text', text }];
  const nodes: Inline[] = [];
  let plainFrom = 0;
  let index = 0;
  const flush = (to: number): void => {
    if (to > plainFrom) nodes.push({ kind: 'text', text: text.slice(plainFrom, to) });
  };
  while (index < text.length) {
    SPECIAL.lastIndex = index;
    const next = SPECIAL.exec(text);
    if (next === null) break;
    index = next.index;
    const found = firstRule(text, index);
    if (found === null) {
      index += 1;
      continue;
    }
    flush(index);
    nodes.push(found.rule.node(found.match.slice(1), depth));
    index += found.match[0].length;
    plainFrom = index;
  }
  flush(text.length);
  return nodes;
}

function firstRule(text: string, index: number): { rule: Rule; match: RegExpExecArray } | null {
  for (const rule of RULES) {
    rule.pattern.lastIndex = index;
    const match = rule.pattern.exec(text);
    if (match !== null) return { rule, match };
  }
  return null;
}
