import { z } from 'zod';
import { snowflakeSchema, type ActionFacts, type ReversalFacts } from '../definition.ts';

const COMMON = {
  severity: 5,
  colour: 0xe67e22,
  result: 'roles',
  removesMember: false,
  argument: 'role',
} as const;

const addRoleSchema = z.object({ kind: z.literal('addRole'), roleId: snowflakeSchema });
const removeRoleSchema = z.object({ kind: z.literal('removeRole'), roleId: snowflakeSchema });
const takeRoleSchema = z.object({ kind: z.literal('takeRole'), roleId: snowflakeSchema });
const giveRoleSchema = z.object({ kind: z.literal('giveRole'), roleId: snowflakeSchema });

export const addRole = {
  ...COMMON,
  schema: addRoleSchema,
  order: 1,
  word: 'role',
  trace: ({ roleId }, { detail }) =>
    detail === undefined ? { kind: 'undoable', reversal: { kind: 'takeRole', roleId } } : null,
} as const satisfies ActionFacts<z.infer<typeof addRoleSchema>, z.infer<typeof takeRoleSchema>>;

export const removeRole = {
  ...COMMON,
  schema: removeRoleSchema,
  order: 2,
  word: 'unrole',
  trace: ({ roleId }, { detail }) =>
    detail === undefined ? { kind: 'undoable', reversal: { kind: 'giveRole', roleId } } : null,
} as const satisfies ActionFacts<z.infer<typeof removeRoleSchema>, z.infer<typeof giveRoleSchema>>;

/** Removes a role that was added. */
export const takeRole = { schema: takeRoleSchema, order: 2 } as const satisfies ReversalFacts;

/** Adds a role that was removed. */
export const giveRole = { schema: giveRoleSchema, order: 2 } as const satisfies ReversalFacts;
