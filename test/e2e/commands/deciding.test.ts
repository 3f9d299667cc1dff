import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Case } from '../../../src/bot/domain/case.ts';
import type { Person } from '../../../src/sandbox/person.ts';
import { openScene, type Scene } from '../scene.ts';
import { alertAbout, press } from './alert-view.ts';

let scene: Scene;
let moderator: Person;
let owner: Person;
let count = 0;

beforeAll(async () => {
  scene = await openScene();
  moderator = scene.person('moderator');
  owner = scene.person('owner');
});
afterAll(() => scene.close());

async function caseOf(author: Person): Promise<Case> {
  count += 1;
  const { message } = await scene.sayAndWait(author, `message ${count} [flag]`);
  return scene.caseAbout(message.id);
}

async function reply(person: Person, subcommand: string, { number }: Case): Promise<string> {
  const { 'mod-alerts': channelId } = scene.sandbox.channels;
  const options = { number: `${number}` };
  return (await (await person.slash(channelId, `case ${subcommand}`, options)).response()).content;
}

async function actionsOn({ messageId }: Case): Promise<string[]> {
  const { moderatorActions } = await scene.caseAbout(messageId);
  return moderatorActions.map(({ kind }) => kind);
}

const BUTTONS = ['False alarm', 'Delete', 'Timeout', 'Handled'];
const COMMANDS = ['undo', 'allow', 'disallow'];

describe('nobody decides about a case of their own', () => {
  it('by a button or a command', async () => {
    const record = await caseOf(moderator);
    for (const label of BUTTONS) {
      const told = await press(moderator, alertAbout(scene, record.messageId), label);
      expect(told).toMatch(/This case is about you|yourself/);
    }
    for (const subcommand of COMMANDS) {
      expect(await reply(moderator, subcommand, record)).toContain('This case is about you');
    }
    expect(await actionsOn(record)).toEqual([]);
  });

  it('so their text is not allowed the next time', async () => {
    const text = 'the same words again [flag]';
    const { message } = await scene.sayAndWait(moderator, text);
    await press(moderator, alertAbout(scene, message.id), 'False alarm');
    const { outcome } = await scene.sayAndWait(moderator, text);
    expect(outcome.kind).toBe('acted');
  });

  it('not even the owner', async () => {
    const record = await caseOf(owner);
    expect(await reply(owner, 'allow', record)).toContain('This case is about you');
    expect(await press(moderator, alertAbout(scene, record.messageId), 'Handled')).toContain(
      'someone above you',
    );
    expect(await actionsOn(record)).toEqual([]);
  });

  it('but everyone can add a note', async () => {
    const { 'mod-alerts': channelId } = scene.sandbox.channels;
    const { number } = await caseOf(moderator);
    const options = { number: `${number}`, text: 'It was a quote.' };
    const interaction = await moderator.slash(channelId, 'case note', options);
    expect((await interaction.response()).content).toContain('Note added');
  });
});

describe('nobody decides about a case of someone above them', () => {
  it('by a button or a command', async () => {
    const record = await caseOf(scene.person('overlord'));
    for (const label of BUTTONS) {
      const told = await press(moderator, alertAbout(scene, record.messageId), label);
      expect(told).toMatch(/someone above you|not below yours/);
    }
    for (const subcommand of COMMANDS) {
      expect(await reply(moderator, subcommand, record)).toContain('someone above you');
    }
    expect(await actionsOn(record)).toEqual([]);
  });

  it('except for the owner', async () => {
    const record = await caseOf(scene.join('archlord', [scene.sandbox.roles.Above]));
    expect(await press(owner, alertAbout(scene, record.messageId), 'False alarm')).toContain(
      'Marked as a false alarm',
    );
  });

  it('except about someone with the same highest role', async () => {
    const colleague = scene.join('colleague', [scene.sandbox.roles.Moderator]);
    const record = await caseOf(colleague);
    expect(await press(moderator, alertAbout(scene, record.messageId), 'Handled')).toContain(
      'Handled',
    );
  });
});
