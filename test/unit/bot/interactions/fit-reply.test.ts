import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  type APIEmbed,
} from 'discord.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reply, ReplyFile } from '../../../../src/bot/interactions/command.ts';
import { fitReply, fitChoices } from '../../../../src/bot/interactions/fit-reply.ts';
import { translator } from '../../../../src/bot/locales/translate.ts';
import { runs } from '../../../helpers/vitest/property-runs.ts';

const fit = (reply: Reply): ReturnType<typeof fitReply> => fitReply(reply, translator('en'));

const MIB = 1024 * 1024;

function file(name: string, bytes: number): ReplyFile {
  return { name, data: Buffer.alloc(bytes) };
}

function button(label: string): APIComponentInMessageActionRow {
  return { type: ComponentType.Button, style: ButtonStyle.Primary, label, custom_id: 'x' };
}

function row(
  ...components: APIComponentInMessageActionRow[]
): APIActionRowComponent<APIComponentInMessageActionRow> {
  return { type: ComponentType.ActionRow, components };
}

/** The size of an embed as Discord counts it. */
function sizeOf({ title, description, fields = [], footer, author }: APIEmbed): number {
  const texts = [title, description, footer?.text, author?.name];
  return [...texts, ...fields.flatMap(({ name, value }) => [name, value])].join('').length;
}

describe('the text', () => {
  it('is cut to 2000 characters', () => {
    expect(fit({ content: 'x'.repeat(2001) }).content).toBe(`${'x'.repeat(1999)}…`);
    expect(fit({ content: 'x'.repeat(2000) }).content).toBe('x'.repeat(2000));
  });

  it('replaces an empty answer', () => {
    expect(fit({})).toMatchObject({ content: 'Done.', embeds: [], files: [] });
    expect(fit({ embeds: [{}, { title: ' ' }] })).toMatchObject({ content: 'Done.', embeds: [] });
  });
});

describe('embeds', () => {
  it('are cut part by part, and only the first ten are kept', () => {
    const [embed] = fit({
      embeds: [
        {
          title: 't'.repeat(300),
          description: 'd'.repeat(5000),
          author: { name: 'a'.repeat(300) },
          footer: { text: 'f'.repeat(500) },
        },
      ],
    }).embeds;
    expect(embed?.title).toHaveLength(256);
    expect(embed?.description).toHaveLength(4096);
    expect(embed?.author?.name).toHaveLength(256);
    expect(embed?.footer?.text).toHaveLength(500);
    expect(fit({ embeds: Array.from({ length: 12 }, () => ({ title: 'x' })) }).embeds).toHaveLength(
      10,
    );
  });

  it('keep 25 fields, with an invisible character for an empty name or value', () => {
    const fields = Array.from({ length: 30 }, () => ({ name: '', value: ' ' }));
    const [embed] = fit({ embeds: [{ fields }] }).embeds;
    expect(embed?.fields).toHaveLength(25);
    expect(embed?.fields?.[0]).toEqual({ name: '\u200B', value: '\u200B' });
  });

  it('never have more than 6000 characters together', () => {
    const text = fc.nat({ max: 1500 }).map((length) => 'x'.repeat(length));
    const embed = fc.record(
      {
        title: text,
        description: text,
        footer: fc.record({ text }),
        author: fc.record({ name: text }),
        fields: fc.array(fc.record({ name: text, value: text }), { maxLength: 6 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(embed, { maxLength: 12 }), (embeds) => {
        const fitted = fit({ embeds }).embeds;
        const total = fitted.reduce((sum, one) => sum + sizeOf(one), 0);
        expect(total).toBeLessThanOrEqual(6000);
        for (const { fields = [] } of fitted) {
          for (const { name, value } of fields) {
            expect(name.length).toBeGreaterThan(0);
            expect(value.length).toBeGreaterThan(0);
          }
        }
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('files', () => {
  it('are limited to ten and 10 MiB in total, and the reply counts the omitted ones', () => {
    const files = [file('a', 6 * MIB), file('b', 6 * MIB), file('c', 4 * MIB)];
    const { content, files: kept } = fit({ content: 'Here:', files });
    expect(kept.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(content).toMatch(/^Here:\n\n1 file is missing/);
    expect(fit({ files: Array(12).fill(file('x', 1)) }).files).toHaveLength(10);
  });

  it('that are left out are not shown in embeds', () => {
    const image = { url: 'attachment://big.png' };
    const reply = { embeds: [{ title: 'Chart', image }], files: [file('big.png', 11 * MIB)] };
    expect(fit(reply).embeds).toEqual([{ title: 'Chart' }]);
    const small = { ...reply, files: [file('big.png', 1)] };
    expect(fit(small).embeds).toEqual([{ title: 'Chart', image }]);
  });

  it('that are left out are mentioned even when the text has the full length', () => {
    const { content } = fit({ content: 'x'.repeat(3000), files: [file('a', 11 * MIB)] });
    expect(content.length).toBeLessThanOrEqual(2000);
    expect(content).toMatch(/1 file is missing/);
  });
});

describe('buttons and selects', () => {
  it('are arranged in five rows of five, with labels that fit', () => {
    const rows = Array.from({ length: 7 }, () => row(...Array(6).fill(button('l'.repeat(90)))));
    const { components } = fit({ components: [row(), ...rows] });
    expect(components).toHaveLength(5);
    for (const { components: buttons } of components) expect(buttons).toHaveLength(5);
    expect(components[0]?.components[0]).toMatchObject({ label: `${'l'.repeat(79)}…` });
  });

  it('offer 25 options whose texts fit', () => {
    const options = Array.from({ length: 30 }, (_, index) => ({
      label: 'l'.repeat(120),
      description: 'd'.repeat(120),
      value: String(index),
    }));
    const select = {
      type: ComponentType.StringSelect,
      custom_id: 'x',
      placeholder: 'p'.repeat(200),
      options,
    } as const;
    const [shown] = fit({ components: [row(select)] }).components[0]?.components ?? [];
    expect(shown).toMatchObject({ placeholder: `${'p'.repeat(149)}…` });
    const kept = shown !== undefined && 'options' in shown ? shown.options : [];
    expect(kept).toHaveLength(25);
    expect(kept[0]?.label).toHaveLength(100);
    expect(kept[0]?.description).toHaveLength(100);
  });
});

describe('suggestions', () => {
  it('are at most 25, cut, and without choices that Discord would reject', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ name: `n${index}`, value: 'v' }));
    expect(fitChoices(many)).toHaveLength(25);
    const odd = [
      { name: 'n'.repeat(120), value: 'long name' },
      { name: '\u200B', value: 'nothing to see' },
      { name: 'no value', value: '' },
      { name: 'long value', value: 'v'.repeat(101) },
    ];
    expect(fitChoices(odd)).toEqual([{ name: `${'n'.repeat(99)}…`, value: 'long name' }]);
  });
});
