import { z } from 'zod';
import { moderatorSchema, type ModeratorRef } from '../moderator.ts';
import { pictureHashSchema } from './picture-hash.ts';

/** `own`: the server blocked the picture itself, so it is deleted. `imported`: a list from elsewhere, so it only alerts. */
export const PICTURE_SOURCES = ['own', 'imported'] as const;
export type PictureSource = (typeof PICTURE_SOURCES)[number];

/** Per source. */
export const MAX_PICTURES = 1000;

export interface NewPicture {
  /** Its name: the hash of the whole picture. */
  readonly hash: string;
  /** The hashes by which it is recognised. */
  readonly hashes: readonly string[];
  /** A small JPEG; null: an imported list has none. */
  readonly preview: Uint8Array | null;
}

export interface KnownPicture extends Pick<NewPicture, 'hash' | 'hashes'> {
  readonly source: PictureSource;
  readonly by: ModeratorRef;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** A known picture that a posted one looks like. Stored with the case. */
export const pictureMatchSchema = z.object({
  hash: pictureHashSchema,
  source: z.enum(PICTURE_SOURCES),
  by: moderatorSchema,
  /** When it was blocked or imported. */
  at: z.number(),
  /** How many of 64 bits differ. */
  bits: z.int(),
});
export type PictureMatch = z.infer<typeof pictureMatchSchema>;

/** The pictures of a case, as small JPEGs in Base64. */
export const pictureEvidenceSchema = z.object({
  posted: z.string(),
  /** Null: an imported list has no pictures. */
  known: z.string().nullable(),
});
export type PictureEvidence = z.infer<typeof pictureEvidenceSchema>;

export interface AddedPictures {
  readonly added: number;
  /** How many were on the list before. */
  readonly existing: number;
  /** How many were left out because the list is full. */
  readonly leftOut: number;
}

/** The pictures that servers blocked or imported. */
export interface KnownPictures {
  /** Nothing is downloaded for a server without pictures. */
  isEmpty(guildId: string): Promise<boolean>;
  /** The picture of the server that looks most like one with these hashes; its own come first. */
  find(guildId: string, hashes: readonly string[]): Promise<PictureMatch | null>;
  /** Newest first. */
  list(guildId: string): Promise<readonly KnownPicture[]>;
  /** A picture that was imported before becomes the server's own when it is blocked. */
  add(
    guildId: string,
    addition: {
      readonly source: PictureSource;
      readonly pictures: readonly NewPicture[];
      readonly by: ModeratorRef;
      readonly at: number;
    },
  ): Promise<AddedPictures>;
  /** False: it is on no list. */
  remove(guildId: string, hash: string): Promise<boolean>;
  /** Null: it has none, or it is not on the list. */
  preview(guildId: string, hash: string): Promise<Uint8Array | null>;
  /** Encrypts the pictures of a case. */
  seal(guildId: string, evidence: PictureEvidence): string;
  /** Null: encrypted with another key. */
  unseal(guildId: string, sealed: string): PictureEvidence | null;
}
