import { Locale } from 'discord-api-types/v10';
import { z } from 'zod';

import { isTimedOut } from '../../world/guilds/permissions.ts';
import { createPerson, type Person } from '../../person.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { PersonView } from '../protocol/guild.ts';
import { userName } from './views/user-view.ts';

const NEWCOMERS = ['Nico', 'Noor', 'Nils', 'Nadia', 'Naoki', 'Nia', 'Ned', 'Nela'] as const;

/** Notes on people, for the visitor. */
const NOTES: Readonly<Partial<Record<keyof Sandbox['members'], string>>> = {
  alice: 'member',
  bob: 'member',
  carol: 'member',
  moderator: 'moderator',
  owner: 'owner',
  dave: 'member, direct messages closed',
  trusted: 'member with a trusted role',
  overlord: 'member with a role above the bot',
};

/** The people a visitor can speak as. */
export interface People {
  list(): PersonView[];
  /** Null: nobody with this id is one of them. */
  find(id: string, locale: string): Person | null;
  /** Creates somebody who is not on the server yet. Returns their id. */
  addNewcomer(): string;
  /** Invites a person, who joins. Throws what Discord answers. */
  join(person: Person): Promise<void>;
}

export function createPeople({ world, members, channels, guildId, apiUrl }: Sandbox): People {
  const notes = new Map<string, string>();
  for (const [name, note] of Object.entries(NOTES)) {
    notes.set(members[name as keyof typeof NOTES].id, note);
  }
  let newcomers = 0;

  function standing(id: string): PersonView['standing'] {
    const guild = world.state.guilds.get(guildId);
    const member = guild?.members.get(id);
    if (member === undefined) {
      return { kind: guild?.bans.has(id) === true ? 'banned' : 'not a member' };
    }
    return isTimedOut(member, world.state.clock.now())
      ? { kind: 'timed out', untilMs: Date.parse(member.communication_disabled_until ?? '') }
      : { kind: 'member' };
  }

  return {
    list: () =>
      [...notes].flatMap(([id, note]) => {
        const user = world.state.users.get(id)?.user;
        return user === undefined
          ? []
          : [{ id, name: userName(user), note, standing: standing(id) }];
      }),

    find(id, locale) {
      const user = notes.has(id) ? world.state.users.get(id) : undefined;
      if (user === undefined) return null;
      const { success, data } = z.enum(Locale).safeParse(locale);
      const known = success ? data : Locale.EnglishUS;
      return createPerson(apiUrl, { id, token: user.token, locale: known });
    },

    addNewcomer() {
      const name = NEWCOMERS[newcomers % NEWCOMERS.length] ?? 'Nico';
      const round = Math.floor(newcomers / NEWCOMERS.length);
      newcomers += 1;
      const globalName = round === 0 ? name : `${name} ${round + 1}`;
      const { id } = world.users.create({
        username: `${name.toLowerCase()}${newcomers}`,
        globalName,
      });
      notes.set(id, 'joined just now');
      return id;
    },

    async join(person) {
      const terms = { maxAge: 0, maxUses: 0, temporary: false, unique: false };
      const byOwner = { byUserId: members.owner.id, reason: null };
      const { code } = world.invites.create(channels.general, terms, byOwner);
      await person.join(code);
    },
  };
}
