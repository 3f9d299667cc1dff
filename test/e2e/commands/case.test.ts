import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Case } from '../../../src/bot/domain/case.ts';
import type { Person } from '../../../src/sandbox/person.ts';
import { openScene, type Scene } from '../scene.ts';
import { alertAbout, press, textOf } from './alert-view.ts';
import { download } from './answers.ts';

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
  const { message } = await on.sayAndWait(author, text);
  return on.caseAbout(message.id);
}

/** The private reply. */
async function told(
  path: string,
  options: Record<string, string>,
  person = moderator,
): Promise<string> {
  const interaction = await person.slash(place(), `case ${path}`, options);
  expect(interaction.isEphemeral).toBe(true);
  const { content, embeds } = await interaction.response();
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
      'race or identity 10%',
      '[Alert](',
      'Rule “mute',
      'a \\\\*warned\\\\* one',
      `<@${moderator.id}>`,
      'mode “Act”',
    ]) {
      expect(shown).toContain(words);
    }
  });

  it('attaches everything the result contains, and what it quotes only as long as the text', async () => {
    const record = await opened('a spoon [mute]');
    const technical = async (): Promise<string> => {
      const shown = await moderator.slash(place(), 'case show', { number: `${record.number}` });
      return (await download(await shown.response(), 'technical.txt')).toString();
    };
    expect(await told('show', { number: `${record.number}` })).toContain('weighs most: ||spoon||');
    const file = await technical();
    for (const line of [
      'engine3.invoked true',
      'patches.extremistFormattingPatch false',
      'metadata.warningIssued true',
      'metadata.times 1, 2',
      'metadata.modelTrainingWords spoon true',
      'operator ',
    ]) {
      expect(file).toContain(`\n${line}`);
    }
    const owner = on.person('owner');
    await (await owner.slash(place(), 'case forget', { user: newcomer.id })).response();
    const later = await technical();
    expect(later).toContain('engine3.invoked true');
    expect(later).not.toContain('spoon');
  });

  it('shows what Discord refused, and how to fix it', async () => {
    const record = await opened('[mute]', on.person('overlord'));
    const shown = await told('show', { number: `${record.number}` });
    expect(shown).toContain('is not below the bot');
    expect(shown).toContain('Move “Portcullis” above “Above”');
  });

  it('says that the case does not exist', async () => {
    expect(await told('show', { number: '99999' })).toContain('This server has no case “99999”');
    expect(await told('show', { number: 'x' })).toContain('This server has no case “x”');
  });

  it('is not available to members', async () => {
    await expect(
      on.person('alice').slash(on.sandbox.channels.general, 'case show', { number: '1' }),
    ).rejects.toThrow(/status 403/);
  });
});

it('case numbers are suggested by their first digits or by the author', async () => {
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
  it('lists a member’s cases in pages, newest first', async () => {
    const numbers: number[] = [];
    for (let index = 0; index < 10; index += 1) {
      numbers.push((await opened(`listed ${index} [flag]`)).number);
    }
    const interaction = await moderator.slash(place(), 'case list', { user: newcomer.id });
    const first = await interaction.response();
    const numbersIn = (text = '') =>
      [...text.matchAll(/\*\*#(\d+)\*\*/g)].map(([, n]) => Number(n));
    const newestFirst = numbers.toReversed();
    expect(numbersIn(first.embeds[0]?.description)).toEqual(newestFirst.slice(0, 8));
    const second = await (await moderator.click(first, 'Older ▶')).response();
    expect(numbersIn(second.embeds[0]?.description)).toEqual(newestFirst.slice(8));
    const back = await (await moderator.click(second, '⏮ Newest')).response();
    expect(numbersIn(back.embeds[0]?.description)).toEqual(newestFirst.slice(0, 8));
  });

  it('can list only cases that are undecided or undone', async () => {
    const open = await opened('open [flag]');
    const undone = await opened('undone [mute]');
    await told('undo', { number: `${undone.number}` });
    const listed = (which: string) => told('list', { user: newcomer.id, which });
    expect(await listed('open')).toContain(`#${open.number}`);
    expect(await listed('open')).not.toContain(`#${undone.number}`);
    expect(await listed('undone')).toContain(`#${undone.number}`);
    expect(await listed('undone')).not.toContain(`#${open.number}`);
  });

  it('says that there are no cases', async () => {
    expect(await told('list', { user: newcomer.id })).toContain('No cases found.');
  });
});

describe('/case undo', () => {
  it('undoes the action and shows the reason on the alert', async () => {
    const record = await opened('[mute] that');
    const answer = await told('undo', { number: `${record.number}`, reason: 'was a quote' });
    expect(answer).toContain('Timeout removed');
    expect(textOf(alertAbout(on, record.messageId))).toContain('was a quote');
    expect(on.guild.members.get(newcomer.id)?.communication_disabled_until ?? null).toBeNull();
  });

  it('says what cannot be undone', async () => {
    const record = await opened('[delete] that');
    expect(await told('undo', { number: `${record.number}` })).toContain(
      'a deleted message stays deleted',
    );
  });

  it('says who already undid the case', async () => {
    const record = await opened('[mute] this');
    await told('undo', { number: `${record.number}` });
    const again = await told('undo', { number: `${record.number}` }, on.person('owner'));
    expect(again).toContain(`<@${moderator.id}> already did that`);
  });

  it('acts once when command and button are used at the same time', async () => {
    const record = await opened('[mute] at once');
    await Promise.all([
      told('undo', { number: `${record.number}` }),
      press(on.person('owner'), alertAbout(on, record.messageId), 'Undo'),
    ]);
    expect((await on.caseAbout(record.messageId)).moderatorActions).toHaveLength(1);
  });
});

describe('/case allow', () => {
  it('works like the button when the alert was deleted', async () => {
    const text = `allowed by command ${count} [mute]`;
    const record = await opened(text);
    const alert = alertAbout(on, record.messageId);
    await on.person('owner').delete(alert.channel_id, alert.id);
    const answer = await told('allow', { number: `${record.number}`, reason: 'a quote' });
    expect(answer).toContain('Timeout removed');
    expect((await on.sayAndWait(newcomer, text)).outcome.kind).toBe('skipped');
  });
});

describe('/case disallow', () => {
  it('makes the bot act on the text again', async () => {
    const text = `disallowed ${count} [flag]`;
    const record = await opened(text);
    await press(moderator, alertAbout(on, record.messageId), 'False alarm');
    expect((await on.sayAndWait(newcomer, text)).outcome.kind).toBe('skipped');
    expect(await told('disallow', { number: `${record.number}` })).toContain('False alarm revoked');
    expect((await on.sayAndWait(newcomer, text)).outcome.kind).toBe('acted');
    expect(await told('disallow', { number: `${record.number}` })).toContain('not marked');
  });
});

describe('/case forget', () => {
  it('removes the texts of a member’s cases and requires Manage Server', async () => {
    const record = await opened('very private [flag]');
    expect(await told('forget', { user: newcomer.id })).toContain('Manage Server');
    const answer = await told('forget', { user: newcomer.id }, on.person('owner'));
    expect(answer).toContain(`The texts of <@${newcomer.id}> are removed from 1 case.`);
    expect(await told('show', { number: `${record.number}` })).not.toContain('very private');
  });
});

describe('Moderation record', () => {
  it('shows when a member joined and how their cases ended', async () => {
    const first = await opened('[delete] one');
    await opened('[mute] two');
    await told('undo', { number: `${first.number + 1}` });
    const interaction = await moderator.userCommand(place(), 'Moderation record', newcomer.id);
    expect(interaction.isEphemeral).toBe(true);
    const { embeds } = await interaction.response();
    const shown = JSON.stringify(embeds);
    expect(shown).toContain(`Moderation record of writer-${count}`);
    expect(shown).toMatch(/Account created <t:\d+:D> · Joined <t:\d+:D>/);
    expect(shown).toContain('**2** message deleted');
    expect(shown).toContain('**1** timed out');
    expect(shown).toContain('**1** undone by a moderator');
    expect(shown).toContain(`**#${first.number}**`);
  });

  it('shows many cases in pages', async () => {
    for (let index = 0; index < 9; index += 1) await opened(`paged ${index} [flag]`);
    const first = await (
      await moderator.userCommand(place(), 'Moderation record', newcomer.id)
    ).response();
    const second = await (await moderator.click(first, 'Older ▶')).response();
    expect(JSON.stringify(second.embeds)).toContain('**9**');
    expect(second.embeds[1]?.description?.match(/\*\*#/g)).toHaveLength(1);
  });

  it('says that there are no cases, also for a user who left', async () => {
    on.sandbox.world.members.leave({ guildId: on.sandbox.guildId, userId: newcomer.id });
    const interaction = await moderator.userCommand(place(), 'Moderation record', newcomer.id);
    const shown = JSON.stringify((await interaction.response()).embeds);
    expect(shown).toContain('No cases on record.');
    expect(shown).toContain('not in this server');
  });

  it('requires the permission to time members out', async () => {
    await expect(
      on
        .person('trusted')
        .userCommand(on.sandbox.channels.general, 'Moderation record', newcomer.id),
    ).rejects.toThrow(/status 403/);
  });
});
