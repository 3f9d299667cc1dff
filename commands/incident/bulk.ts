import { ButtonStyle, userMention } from 'discord.js';
import type { Reply } from '../../src/discord/interactions/command.ts';
import { UserError } from '../../src/lib/errors.ts';
import type { BulkKind, Incident } from '../../src/moderation/incidents/incident.ts';
import type { CommandDeps } from '../deps.ts';
import type { MemberCall } from './end.ts';
import { targetsOf, type Targets } from './targets.ts';

type IncidentRef = Pick<Incident, 'number'>;

/** Members who are left out, by name. */
const LEFT_OUT = 10;

/** Acts on all members or cases of an incident. A ban asks first. */
export async function actOnAll(
  call: MemberCall,
  request: IncidentRef & { readonly kind: BulkKind },
  deps: CommandDeps,
): Promise<Reply> {
  const { kind, number } = request;
  if (kind !== 'ban') return begin(call, request, deps);
  const { t } = call;
  const targets = await permittedTargets(call, request, deps);
  const count = targets.cases.length;
  return deps.questions.ask(call, {
    content: [t('incident:reply.confirmBan', { count, number }), ...leftOut(call, targets)].join(
      '\n',
    ),
    choices: [
      {
        label: t('incident:reply.banLabel', { count }),
        style: ButtonStyle.Danger,
        // Checked again: much can have changed since the question.
        run: (confirmed) => begin(confirmed, request, deps),
      },
    ],
  });
}

async function begin(
  call: MemberCall,
  request: IncidentRef & { readonly kind: BulkKind },
  deps: CommandDeps,
): Promise<Reply> {
  const { guild, by, t } = call;
  const { kind, number } = request;
  const targets = await permittedTargets(call, request, deps);
  const { cases, skipped } = targets;
  const result = await deps.incidentControl.act({
    guildId: guild.id,
    number,
    kind,
    by,
    cases,
    skipped,
  });
  switch (result.kind) {
    case 'begun': {
      const content = t(`incident:reply.begun.${kind}`, { count: cases.length });
      return { content: [content, ...leftOut(call, targets)].join('\n') };
    }
    case 'busy': {
      const { kind: running, by: other } = result.action;
      const values = { action: t(`incident:action.${running}`), user: other.id };
      throw new UserError(t('incident:reply.busy', values));
    }
    case 'unknown incident':
      throw new UserError(t('incident:reply.unknown', { number }));
  }
}

/** Throws a `UserError` if there is nobody to act on. */
async function permittedTargets(
  call: MemberCall,
  request: IncidentRef & { readonly kind: BulkKind },
  deps: CommandDeps,
): Promise<Targets> {
  const { guild, t, show } = call;
  const { kind, number } = request;
  if ((await deps.incidents.get(guild.id, number)) === null) {
    throw new UserError(t('incident:reply.unknown', { number }));
  }
  const targets = await targetsOf(call, request, deps);
  if (targets.cases.length > 0) return targets;
  const [first] = targets.skipped;
  throw new UserError(
    first === undefined ? t(`incident:reply.nobody.${kind}`) : show(first.reason),
  );
}

function leftOut({ t, show }: MemberCall, { skipped }: Targets): string[] {
  if (skipped.length === 0) return [];
  const lines = skipped
    .slice(0, LEFT_OUT)
    .map(({ memberId, reason }) =>
      t('incident:reply.member', { user: userMention(memberId), reason: show(reason) }),
    );
  const more = skipped.length - lines.length;
  return [
    t('incident:reply.leftOut', { count: skipped.length }),
    ...lines,
    ...(more === 0 ? [] : [t('incident:reply.more', { count: more })]),
  ];
}
