import {
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type APIGuildMember,
} from 'discord-api-types/v10';

import { invalidField, refusal } from '../errors.ts';
import { asFlags } from '../world/flags.ts';
import type { MemberPatch } from '../world/members.ts';
import { hasPermission, outranks, permissionsIn } from '../world/permissions.ts';
import type { GuildAccess } from './access.ts';
import type { MemberForm } from './forms/guild.ts';
import { checkRoleChange } from './role-checks.ts';

const MAX_TIMEOUT_MS = 28 * 86_400_000;

interface MemberEdit {
  readonly target: APIGuildMember;
  readonly form: MemberForm;
  readonly nowMs: number;
}

/** Refuses what the actor may not change about the member. */
export function checkMemberEdit(place: GuildAccess, { target, form, nowMs }: MemberEdit): void {
  const { guild, member, need } = place;
  const isAbove = outranks(guild, member, target);
  if (form.nick !== undefined) checkNick(place, { target, isAbove });
  if (form.roles !== undefined) checkRoles(place, { target, roles: form.roles ?? [] });
  if (form.communication_disabled_until !== undefined) {
    need(PermissionFlagsBits.ModerateMembers);
    const permissions = permissionsIn({ guild, member: target, channel: null, nowMs });
    const isAdmin = hasPermission(permissions, PermissionFlagsBits.Administrator);
    if (!isAbove || isAdmin) throw refusal(RESTJSONErrorCodes.MissingPermissions);
    checkTimeout(form.communication_disabled_until, nowMs);
  }
  if (form.flags !== undefined && form.flags !== null) {
    need(PermissionFlagsBits.ManageGuild);
  }
  checkVoice(place, form);
}

/** The form as the world takes it. */
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
    throw refusal(RESTJSONErrorCodes.MissingPermissions);
  }
}

/** Only what changes is asked about: a list may name roles above one's own that the member has already. */
function checkRoles(
  place: GuildAccess,
  { target, roles }: { target: APIGuildMember; roles: readonly string[] },
): void {
  place.need(PermissionFlagsBits.ManageRoles);
  const added = roles.filter((id) => !target.roles.includes(id));
  const removed = target.roles.filter((id) => !roles.includes(id));
  for (const id of [...added, ...removed]) checkRoleChange(place, id);
}

function checkTimeout(until: string | null, nowMs: number): void {
  if (until === null || Date.parse(until) - nowMs <= MAX_TIMEOUT_MS) return;
  throw invalidField(['communication_disabled_until'], {
    code: 'BASE_TYPE_MAX_DURATION',
    message: 'Must be 28 days or less from now.',
  });
}

/** Nobody is ever connected to voice here, so muting, deafening and moving are always refused. */
function checkVoice({ need }: GuildAccess, form: MemberForm): void {
  const asked = [
    { field: form.mute, permission: PermissionFlagsBits.MuteMembers },
    { field: form.deaf, permission: PermissionFlagsBits.DeafenMembers },
    { field: form.channel_id, permission: PermissionFlagsBits.MoveMembers },
  ].filter(({ field }) => field !== undefined);
  for (const { permission } of asked) need(permission);
  if (asked.length > 0) throw refusal(RESTJSONErrorCodes.TargetUserIsNotConnectedToVoice);
}
