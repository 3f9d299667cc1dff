/* Stored data about a member or a server, and its erasure. */

/** How much of a member's data was erased. */
export interface ErasedData {
  /** Cases that lost the author's name, the text or notes. */
  readonly cases: number;
  /** Keyword alerts and waiting events that lost their text. */
  readonly texts: number;
  /** Notes about the member that no case has. */
  readonly notes: number;
  /** Appeals and reports that lost a text, a name, or who reported. */
  readonly reviews: number;
  /** Messages to and from the moderators. */
  readonly mail: number;
  /** Messages kept for the message log. */
  readonly messages: number;
}

export interface MemberData {
  /** The data about one member of a server, as JSON for that member, in pieces. It names no other person. */
  export(guildId: string, userId: string): AsyncIterable<string>;
}

/** A request to erase a member's data. */
export interface ErasureRequest {
  readonly guildId: string;
  readonly userId: string;
  /** The person who asked for it: the member or the server's owner. */
  readonly byId: string;
}

/**
 * Erases texts, names and notes about members. The cases stay, with the member's id and what was done, because moderators
 * must be able to see and undo it.
 */
export interface MemberErasures {
  /**
   * Erases in the background, also after a restart; at the end a post tells the moderators. Resolves at the end, to how much was
   * erased. Rejects when the bot stops before.
   */
  erase(request: ErasureRequest, onProgress: (erased: ErasedData) => void): Promise<ErasedData>;
  /** Ends one early: what was not erased yet stays. */
  cancel(member: Pick<ErasureRequest, 'guildId' | 'userId'>): void;
}

/** Erases a server: here, and at the embedded service. */
export interface GuildEraser {
  /**
   * Erases all data of a server, except the number of its last case. Resolves to whether the service has also removed the
   * server's keywords; if not, call again later.
   */
  erase(guildId: string): Promise<boolean>;
}
