import { z } from 'zod';

/** How sensitive a server is, from least to most. */
export const presetNameSchema = z.enum(['relaxed', 'normal', 'strict']);
export type PresetName = z.infer<typeof presetNameSchema>;
