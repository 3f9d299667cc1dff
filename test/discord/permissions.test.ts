import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { lookAhead } from '../../src/discord/beforehand.ts';
import type { AuthorFacts, Facts } from '../../src/discord/facts.ts';
import { holds, outranks } from '../../src/discord/permissions.ts';
import type { Action } from '../../src/moderation/effects.ts';

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

const member: AuthorFacts = {
  kind: 'member',
  isOwner: false,
  isSelf: false,
  isAdministrator: false,
  highestRole: low,
  timedOutUntil: null,
};

function facts(overrides: Partial<Facts> = {}, permissions: bigint = ALL): Facts {
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

describe('holds', () => {
  it('gives an administrator every permission', () => {
    expect(holds(PermissionFlagsBits.Administrator, 'BanMembers')).toBe(true);
  });

  it('wants the very permission of everybody else', () => {
    expect(holds(PermissionFlagsBits.KickMembers, 'KickMembers')).toBe(true);
    expect(holds(PermissionFlagsBits.KickMembers, 'BanMembers')).toBe(false);
  });
});

describe('outranks', () => {
  it('goes by position', () => {
    expect(outranks(high, low)).toBe(true);
    expect(outranks(low, high)).toBe(false);
  });

  it('puts the older of two roles at the same position above the younger', () => {
    const younger = { ...low, id: '101' };
    expect(outranks(low, younger)).toBe(true);
    expect(outranks(younger, low)).toBe(false);
  });

  it('puts no role above itself', () => {
    expect(outranks(low, low)).toBe(false);
  });
});

describe('lookAhead', () => {
  const look = (action: Action, about: Facts) => lookAhead(action, about, NOW);

  it.each(actions)('lets $kind go ahead where everything is in order', (action) => {
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
    'says of %s that the permission “%s” is missing, and which role lacks it',
    (kind, name) => {
      const action = actions.find((one) => one.kind === kind) ?? { kind: 'delete' };
      const answer = look(
        action,
        facts({ role: { ...low, managed: false } }, PermissionFlagsBits.ViewChannel),
      );
      expect(answer).toMatchObject({
        kind: 'futile',
        refusal: {
          reason: expect.stringContaining(`“${name}”`),
          mend: expect.stringContaining('“Portcullis”'),
        },
      });
    },
  );

  it('names the channel in which a permission is missing', () => {
    const answer = look({ kind: 'delete' }, facts({}, PermissionFlagsBits.ViewChannel));
    expect(answer).toMatchObject({
      refusal: { reason: 'The bot lacks the permission “Manage Messages” in #general.' },
    });
  });

  it('wants “Manage Threads” where the whole post is to be deleted', () => {
    const post = (permissions: bigint) =>
      look(
        { kind: 'delete' },
        facts({ channel: { name: 'help-forum', permissions, isStarter: true } }),
      );
    expect(post(ALL)).toMatchObject({
      refusal: { reason: 'The bot lacks the permission “Manage Threads” in #help-forum.' },
    });
    expect(post(ALL | PermissionFlagsBits.ManageThreads)).toEqual({ kind: 'go' });
  });

  it('does not name a channel that it cannot see', () => {
    const answer = look({ kind: 'delete' }, facts({}, PermissionFlagsBits.ManageMessages));
    expect(answer).toMatchObject({ refusal: { reason: 'The bot cannot see the channel.' } });
  });

  it('leaves a deletion in a channel it does not know to Discord', () => {
    expect(look({ kind: 'delete' }, facts({ channel: null }, 0n))).toEqual({ kind: 'go' });
  });

  it.each([{ kind: 'timeout' }, { kind: 'kick' }, { kind: 'ban' }] as const)(
    'says that the owner and the bot itself are out of reach of a $kind',
    (action) => {
      const owner = look(action, facts({ author: { ...member, isOwner: true } }));
      expect(owner).toMatchObject({ refusal: { reason: expect.stringContaining('owns') } });
      const self = look(action, facts({ author: { ...member, isSelf: true } }));
      expect(self).toMatchObject({ refusal: { reason: expect.stringContaining('itself') } });
    },
  );

  it.each([{ kind: 'timeout' }, { kind: 'kick' }, { kind: 'ban' }] as const)(
    'names both roles when the author stands above the bot at a $kind',
    (action) => {
      const answer = look(action, facts({ author: { ...member, highestRole: high } }));
      expect(answer).toMatchObject({
        refusal: { mend: 'Move “Portcullis” above “Staff” (Server Settings → Roles).' },
      });
    },
  );

  it('knows that an administrator cannot be timed out, though kicked', () => {
    const author = { ...member, isAdministrator: true };
    expect(look({ kind: 'timeout' }, facts({ author })).kind).toBe('futile');
    expect(look({ kind: 'kick' }, facts({ author })).kind).toBe('go');
  });

  it('does not shorten a timeout that lasts longer', () => {
    const author = { ...member, timedOutUntil: NOW + 1 };
    expect(look({ kind: 'timeout' }, facts({ author })).kind).toBe('needless');
    const shorter = { ...member, timedOutUntil: NOW - 1 };
    expect(look({ kind: 'timeout' }, facts({ author: shorter })).kind).toBe('go');
  });

  it('has nothing to kick, and nobody to time out, once the author has left; a ban still counts', () => {
    const gone = facts({ author: { kind: 'gone' } });
    expect(look({ kind: 'kick' }, gone).kind).toBe('needless');
    expect(look({ kind: 'timeout' }, gone).kind).toBe('futile');
    expect(look({ kind: 'addRole', roleId }, gone).kind).toBe('futile');
    expect(look({ kind: 'removeRole', roleId }, gone).kind).toBe('needless');
    expect(look({ kind: 'ban' }, gone).kind).toBe('go');
  });

  it('knows which roles cannot be handed out', () => {
    const give: Action = { kind: 'addRole', roleId };
    expect(look(give, facts({ role: { kind: 'unknown' } })).kind).toBe('futile');
    expect(look(give, facts({ role: { ...low, managed: true } })).kind).toBe('futile');
    expect(look(give, facts({ role: { ...high, managed: false } })).kind).toBe('futile');
    expect(look({ kind: 'removeRole', roleId }, facts({ role: { kind: 'unknown' } })).kind).toBe(
      'needless',
    );
  });
});
