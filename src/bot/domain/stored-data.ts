/* Stored data about a member or a server, and its erasure. */

/** How much of a member's data was erased. */
export interface ErasedData {
  /** Cases that lost the author's name, the text or notes. */
  readonly cases: number;
  /** Keyword alerts and waiting events that lost their text. */
  readonly texts: number;
  /** Appeals and reports that lost a text, a name, or who reported. */
  readonly reviews: number;
}

export interface MemberData {
  /** The data about one member of a server, as JSON for that member, in pieces. It names no other person. */
  export(guildId: string, userId: string): AsyncIterable<string>;
  /**
   * Erases texts, names and notes about the member. The cases stay, with the member's id and what was done, because
   * moderators must be able to see and undo it.
   */
  erase(guildId: string, userId: string): Promise<ErasedData>;
}

/** Erases a server: here, and at the embedded service. */
export interface GuildEraser {
  /**
   * Erases all data of a server, except the number of its last case. Resolves to whether the service has also removed the
   * server's keywords; if not, call again later.
   */
  erase(guildId: string): Promise<boolean>;
}
