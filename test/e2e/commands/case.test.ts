import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Case } from '../../../src/moderation/case.ts';
import type { Person } from '../../../src/sandbox/person.ts';
import { openScene, type Scene } from '../scene.ts';
import { alertAbout, press, ruledOn } from './alert-view.ts';

let on: Scene;
let moderator: Person;
let newcomer: Person;
let count = 0;

beforeAll(async () => {
  on = await openScene();
  moderator = on.person('moderator');
});
afterAll(() => on.close());
beforeEach(() => {
  count += 1;
  newcomer = on.join(`writer-${count}`);
});

const place = () => on.sandbox.channels['mod-alerts'];

async function opened(text: string, author = newcomer): Promise<Case> {
  const { message } = await on.judged(author, text);
  return on.caseAbout(message.id);
}

/** What only this person is told. */
async function told(
  path: string,
  options: Record<string, string>,
  person = moderator,
): Promise<string> {
  const asked = await person.slash(place(), `case ${path}`, options);
  expect(asked.isEphemeral).toBe(true);
  const { content, embeds } = await asked.response();
  return [content, JSON.stringify(embeds)].join('\n');
}

describe('/case show', () => {
  it('shows the whole record, privately', async () => {
    const record = await opened('secret words [mute]');
    await told('note', { number: `${record.number}`, text: 'a *warned* one' });
    const shown = await told('show', { number: `#${record.number}` });
    for (const words of [
      '||secret words',
      'Author timed out',
      'engine1.baseline',
      'Its alert',
      `rule mute`,
      'a \\\\*warned\\\\* one',
      `<@${moderator.id}>`,
      'mode enforce',
    ]) {
      expect(shown).toContain(words);
    }
  });

  it('shows what Discord refused, and how to mend it', async () => {
    const record = await opened('[mute]', on.person('overlord'));
    const shown = await told('show', { number: `${record.number}` });
    expect(shown).toContain('is not below the bot');
    expect(shown).toContain('Move “Portcullis” above “Above”');
  });

  it('says that there is no such case', async () => {
    expect(await told('show', { number: '99999' })).toContain('There is no case “99999”');
    expect(await told('show', { number: 'x' })).toContain('There is no case “x”');
  });

  it('is not there for members', async () => {
    await expect(
      on.person('alice').slash(on.sandbox.channels.general, 'case show', { number: '1' }),
    ).rejects.toThrow('refused');
  });
});

it('the number is suggested by its beginning or by the author', async () => {
  const record = await opened('suggest me [flag]');
  const suggest = (typed: string) =>
    moderator.autocomplete(place(), 'case show', { number: typed }, 'number');
  expect((await suggest('')).at(0)?.value).toBe(String(record.number));
  expect((await suggest(`#${record.number}`)).map(({ value }) => value)).toContain(
    String(record.number),
  );
  const [byName] = await suggest(`writer-${count}`);
  expect(byName).toMatchObject({ value: String(record.number) });
  expect(byName?.name).toContain(`#${record.number} · writer-${count} · flag`);
  expect(await suggest('nobody at all')).toEqual([]);
});

describe('/case list', () => {
  it('lists a member’s cases, the newest first, in pages', async () => {
    const numbers: number[] = [];
    for (let index = 0; index < 10; index += 1) {
      numbers.push((await opened(`listed ${index} [flag]`)).number);
    }
    const asked = await moderator.slash(place(), 'case list', { user: newcomer.id });
    const first = await asked.response();
    const numbersIn = (text = '') =>
      [...text.matchAll(/\*\*#(\d+)\*\*/g)].map(([, n]) => Number(n));
    const newestFirst = numbers.toReversed();
    expect(numbersIn(first.embeds[0]?.description)).toEqual(newestFirst.slice(0, 8));
    const second = await (await moderator.click(first, 'Older ▶')).response();
    expect(numbersIn(second.embeds[0]?.description)).toEqual(newestFirst.slice(8));
    const back = await (await moderator.click(second, '⏮ Newest')).response();
    expect(numbersIn(back.embeds[0]?.description)).toEqual(newestFirst.slice(0, 8));
  });

  it('lists only those that no moderator has decided, or that were undone', async () => {
    const open = await opened('open [flag]');
    const undone = await opened('undone [mute]');
    await told('undo', { number: `${undone.number}` });
    const listed = (which: string) => told('list', { user: newcomer.id, which });
    expect(await listed('open')).toContain(`#${open.number}`);
    expect(await listed('open')).not.toContain(`#${undone.number}`);
    expect(await listed('undone')).toContain(`#${undone.number}`);
    expect(await listed('undone')).not.toContain(`#${open.number}`);
  });

  it('says that there are none', async () => {
    expect(await told('list', { user: newcomer.id })).toContain('There is no such case.');
  });
});

describe('/case undo', () => {
  it('undoes, with its reason, and shows it on the alert', async () => {
    const record = await opened('[mute] that');
    const answer = await told('undo', { number: `${record.number}`, reason: 'was a quote' });
    expect(answer).toContain('Timeout lifted');
    expect(ruledOn(alertAbout(on, record.messageId))).toContain('was a quote');
    expect(on.guild.members.get(newcomer.id)?.communication_disabled_until ?? null).toBeNull();
  });

  it('says plainly what cannot be undone', async () => {
    const record = await opened('[delete] that');
    expect(await told('undo', { number: `${record.number}` })).toContain(
      'a deleted message stays deleted',
    );
  });

  it('says who did it already', async () => {
    const record = await opened('[mute] this');
    await told('undo', { number: `${record.number}` });
    const again = await told('undo', { number: `${record.number}` }, on.person('owner'));
    expect(again).toContain(`<@${moderator.id}> did that already`);
  });

  it('by command and by button at once acts once', async () => {
    const record = await opened('[mute] at once');
    await Promise.all([
      told('undo', { number: `${record.number}` }),
      press(on.person('owner'), alertAbout(on, record.messageId), 'Undo'),
    ]);
    expect((await on.caseAbout(record.messageId)).rulings).toHaveLength(1);
  });
});

describe('/case pardon', () => {
  it('does what the button does, where the alert is gone', async () => {
    const text = `pardoned by command ${count} [mute]`;
    const record = await opened(text);
    const alert = alertAbout(on, record.messageId);
    await on.person('owner').delete(alert.channel_id, alert.id);
    const answer = await told('pardon', { number: `${record.number}`, reason: 'a quote' });
    expect(answer).toContain('Timeout lifted');
    expect((await on.judged(newcomer, text)).outcome.kind).toBe('skipped');
  });
});

describe('/case unpardon', () => {
  it('has the text acted on again', async () => {
    const text = `unpardoned ${count} [flag]`;
    const record = await opened(text);
    await press(moderator, alertAbout(on, record.messageId), 'False positive');
    expect((await on.judged(newcomer, text)).outcome.kind).toBe('skipped');
    expect(await told('unpardon', { number: `${record.number}` })).toContain(
      'No false positive any more',
    );
    expect((await on.judged(newcomer, text)).outcome.kind).toBe('acted');
    expect(await told('unpardon', { number: `${record.number}` })).toContain('not marked');
  });
});

describe('/case forget', () => {
  it('removes the texts from a member’s cases for those who manage the server', async () => {
    const record = await opened('very private [flag]');
    expect(await told('forget', { user: newcomer.id })).toContain('Manage Server');
    const answer = await told('forget', { user: newcomer.id }, on.person('owner'));
    expect(answer).toContain(`The texts of <@${newcomer.id}> are removed from 1 case.`);
    expect(await told('show', { number: `${record.number}` })).not.toContain('very private');
  });
});

describe('Moderation record', () => {
  it('tells since when somebody is here, and what came of their cases', async () => {
    const first = await opened('[delete] one');
    await opened('[mute] two');
    await told('undo', { number: `${first.number + 1}` });
    const asked = await moderator.userMenu(place(), 'Moderation record', newcomer.id);
    expect(asked.isEphemeral).toBe(true);
    const { embeds } = await asked.response();
    const shown = JSON.stringify(embeds);
    expect(shown).toContain(`Moderation record of writer-${count}`);
    expect(shown).toMatch(/Account made <t:\d+:D> · Joined <t:\d+:D>/);
    expect(shown).toContain('**2** message deleted');
    expect(shown).toContain('**1** timed out');
    expect(shown).toContain('**1** undone by a moderator');
    expect(shown).toContain(`**#${first.number}**`);
  });

  it('pages through many cases', async () => {
    for (let index = 0; index < 9; index += 1) await opened(`paged ${index} [flag]`);
    const first = await (
      await moderator.userMenu(place(), 'Moderation record', newcomer.id)
    ).response();
    const second = await (await moderator.click(first, 'Older ▶')).response();
    expect(JSON.stringify(second.embeds)).toContain('**9**');
    expect(second.embeds[1]?.description?.match(/\*\*#/g)).toHaveLength(1);
  });

  it('says that nothing is on record, also of someone who has left', async () => {
    on.sandbox.world.members.leave({ guildId: on.sandbox.guildId, userId: newcomer.id });
    const asked = await moderator.userMenu(place(), 'Moderation record', newcomer.id);
    const shown = JSON.stringify((await asked.response()).embeds);
    expect(shown).toContain('Nothing is on record.');
    expect(shown).toContain('is not in this server');
  });

  it('is for those who may time out members', async () => {
    await expect(
      on.person('trusted').userMenu(on.sandbox.channels.general, 'Moderation record', newcomer.id),
    ).rejects.toThrow('refused');
  });
});
