import { describe, expect, it } from 'vitest';
import { jsonFromTyped } from '../../../../src/service/perspective/typed-json.ts';

describe('jsonFromTyped', () => {
  it('quotes names, and drops commas before a closing bracket', () => {
    const typed = '{comment : {text: "hi",}, languages: ["en", ], $a_1: {TOXICITY:{}}, }';
    expect(JSON.parse(jsonFromTyped(typed))).toEqual({
      comment: { text: 'hi' },
      languages: ['en'],
      $a_1: { TOXICITY: {} },
    });
  });

  it('leaves strings, numbers and words of JSON as they are', () => {
    const json = String.raw`{"a": "b: c, ] \" d: \\", "true": true, "e": [null, -1.5e3], "\n,": false}`;
    expect(jsonFromTyped(json)).toBe(json);
  });

  it('makes no JSON of what misses more', () => {
    for (const typed of ['{comment', '{a: "b}', "{a: 'b'}", '{a b: 1}', '[1,,2]']) {
      expect(() => JSON.parse(jsonFromTyped(typed))).toThrow(SyntaxError);
    }
  });
});
