import { OverwriteType, PermissionFlagsBits, type APIMessage } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pressButton } from '../../../scripts/demo/press-button.ts';
import type { Effect } from '../../../src/bot/domain/effects.ts';
import type { Person } from '../../../src/sandbox/person.ts';
import { openScene, type Scene } from '../scene.ts';
import { alertAbout, answerTo, buttonsOf, press, questionOf, textOf } from './alert-view.ts';

let on: Scene;
let moderator: Person;
let author: Person;
let count = 0;

beforeAll(async () => {
  // Without a delay, cases do not share an alert.
  on = await openScene({ deps: { alertDelayMs: 20 } });
  moderator = on.person('moderator');
});
afterAll(() => on.close());
beforeEach(() => {
  count += 1;
  author = on.join(`author-${count}`);
});

/** Messages of one author that share an alert, oldest first. */
async function shared(effects: Effect[], ...texts: readonly string[]) {
  await on.setRules({ act: [...effects, { kind: 'alert' }] });
  const messages: APIMessage[] = [];
  for (const text of texts) {
    messages.push((await on.sayAndWait(author, `${text} ${count} [act]`)).message);
  }
  const posts = new Set(messages.map(({ id }) => alertAbout(on, id).id));
  expect(posts.size).toBe(1);
  return { messages, alert: () => alertAbout(on, messages[0]?.id ?? '') };
}
const kindsOf = async (messages: readonly APIMessage[]): Promise<string[][]> => {
  const records = await Promise.all(messages.map(({ id }) => on.caseAbout(id)));
  return records.map(({ moderatorActions }) => moderatorActions.map(({ kind }) => kind));
};
/** A person who can see the alerts but has no permission. */
function onlooker(): Person {
  const { world, guildId, channels } = on.sandbox;
  const role = world.roles.create(
    guildId,
    { name: `Onlooker ${count}`, position: 1, permissions: 0n },
    on.asOwner,
  );
  const allow = PermissionFlagsBits.ViewChannel.toString();
  const overwrite = { id: role.id, type: OverwriteType.Role, allow, deny: '0' };
  world.channels.setOverwrite(channels['mod-alerts'], overwrite, on.asOwner);
  return on.join(`onlooker-${count}`, [role.id]);
}

/** A role for the author, who can still write, unlike in a timeout. */
function newRole(): Effect {
  const role = { name: `Muted ${count}`, position: 1 };
  return {
    kind: 'addRole',
    roleId: on.sandbox.world.roles.create(on.sandbox.guildId, role, on.asOwner).id,
  };
}
const rolesOf = () => on.guild.members.get(author.id)?.roles ?? [];
const timeoutUntil = () => on.guild.members.get(author.id)?.communication_disabled_until ?? null;

describe('on a post with several cases', () => {
  it('each message has its text, newest last', async () => {
    const { alert } = await shared([{ kind: 'delete' }], 'one', 'two', 'three');
    expect(textOf(alert())).toMatch(/^\*\*Deleted ×3\*\* · <@\d+> in <#\d+>\n/);
    expect(textOf(alert())).toMatch(/one.*\n.*two.*\n.*three/);
    expect(textOf(alert())).toContain('no earlier cases');
  });

  it('Undo undoes all of them', async () => {
    const { messages, alert } = await shared([newRole()], 'one', 'two');
    expect(rolesOf()).toHaveLength(1);
    await press(on.person('owner'), alert(), 'Undo');
    expect(rolesOf()).toEqual([]);
    expect(textOf(alert())).toMatch(
      new RegExp(`\n-# ✓ Undone by <@${on.person('owner').id}>, <t:\\d+:t>$`),
    );
    expect((await kindsOf(messages)).flat()).toContain('undo');
    expect(buttonsOf(alert())).not.toContain('Undo');
  });

  it.each([
    ['Delete', 'delete', '✓ Deleted by'],
    ['Handled', 'done', '✓ Handled by'],
  ])('%s applies to all cases and is shown once', async (label, kind, shown) => {
    const { messages, alert } = await shared([], 'one', 'two');
    await press(moderator, alert(), label);
    expect(messages.map(on.exists)).toEqual(label === 'Delete' ? [false, false] : [true, true]);
    expect(await kindsOf(messages)).toEqual([[kind], [kind]]);
    expect(textOf(alert()).match(/✓ (Deleted|Handled) by/g)).toEqual([shown]);
    expect(buttonsOf(alert())).toEqual(['More…']);
    expect(alert().embeds[0]?.color).toBe(0x4e5058);
  });

  it('Timeout is done once and recorded on the newest case', async () => {
    const { messages, alert } = await shared([], 'one', 'two');
    await press(moderator, alert(), 'Timeout');
    expect(timeoutUntil()).not.toBeNull();
    expect(await kindsOf(messages)).toEqual([[], ['timeout']]);
    expect(textOf(alert())).toContain('✓ Timed out by');
  });

  it('Ban is done once and recorded on the newest case', async () => {
    const { messages, alert } = await shared([], 'one', 'two');
    const shown = await moderator.click(alert(), 'Ban…');
    await answerTo(moderator, alert(), await moderator.submit(shown, { reason: 'enough' }));
    expect(on.guild.bans.has(author.id)).toBe(true);
    expect(await kindsOf(messages)).toEqual([[], ['ban']]);
  });

  it('nothing happens if the moderator may not do it to one of them', async () => {
    const { messages, alert } = await shared([newRole()], 'one', 'two');
    expect(await press(onlooker(), alert(), 'Undo')).toContain('You lack the permission');
    expect((await kindsOf(messages)).flat()).toEqual([]);
  });
});

describe('False alarm', () => {
  it('asks which texts were fine, and allows only those', async () => {
    const { messages, alert } = await shared([], 'fine', 'not fine', 'fine, too');
    const clicked = await pressButton(moderator, alert(), 'False alarm');
    const question = await questionOf(clicked);
    expect(question.content).toContain('Which of these texts were fine?');
    const [row] = question.components ?? [];
    const select = row !== undefined && 'components' in row ? row.components[0] : undefined;
    if (select === undefined || !('options' in select)) throw new Error('there is no select');
    expect(select.options?.map(({ label }) => label)).toEqual([
      `fine ${count} [act]`,
      `not fine ${count} [act]`,
      `fine, too ${count} [act]`,
    ]);
    const values = [select.options?.[0]?.value ?? '', select.options?.[2]?.value ?? ''];
    const answer = await (
      await moderator.select(question, select.custom_id ?? '', values)
    ).response();
    expect(answer.content).toContain('Everyone in this server may post the same text from now on.');
    expect(answer.components).toEqual([]);
    expect(await kindsOf(messages)).toEqual([['allow'], [], ['allow']]);
    expect((await on.sayAndWait(author, `fine ${count} [act]`)).outcome.kind).toBe('skipped');
    expect((await on.sayAndWait(author, `not fine ${count} [act]`)).outcome.kind).toBe('acted');
  });

  it('does not ask about one text that was sent several times', async () => {
    const { messages, alert } = await shared([], 'the same', 'the same');
    expect(await press(moderator, alert(), 'False alarm')).toContain(
      'may post the same text from now on',
    );
    expect(await kindsOf(messages)).toEqual([['allow'], ['allow']]);
  });
});

describe('More…', () => {
  it('answers only to the moderator, with everything', async () => {
    const { alert } = await shared([newRole()], 'one', 'two');
    const clicked = await moderator.click(alert(), 'More…');
    expect(clicked.isEphemeral).toBe(true);
    const { embeds, components } = await clicked.response();
    const shown = JSON.stringify(embeds);
    for (const words of [
      'two',
      'Rule “act”',
      'overall 97%',
      'Role given to the author',
      'Other cases of the author',
    ]) {
      expect(shown).toContain(words);
    }
    expect(JSON.stringify(components)).toContain('details-of:');
  });

  it('shows another case of the post when the moderator chooses it', async () => {
    const { messages, alert } = await shared([], 'one', 'two');
    const details = await (await moderator.click(alert(), 'More…')).response();
    const { number } = await on.caseAbout(messages[0]?.id ?? '');
    const customId = /details-of:\d+/.exec(JSON.stringify(details.components))?.[0] ?? '';
    const chosen = await moderator.select(details, customId, [String(number)]);
    const { embeds } = await chosen.response();
    expect(embeds[0]?.description).toContain(`one ${count}`);
    expect(embeds[0]?.description).toContain(`#${number}`);
  });

  it('is only for moderators', async () => {
    const { alert } = await shared([], 'one');
    const clicked = await onlooker().click(alert(), 'More…');
    expect((await clicked.response()).content).toContain('Only moderators');
  });
});
