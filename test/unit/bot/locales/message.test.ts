import { describe, expect, it } from 'vitest';
import { message, messageSchema, render } from '../../../../src/bot/locales/message.ts';
import { translator } from '../../../../src/bot/locales/translate.ts';

const t = translator('en');

describe('a message', () => {
  it('is rendered when it is read', () => {
    expect(render(t, message('case:reply.cases', { count: 1200 }))).toBe('1,200 cases');
  });

  it('survives being stored', () => {
    const stored = message('case:reply.cases', { count: 1 });
    expect(messageSchema.parse(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
  });

  it('shows the key when no catalogue has a text for it', () => {
    expect(render(t, { key: 'common:gone' })).toBe('common:gone');
  });
});

describe('a translator', () => {
  it('throws when a placeholder gets no value', () => {
    expect(() => t('case:reply.cases')).toThrow('lacks a count');
  });
});
