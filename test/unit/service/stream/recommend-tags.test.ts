import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recommendTags } from '../../../../src/service/stream/recommend-tags.ts';
import { TAGS } from '../../../../src/service/stream/tag-list.ts';

const COOKING = [
  'Today we bake sourdough bread in a very hot oven.',
  'This recipe needs three ingredients, and sourdough takes time.',
  'Knead the dough in the kitchen until it is smooth.',
];

describe('recommended tags', () => {
  it('name the topics, best first', () => {
    expect(recommendTags(COOKING, '').tags[0]).toBe('cooking');
  });

  it('include word pairs and plurals', () => {
    const { tags } = recommendTags(['The interest rates rose.', 'Unemployment fell.'], '');
    expect(tags).toContain('economy');
  });

  it('do not include a tag mentioned once in passing', () => {
    expect(recommendTags(['I saw the moon yesterday.'], '').tags).toEqual([]);
  });

  it('use the seed sentence', () => {
    const spoken = ['I saw the moon yesterday.'];
    expect(recommendTags(spoken, 'A talk on rockets and the moon').tags[0]).toBe('space');
    expect(recommendTags(spoken, 'Our cat show').tags).toEqual(['animals']);
  });

  it('do not include tags far below the best one', () => {
    const spoken = Array.from({ length: 200 }, () => COOKING).flat();
    expect(recommendTags([...spoken, 'The chess king.', 'A chess queen.'], '').tags).toContain(
      'cooking',
    );
    expect(recommendTags([...spoken, 'A song.', 'A song.'], '').tags).not.toContain('music');
  });

  it('include words that occur together with documented ones', () => {
    expect(recommendTags(COOKING, '').undocumentedTags).toContain('sourdough');
  });

  it('include no words spoken once or in other sentences', () => {
    const spoken = [...COOKING, 'Nonsense blibber.', 'Another blibber.'];
    const { undocumentedTags } = recommendTags(spoken, '');
    expect(undocumentedTags).not.toContain('smooth');
    expect(undocumentedTags).not.toContain('blibber');
  });

  it('are empty for silence', () => {
    expect(recommendTags([], '')).toEqual({ tags: [], undocumentedTags: [] });
  });

  it('take linear time for a very long talk', () => {
    const spoken = Array.from({ length: 5_000 }, (_, index) => COOKING[index % 3] ?? '');
    const startedMs = performance.now();
    expect(recommendTags(spoken, '').tags[0]).toBe('cooking');
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });

  it.each(['physics', 'lens', 'news', 'Mars'])('include %s, whose s is not a plural', (word) => {
    expect(recommendTags([`${word}, ${word}!`], '').tags).toHaveLength(1);
  });

  it('are all listed in the README', () => {
    const readme = readFileSync('src/service/stream/README.md', 'utf8');
    expect(Object.keys(TAGS).filter((tag) => !readme.includes(`\`${tag}\``))).toEqual([]);
  });
});
