import { beforeEach, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/moderation/policy.ts';
import type { Examiner } from '../../src/moderation/ports.ts';
import { createExaminer } from '../../src/pipeline/examiner.ts';
import { createMemoryStores } from '../helpers/memory-stores.ts';
import { AWAY, createScriptedModerator } from '../helpers/scripted-moderator.ts';
import { caseDraft } from '../helpers/cases.ts';
import { snapshot } from '../helpers/snapshots.ts';
import type { Snapshot } from '../../src/moderation/snapshot.ts';

let moderator: ReturnType<typeof createScriptedModerator>;
let stores: ReturnType<typeof createMemoryStores>;
let message: Snapshot | null;
let examiner: Examiner;

beforeEach(() => {
  moderator = createScriptedModerator();
  stores = createMemoryStores();
  message = snapshot({ text: 'ban me' });
  examiner = createExaminer({
    moderator,
    history: { message: () => Promise.resolve(message) },
    policies: stores.policies,
    cases: stores.cases,
    pardons: stores.pardons,
  });
});

it('tells what the policy would make of a text, and opens no case', async () => {
  const { result } = await examiner.text('1', 'ban me');
  expect(result).toMatchObject({
    kind: 'judged',
    judgement: { kind: 'verdict', verdict: { action: 'ban' } },
    samples: 1,
    decision: { rule: 'ban' },
  });
  expect(await stores.cases.get('1', 1)).toBeNull();
});

it('gives the verdict of a text that passes as well', async () => {
  const { result } = await examiner.text('1', 'good morning');
  expect(result).toMatchObject({
    kind: 'judged',
    judgement: { kind: 'verdict', verdict: { action: 'pass' } },
    decision: null,
  });
});

it('says that the service is away instead of waiting for it', async () => {
  moderator.answer = AWAY;
  const { result } = await examiner.text('1', 'hello');
  expect(result).toEqual({ kind: 'unavailable', reason: 'It is away.' });
});

it('says that the service takes no such text', async () => {
  const { result } = await examiner.text('1', 'reject this');
  expect(result).toMatchObject({
    judgement: { kind: 'unchecked', reason: 'The service did not take it.' },
    decision: { rule: '*', effects: [{ kind: 'alert' }] },
  });
});

/** Two samples: the second begins with the last 200 units of the first. */
const long = (first: string, second: string): string =>
  `${first.padEnd(9_800, ' x')}${second}`.padEnd(10_100, ' x');

it.each(['flag', 'reject'])(
  'gives the verdict that decides on a long text, not “%s”',
  async (word) => {
    const { result } = await examiner.text('1', long(word, 'delete me'));
    expect(result).toMatchObject({
      judgement: { kind: 'verdict', verdict: { action: 'delete' } },
      samples: 2,
      decision: { rule: 'delete' },
    });
  },
);

it('gives of a long text that leads to nothing the part that is not harmless', async () => {
  const rules = { flag: [] };
  await stores.policies.set('1', { ...defaultPolicy, rules: { ...defaultPolicy.rules, ...rules } });
  const { result } = await examiner.text('1', long('good morning', 'flag me'));
  expect(result).toMatchObject({
    judgement: { kind: 'verdict', verdict: { action: 'flag' } },
    decision: null,
  });
});

it('lets a fault of ours be seen', async () => {
  await expect(examiner.text('1', 'break it')).rejects.toThrow(TypeError);
});

it('tells why a message is not looked at, and what its author stands for', async () => {
  message = snapshot({ text: 'ban me', author: { standing: 'owner' } });
  await stores.policies.set(message.guildId, { ...defaultPolicy, mode: 'off' });
  const examined = await examiner.message(message.channelId, message.messageId);
  expect(examined).toMatchObject({
    skip: 'moderation is off',
    text: 'ban me',
    result: { decision: { withheld: { standing: 'owner' } } },
  });
});

it('finds the case about a message', async () => {
  const { guildId, messageId, channelId } = snapshot();
  await stores.cases.open(caseDraft({ guildId, messageId }), 'ban me', 30);
  const examined = await examiner.message(channelId, messageId);
  expect(examined?.record?.number).toBe(1);
});

it('does not ask the service about a message without a text', async () => {
  message = snapshot({ text: '' });
  const examined = await examiner.message(message.channelId, message.messageId);
  expect(examined).toMatchObject({ skip: 'nothing to read', result: { judgement: null } });
  expect(moderator.asked).toEqual([]);
});

it('has nothing to say about a message that is gone', async () => {
  message = null;
  expect(await examiner.message('1', '2')).toBeNull();
});
