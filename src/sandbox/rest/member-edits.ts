import {
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type APIGuildMember,
} from 'discord-api-types/v10';

import { invalidField, apiError } from '../errors.ts';
import { asFlags } from '../world/messages/flags.ts';
import type { MemberPatch } from '../world/guilds/members.ts';
import { hasPermission, outranks, permissionsIn } from '../world/guilds/permissions.ts';
import type { GuildAccess } from './access.ts';
import type { MemberForm } from './forms/guild.ts';
import { checkRoleChange } from './role-checks.ts';

const MAX_TIMEOUT_MS = 28 * 86_400_000;

interface MemberEdit {
  readonly target: APIGuildMember;
  readonly form: MemberForm;
  readonly nowMs: number;
}

/** Throws when the actor may not make this edit. */
export function checkMemberEdit(access: GuildAccess, { target, form, nowMs }: MemberEdit): void {
  const { guild, member, need } = access;
  const isAbove = outranks(guild, member, target);
  if (form.nick !== undefined) checkNick(access, { target, isAbove });
  if (form.roles !== undefined) checkRoles(access, { target, roles: form.roles ?? [] });
  if (form.communication_disabled_until !== undefined) {
    need(PermissionFlagsBits.ModerateMembers);
    const permissions = permissionsIn({ guild, member: target, channel: null, nowMs });
    const isAdmin = hasPermission(permissions, PermissionFlagsBits.Administrator);
    if (!isAbove || isAdmin) throw apiError(RESTJSONErrorCodes.MissingPermissions);
    checkTimeout(form.communication_disabled_until, nowMs);
  }
  if (form.flags !== undefined && form.flags !== null) {
    need(PermissionFlagsBits.ManageGuild);
  }
  checkVoice(access, form);
}

/** The changes of an Edit Member body. */
export function memberPatch(form: MemberForm): MemberPatch {
  const until = form.communication_disabled_until;
  return {
    ...(form.nick === undefined ? {} : { nick: form.nick === '' ? null : form.nick }),
    ...(form.roles === undefined ? {} : { roles: form.roles ?? [] }),
    ...(until === undefined ? {} : { communication_disabled_until: until }),
    ...(form.flags === undefined || form.flags === null ? {} : { flags: asFlags(form.flags) }),
  };
}

function checkNick(
  { member, guild, need, has }: GuildAccess,
  { target, isAbove }: { target: APIGuildMember; isAbove: boolean },
): void {
  const isOwn = target.user.id === member.user.id;
  if (isOwn) {
    if (!has(PermissionFlagsBits.ChangeNickname)) need(PermissionFlagsBits.ManageNicknames);
    return;
  }
  need(PermissionFlagsBits.ManageNicknames);
  if (!isAbove || target.user.id === guild.owner_id) {
    throw apiError(RESTJSONErrorCodes.MissingPermissions);
  }
}

/** Checks only the changes: the list may contain higher roles that the member already has. */
function checkRoles(
  access: GuildAccess,
  { target, roles }: { target: APIGuildMember; roles: readonly string[] },
): void {
  access.need(PermissionFlagsBits.ManageRoles);
  const added = roles.filter((id) => !target.roles.includes(id));
  const removed = target.roles.filter((id) => !roles.includes(id));
  for (const id of [...added, ...removed]) checkRoleChange(access, id);
}

function checkTimeout(until: string | null, nowMs: number): void {
  if (until === null || Date.parse(until) - nowMs <= MAX_TIMEOUT_MS) return;
  throw invalidField(['communication_disabled_until'], {
    code: 'BASE_TYPE_MAX_DURATION',
    message: 'Must be 28 days or less from now.',
  });
}

/** The sandbox has no voice, so muting, deafening and moving always fail. */
function checkVoice({ need }: GuildAccess, form: MemberForm): void {
  const voiceEdits = [
    { field: form.mute, permission: PermissionFlagsBits.MuteMembers },
    { field: form.deaf, permission: PermissionFlagsBits.DeafenMembers },
    { field: form.channel_id, permission: PermissionFlagsBits.MoveMembers },
  ].filter(({ field }) => field !== undefined);
  for (const { permission } of voiceEdits) need(permission);
  if (voiceEdits.length > 0) throw apiError(RESTJSONErrorCodes.TargetUserIsNotConnectedToVoice);
}
