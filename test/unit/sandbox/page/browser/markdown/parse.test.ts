import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseInline,
  parseMarkdown,
  type Inline,
} from '../../../../../../src/sandbox/page/browser/markdown/parse.ts';

const text = (value: string): Inline => ({ kind: 'text', text: value });

describe('parseMarkdown', () => {
  it.each<[string, Inline[]]>([
    ['plain', [text('plain')]],
    [
      '**bold** and *italic*',
      [
        { kind: 'bold', children: [text('bold')] },
        text(' and '),
        { kind: 'italic', children: [text('italic')] },
      ],
    ],
    ['a_b_c', [text('a_b_c')]],
    ['\\*not italic\\*', [text('*'), text('not italic'), text('*')]],
    [
      '||secret **b**||',
      [{ kind: 'spoiler', children: [text('secret '), { kind: 'bold', children: [text('b')] }] }],
    ],
    ['`**code**`', [{ kind: 'code', text: '**code**' }]],
    [
      '<@1> <@&2> <#3>',
      [
        { kind: 'user', id: '1' },
        text(' '),
        { kind: 'role', id: '2' },
        text(' '),
        { kind: 'channel', id: '3' },
      ],
    ],
    ['</case show:4>', [{ kind: 'command', name: 'case show' }]],
    ['<t:60:R>', [{ kind: 'time', ms: 60_000, style: 'R' }]],
    [
      '[site](https://example.com/a)',
      [{ kind: 'link', href: 'https://example.com/a', children: [text('site')] }],
    ],
    [
      'https://discord.com/channels/1/2/3',
      [{ kind: 'message link', channelId: '2', messageId: '3' }],
    ],
  ])('reads "%s"', (source, expected) => {
    expect(parseInline(source)).toEqual(expected);
  });

  it.each(['[a](javascript:alert(1))', '<javascript:1>', '[a](data:text/html,x)'])(
    'makes no link of "%s"',
    (source) => {
      expect(JSON.stringify(parseInline(source))).not.toContain('"link"');
    },
  );

  it('reads headings, small lines, quotes, lists and code', () => {
    const source = '# Title\n-# small\n> quoted\n- one\n- two\n```js\nlet a;\n```\nend';
    expect(parseMarkdown(source).map(({ kind }) => kind)).toEqual([
      'heading',
      'subtext',
      'quote',
      'list',
      'code',
      'paragraph',
    ]);
  });

  it('keeps every letter of a text without markup', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w ,.!?]*$/), (source) => {
        const read = parseInline(source.replaceAll('_', ' '));
        expect(read.map((node) => ('text' in node ? node.text : '?')).join('')).toBe(
          source.replaceAll('_', ' '),
        );
      }),
    );
  });

  it.each(['*', '**', '||', '_', '~~', '`', '[', '<@', '> ', '**||*_'])(
    'reads thousands of "%s" quickly',
    (mark) => {
      const startedAt = performance.now();
      parseMarkdown(mark.repeat(4000 / mark.length));
      expect(performance.now() - startedAt).toBeLessThan(1000);
    },
  );
});
