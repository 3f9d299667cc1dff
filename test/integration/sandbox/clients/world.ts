import { PermissionFlagsBits } from 'discord-api-types/v10';

import { createSandbox, type Sandbox } from '../../../../src/sandbox/sandbox.ts';

/** The scripts send more than Discord allows at once; with its own limits they would mostly wait. */
const LIMITS_FACTOR = 4;

/** A sandbox whose bot is an administrator, so that a script can use everything. */
export async function createClientSandbox(): Promise<Sandbox> {
  const sandbox = await createSandbox({ rateLimits: LIMITS_FACTOR });
  const auditContext = { byUserId: sandbox.members.owner.id, reason: null };
  const { id } = sandbox.world.roles.create(
    sandbox.guildId,
    { name: 'Administrator', position: 5, permissions: PermissionFlagsBits.Administrator },
    auditContext,
  );
  const target = { guildId: sandbox.guildId, userId: sandbox.botId };
  sandbox.world.members.addRole(target, id, auditContext);
  return sandbox;
}
