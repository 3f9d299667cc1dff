import type { Note } from './case.ts';

/** A moderator's note about a member, whatever the cases. */
export interface MemberNote extends Note {
  readonly id: string;
}

/** The notes of a server about its members. They end like cases. */
export interface MemberNotes {
  /** `expiresAt`: milliseconds since the Unix epoch. */
  add(
    guildId: string,
    memberId: string,
    note: MemberNote & { readonly expiresAt: number },
  ): Promise<void>;
  /** Oldest first. */
  list(guildId: string, memberId: string): Promise<MemberNote[]>;
  /** Resolves to whether there was such a note. */
  remove(guildId: string, memberId: string, id: string): Promise<boolean>;
}
