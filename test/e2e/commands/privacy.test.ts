import type { APIMessage } from 'discord-api-types/v10';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Case } from '../../../src/bot/domain/case.ts';
import type { Interaction } from '../../../src/sandbox/person-interactions.ts';
import type { Person } from '../../../src/sandbox/person.ts';
import { openScene, type Scene } from '../scene.ts';
import { press } from './alert-view.ts';

let on: Scene;
let moderator: Person;
let owner: Person;
let member: Person;
let count = 0;

beforeAll(async () => {
  on = await openScene();
  moderator = on.person('moderator');
  owner = on.person('owner');
});
afterAll(() => on.close());
beforeEach(() => {
  count += 1;
  member = on.join(`member-${count}`);
});

const general = () => on.sandbox.channels.general;

async function opened(text: string, author = member): Promise<Case> {
  const { message } = await on.sayAndWait(author, text);
  return on.caseAbout(message.id);
}

/** The private reply. */
async function privately(used: Interaction): Promise<APIMessage> {
  expect(used.isEphemeral).toBe(true);
  return used.response();
}

const use = async (person: Person, path: string, options = {}): Promise<APIMessage> =>
  privately(await person.slash(general(), path, options));

async function exportOf(person: Person, options = {}): Promise<unknown> {
  const { attachments } = await use(person, 'privacy export', options);
  expect(attachments).toHaveLength(1);
  const answer = await request(attachments[0]?.url ?? '');
  return answer.body.json();
}

async function notedCase(text: string): Promise<Case> {
  const record = await opened(text);
  const number = `${record.number}`;
  await (
    await moderator.slash(on.sandbox.channels['mod-alerts'], 'case note', {
      number,
      text: 'keeps doing it',
    })
  ).response();
  return record;
}

describe('/privacy export', () => {
  it('gives members their own data as a file that only they see', async () => {
    const { number } = await notedCase('their own words [delete]');
    await opened('words of another [delete]', on.join(`another-${count}`));
    const exported = await exportOf(member);
    expect(exported).toMatchObject({
      memberId: member.id,
      cases: [{ number, text: 'their own words [delete]', notes: [{ text: 'keeps doing it' }] }],
    });
    expect(JSON.stringify(exported)).not.toContain('another');
    expect(JSON.stringify(exported)).not.toContain(moderator.id);
  });

  it('gives the owner anyone’s data, and no other member', async () => {
    await opened('their own words [delete]');
    const options = { user: member.id };
    expect(await exportOf(owner, options)).toMatchObject({ memberId: member.id });
    for (const person of [moderator, on.join(`stranger-${count}`)]) {
      const { content, attachments } = await use(person, 'privacy export', options);
      expect(content).toContain('Only the server owner can do this for other members.');
      expect(attachments).toEqual([]);
    }
  });
});

describe('/privacy erase', () => {
  it('erases after a confirmation, says what stays and why, and tells the moderators', async () => {
    const { number } = await notedCase('their own words [delete]');
    const confirmation = await use(member, 'privacy erase');
    expect(confirmation.content).toContain('It cannot be undone.');
    expect(confirmation.content).toContain('**What stays:**\n- The cases');
    const { guildId } = on.sandbox;
    const { cases } = on.bot();
    expect(await cases.evidence(guildId, number)).toBe('their own words [delete]');

    const told = await press(member, confirmation, 'Erase');
    expect(told).toContain('are erased from 1 case.');
    expect(told).toContain('**What stays:**');
    expect(await cases.evidence(guildId, number)).toBeNull();
    expect(await cases.get(guildId, number)).toMatchObject({
      author: { id: member.id, name: member.id },
      notes: [],
      steps: [{ outcome: { status: 'done' } }, { outcome: { status: 'done' } }, {}],
    });
    await on.announced(`🧹 <@${member.id}> had their stored texts, name and notes erased`);
    expect(await exportOf(member)).toMatchObject({ cases: [{ number, text: null, notes: [] }] });
    expect((await press(member, await use(member, 'privacy erase'), 'Erase')).trim()).toBe(
      `There is nothing to erase about <@${member.id}>.`,
    );
  });

  it('only the owner can use it for another member', async () => {
    const { number } = await opened('their own words [delete]');
    const options = { user: member.id };
    const { content, components } = await use(moderator, 'privacy erase', options);
    expect(content).toContain('Only the server owner can do this for other members.');
    expect(components ?? []).toEqual([]);
    const told = await press(owner, await use(owner, 'privacy erase', options), 'Erase');
    expect(told).toContain('are erased from 1 case.');
    expect(await on.bot().cases.evidence(on.sandbox.guildId, number)).toBeNull();
    await on.announced(`🧹 <@${owner.id}> had the stored texts`);
  });
});

describe('/record mine', () => {
  it('shows members their own cases without notes, moderators or other members', async () => {
    const { number } = await notedCase('their own words [delete]');
    const other = await opened('words of another [delete]', on.join(`another-${count}`));
    const { embeds, content } = await use(member, 'record mine');
    const description = embeds[0]?.description ?? '';
    expect(description).toContain(`**#${number}** · <#${general()}>`);
    expect(description).toContain('deleted');
    expect(description).not.toContain(`#${other.number}`);
    expect(JSON.stringify(embeds)).not.toMatch(new RegExp(`keeps doing it|${moderator.id}`));
    expect(content).toContain('privacy export');
  });

  it('has pages that show only the cases of the person who uses them', async () => {
    for (let index = 0; index < 10; index += 1) await opened(`number ${index} [flag]`);
    const first = await use(member, 'record mine');
    const second = await (await member.click(first, 'Older ▶')).response();
    expect(second.embeds[0]?.description?.match(/\*\*#/g)).toHaveLength(2);
  });

  it('says so when there are none', async () => {
    const { embeds } = await use(member, 'record mine');
    expect(embeds[0]?.description).toBe('There are no cases about your messages in this server.');
  });
});
