import { ButtonStyle, userMention } from 'discord.js';
import type { BulkKind, CommandDeps, Incident, Reply } from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import type { MemberCall } from './end.ts';
import { targetsOf, type Targets } from './targets.ts';

type IncidentRef = Pick<Incident, 'number'>;

/** How many skipped members are named. */
const LEFT_OUT = 10;

type BulkRequest = IncidentRef & { readonly kind: BulkKind };

/** Acts on all members or cases of an incident, after a question that says how many. */
export async function actOnAll(
  call: MemberCall,
  request: BulkRequest,
  deps: CommandDeps,
): Promise<Reply> {
  const targets = await permittedTargets(call, { ...request, asked: null }, deps);
  const question = questionOf(call, request, targets);
  return deps.questions.ask(call, {
    content: [question.content, ...leftOut(call, targets)].join('\n'),
    choices: [
      {
        label: question.label,
        style: ButtonStyle.Danger,
        // Checked again, because much can have changed since the question.
        run: async (confirmed) => {
          const asked = { ...request, asked: targets };
          const latest = await permittedTargets(confirmed, asked, deps);
          return begin(confirmed, { ...request, targets: latest }, deps);
        },
      },
    ],
  });
}

function questionOf(
  { t }: MemberCall,
  { kind, number }: BulkRequest,
  { members, unbans }: Targets,
): { readonly content: string; readonly label: string } {
  const values = { count: members, number };
  switch (kind) {
    case 'timeout':
      return {
        content: t('incident:reply.confirmTimeout', values),
        label: t('incident:reply.timeoutLabel', { count: members }),
      };
    case 'ban':
      return {
        content: t('incident:reply.confirmBan', values),
        label: t('incident:reply.banLabel', { count: members }),
      };
    case 'undo': {
      const content = t('incident:reply.confirmUndo', values);
      const count = unbans.length;
      return {
        content:
          count === 0 ? content : `${content} ${t('incident:reply.confirmUnbans', { count })}`,
        label: t('incident:reply.undoLabel', { count: members }),
      };
    }
  }
}

async function begin(
  call: MemberCall,
  { kind, number, targets }: BulkRequest & { readonly targets: Targets },
  deps: CommandDeps,
): Promise<Reply> {
  const { guild, by, t } = call;
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

/** Throws a `UserError` if there are no targets. */
async function permittedTargets(
  call: MemberCall,
  request: BulkRequest & { readonly asked: Targets | null },
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
