import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { ACTIONS } from '../../../../../src/bot/acting/actions/registry.ts';
import type { AuthorContext, ActionContext } from '../../../../../src/bot/access/action-context.ts';
import type { Action } from '../../../../../src/bot/domain/effects.ts';
import { rendered } from '../../../../helpers/renderer.ts';

const low = { id: '100', name: 'Member', position: 1 };
const middle = { id: '200', name: 'Portcullis', position: 5 };
const high = { id: '300', name: 'Staff', position: 9 };
const ALL =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.ManageMessages |
  PermissionFlagsBits.ManageRoles |
  PermissionFlagsBits.ModerateMembers |
  PermissionFlagsBits.KickMembers |
  PermissionFlagsBits.BanMembers;
const NOW = 1_750_000_000_000;

const member: AuthorContext = {
  kind: 'member',
  isOwner: false,
  isSelf: false,
  isAdministrator: false,
  highestRole: low,
  timedOutUntil: null,
};

function facts(overrides: Partial<ActionContext> = {}, permissions: bigint = ALL): ActionContext {
  return {
    bot: { permissions, roleName: 'Portcullis', highestRole: middle },
    channel: { name: 'general', permissions, isStarter: false },
    author: member,
    role: null,
    ...overrides,
  };
}

const roleId = '400000000000000000';
const actions: Action[] = [
  { kind: 'delete' },
  { kind: 'addRole', roleId },
  { kind: 'removeRole', roleId },
  { kind: 'timeout' },
  { kind: 'kick' },
  { kind: 'ban' },
];

describe('the preflight check of each action', () => {
  const look = (action: Action, about: ActionContext) =>
    ACTIONS[action.kind].preflight(action, about, NOW);

  it.each(actions)('allows $kind when nothing prevents it', (action) => {
    expect(look(action, facts({ role: { ...low, managed: false } }))).toEqual({ kind: 'go' });
  });

  it.each([
    ['delete', 'Manage Messages'],
    ['addRole', 'Manage Roles'],
    ['removeRole', 'Manage Roles'],
    ['timeout', 'Timeout Members'],
    ['kick', 'Kick Members'],
    ['ban', 'Ban Members'],
  ] as const)(
    'names for %s the missing permission “%s” and the role that lacks it',
    (kind, name) => {
      const action = actions.find((candidate) => candidate.kind === kind) ?? { kind: 'delete' };
      const answer = look(
        action,
        facts({ role: { ...low, managed: false } }, PermissionFlagsBits.ViewChannel),
      );
      expect(rendered(answer)).toMatchObject({
        kind: 'blocked',
        refusal: {
          reason: expect.stringContaining(`“${name}”`),
          fix: expect.stringContaining('“Portcullis”'),
        },
      });
    },
  );

  it('names the channel in which a permission is missing', () => {
    const answer = look({ kind: 'delete' }, facts({}, PermissionFlagsBits.ViewChannel));
    expect(rendered(answer)).toMatchObject({
      refusal: { reason: 'The bot lacks the permission “Manage Messages” in #general.' },
    });
  });

  it('requires “Manage Threads” to delete a whole post', () => {
    const post = (permissions: bigint) =>
      look(
        { kind: 'delete' },
        facts({ channel: { name: 'help-forum', permissions, isStarter: true } }),
      );
    expect(rendered(post(ALL))).toMatchObject({
      refusal: { reason: 'The bot lacks the permission “Manage Threads” in #help-forum.' },
    });
    expect(post(ALL | PermissionFlagsBits.ManageThreads)).toEqual({ kind: 'go' });
  });

  it('does not name a channel that it cannot see', () => {
    const answer = look({ kind: 'delete' }, facts({}, PermissionFlagsBits.ManageMessages));
    expect(rendered(answer)).toMatchObject({
      refusal: { reason: 'The bot cannot see the channel.' },
    });
  });

  it('leaves a deletion in a channel it does not know to Discord', () => {
    expect(look({ kind: 'delete' }, facts({ channel: null }, 0n))).toEqual({ kind: 'go' });
  });

  it.each([{ kind: 'timeout' }, { kind: 'kick' }, { kind: 'ban' }] as const)(
    'refuses a $kind of the owner and of the bot itself',
    (action) => {
      const owner = look(action, facts({ author: { ...member, isOwner: true } }));
      expect(rendered(owner)).toMatchObject({
        refusal: { reason: expect.stringContaining('owns') },
      });
      const self = look(action, facts({ author: { ...member, isSelf: true } }));
      expect(rendered(self)).toMatchObject({
        refusal: { reason: expect.stringContaining('itself') },
      });
    },
  );

  it.each([{ kind: 'timeout' }, { kind: 'kick' }, { kind: 'ban' }] as const)(
    'names both roles when the author is above the bot at a $kind',
    (action) => {
      const answer = look(action, facts({ author: { ...member, highestRole: high } }));
      expect(rendered(answer)).toMatchObject({
        refusal: { fix: 'Move “Portcullis” above “Staff” (Server Settings → Roles).' },
      });
    },
  );

  it('refuses to time out an administrator, who can be kicked', () => {
    const author = { ...member, isAdministrator: true };
    expect(look({ kind: 'timeout' }, facts({ author })).kind).toBe('blocked');
    expect(look({ kind: 'kick' }, facts({ author })).kind).toBe('go');
  });

  it('does not shorten a timeout that lasts longer', () => {
    const author = { ...member, timedOutUntil: NOW + 1 };
    expect(look({ kind: 'timeout' }, facts({ author })).kind).toBe('noop');
    const shorter = { ...member, timedOutUntil: NOW - 1 };
    expect(look({ kind: 'timeout' }, facts({ author: shorter })).kind).toBe('go');
  });

  it('cannot kick or time out an author who has left, but can ban them', () => {
    const gone = facts({ author: { kind: 'gone' } });
    expect(look({ kind: 'kick' }, gone).kind).toBe('noop');
    expect(look({ kind: 'timeout' }, gone).kind).toBe('blocked');
    expect(look({ kind: 'addRole', roleId }, gone).kind).toBe('blocked');
    expect(look({ kind: 'removeRole', roleId }, gone).kind).toBe('noop');
    expect(look({ kind: 'ban' }, gone).kind).toBe('go');
  });

  it('refuses roles that cannot be given', () => {
    const give: Action = { kind: 'addRole', roleId };
    expect(look(give, facts({ role: { kind: 'unknown' } })).kind).toBe('blocked');
    expect(look(give, facts({ role: { ...low, managed: true } })).kind).toBe('blocked');
    expect(look(give, facts({ role: { ...high, managed: false } })).kind).toBe('blocked');
    expect(look({ kind: 'removeRole', roleId }, facts({ role: { kind: 'unknown' } })).kind).toBe(
      'noop',
    );
  });
});
