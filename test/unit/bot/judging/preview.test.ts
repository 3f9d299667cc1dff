import { beforeEach, expect, it } from 'vitest';
import { defaultPolicy } from '../../../../src/bot/domain/policy/policy.ts';
import type { Preview } from '../../../../src/bot/domain/preview.ts';
import { createPreview } from '../../../../src/bot/judging/preview.ts';
import { createMemoryStores } from '../../../helpers/fakes/memory-stores.ts';
import { AWAY, createScriptedModerator } from '../../../helpers/fakes/scripted-moderator.ts';
import { caseDraft } from '../../../helpers/cases.ts';
import { rulesByAction } from '../../../helpers/rules.ts';
import { snapshot } from '../../../helpers/snapshots.ts';
import { noWords } from '../../../helpers/words.ts';
import type { Snapshot } from '../../../../src/bot/domain/snapshot.ts';

let moderator: ReturnType<typeof createScriptedModerator>;
let stores: ReturnType<typeof createMemoryStores>;
let message: Snapshot | null;
let preview: Preview;

beforeEach(() => {
  moderator = createScriptedModerator();
  stores = createMemoryStores();
  message = snapshot({ text: 'ban me' });
  preview = createPreview({
    moderator,
    history: { message: () => Promise.resolve(message) },
    textFiles: {
      read: () => Promise.resolve({ kind: 'text', text: 'from the file', isCut: false }),
    },
    policies: stores.policies,
    words: noWords,
    cases: stores.cases,
    allowedTexts: stores.allowedTexts,
  });
});

it('shows what the policy would do about a text, and opens no case', async () => {
  const { result } = await preview.text('1', 'ban me', snapshot());
  expect(result).toMatchObject({
    kind: 'judged',
    judgement: { kind: 'verdict', verdict: { action: 'ban' } },
    samples: 1,
    decision: { rule: { of: 'preset', preset: 'normal', id: 'ban' } },
  });
  expect(await stores.cases.get('1', 1)).toBeNull();
});

it('shows the verdict of a text that passes', async () => {
  const { result } = await preview.text('1', 'good morning', snapshot());
  expect(result).toMatchObject({
    kind: 'judged',
    judgement: { kind: 'verdict', verdict: { action: 'pass' } },
    decision: null,
  });
});

it('reports an unavailable service instead of waiting', async () => {
  moderator.answer = AWAY;
  const { result } = await preview.text('1', 'hello', snapshot());
  expect(result).toEqual({
    kind: 'unavailable',
    reason: { key: 'availability:service.unreachable' },
  });
});

it('reports that the service cannot judge the text', async () => {
  const { result } = await preview.text('1', 'reject this', snapshot());
  expect(result).toMatchObject({
    judgement: { kind: 'unchecked', reason: { key: 'The service did not take it.' } },
    decision: { rule: { of: 'unknown' }, effects: [{ kind: 'alert' }] },
  });
});

/** Two samples: the second begins with the last 200 units of the first. */
const long = (first: string, second: string): string =>
  `${first.padEnd(9_800, ' x')}${second}`.padEnd(10_100, ' x');

it.each(['flag', 'reject'])(
  'shows the verdict that decides about a long text, not “%s”',
  async (word) => {
    const { result } = await preview.text('1', long(word, 'delete me'), snapshot());
    expect(result).toMatchObject({
      judgement: { kind: 'verdict', verdict: { action: 'delete' } },
      samples: 2,
      decision: { rule: { id: 'delete' } },
    });
  },
);

it('shows the part of a long text that is not harmless even if it has no effect', async () => {
  await stores.policies.set('1', { ...defaultPolicy, rules: rulesByAction({ flag: [] }) });
  const { result } = await preview.text('1', long('good morning', 'flag me'), snapshot());
  expect(result).toMatchObject({
    judgement: { kind: 'verdict', verdict: { action: 'flag' } },
    decision: null,
  });
});

it('rethrows bugs', async () => {
  await expect(preview.text('1', 'break it', snapshot())).rejects.toThrow(TypeError);
});

it('shows why a message is skipped, and what is withheld from its author', async () => {
  message = snapshot({ text: 'ban me', author: { rank: 'owner' } });
  await stores.policies.set(message.guildId, { ...defaultPolicy, mode: 'off' });
  const examined = await preview.message(message.channelId, message.messageId);
  expect(examined).toMatchObject({
    skip: 'moderation is off',
    text: 'ban me',
    result: { decision: { withheld: { rank: 'owner' } } },
  });
});

it('includes the case about a message', async () => {
  const { guildId, messageId, channelId } = snapshot();
  await stores.cases.open(caseDraft({ guildId, messageId }), 'ban me', 30);
  const examined = await preview.message(channelId, messageId);
  expect(examined?.record?.number).toBe(1);
});

it('does not ask the service about a message without text', async () => {
  message = snapshot({ text: '' });
  const examined = await preview.message(message.channelId, message.messageId);
  expect(examined).toMatchObject({ skip: 'nothing to read', result: { judgement: null } });
  expect(moderator.samples).toEqual([]);
});

it('returns null for a deleted message', async () => {
  message = null;
  expect(await preview.message('1', '2')).toBeNull();
});

it('shows what the bot would do about an attached text file', async () => {
  message = snapshot({
    text: 'harmless',
    files: [{ id: '1', url: 'https://cdn.discordapp.com/1', isCertain: true }],
  });
  expect(await preview.message('1', '2')).toMatchObject({ text: 'harmless\nfrom the file' });
});

it('names the rule by which nothing happens, and the preset otherwise', async () => {
  const [spared] = rulesByAction({ delete: [] });
  if (spared === undefined) throw new Error('there is one rule');
  await stores.policies.set('1', { ...defaultPolicy, preset: 'strict', rules: [spared] });
  const deleted = await preview.text('1', 'delete me', snapshot());
  expect(deleted.result).toMatchObject({
    decision: null,
    sparedBy: { of: 'server', id: 'delete' },
    preset: 'strict',
  });
  const harmless = await preview.text('1', 'good morning', snapshot());
  expect(harmless.result).toMatchObject({ decision: null, sparedBy: null, preset: 'strict' });
});
