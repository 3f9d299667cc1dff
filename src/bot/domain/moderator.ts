import { z } from 'zod';

/** A moderator as stored with what they did. */
export const moderatorSchema = z.object({ id: z.string(), name: z.string() });
export type ModeratorRef = z.infer<typeof moderatorSchema>;
