import { ComponentType, TextInputStyle } from 'discord.js';
import type { Component, ComponentCall, Reply } from '../src/discord/interactions/command.ts';
import { UserError } from '../src/lib/errors.ts';
import { rulingKindSchema, type RulingKind } from '../src/moderation/case.ts';
import { checkAuthority, ruleOn } from './cases/ruling.ts';
import { caseNumbered } from './cases/numbered.ts';
import type { CommandDeps } from './deps.ts';
import { answers, banModal } from './texts/case.ts';

/** The buttons under a case's alert: `case:<number>:<kind>`. */
export const caseButton: Component<CommandDeps> = {
  id: 'case',
  answer: { kind: 'private' },
  async run(call, [number = '', kind], deps) {
    const record = await caseNumbered(deps, call.guild.id, number);
    return ruleOn(call, { record, kind: kindOf(kind), reason: null }, deps);
  },
};

/** The buttons under a keyword alert: `hit:<event id>:<kind>`. The first one that is used opens a case. */
export const hitButton: Component<CommandDeps> = {
  id: 'hit',
  answer: { kind: 'private' },
  run: (call, args, deps) =>
    ruleOnHit(
      call,
      { eventId: args.slice(0, -1).join(':'), kind: kindOf(args.at(-1)), reason: null },
      deps,
    ),
};

/** A ban is asked for once more, with its reason: `ban:case:<number>` or `ban:hit:<event id>`. */
export const banButton: Component<CommandDeps> = {
  id: 'ban',
  answer: {
    kind: 'modal',
    submitted: 'private',
    modal: (_call, args) => ({
      custom_id: `ban:${args.join(':')}`,
      title: banModal.title,
      components: [
        {
          type: ComponentType.Label,
          label: banModal.reason,
          component: {
            type: ComponentType.TextInput,
            custom_id: 'reason',
            style: TextInputStyle.Short,
            required: false,
            max_length: 200,
          },
        },
      ],
    }),
  },
  async run(call, [subject, ...rest], deps) {
    const reason = reasonIn(call);
    const id = rest.join(':');
    if (subject === 'hit') return ruleOnHit(call, { eventId: id, kind: 'ban', reason }, deps);
    const record = await caseNumbered(deps, call.guild.id, id);
    return ruleOn(call, { record, kind: 'ban', reason }, deps);
  },
};

async function ruleOnHit(
  call: ComponentCall,
  { eventId, kind, reason }: { eventId: string; kind: RulingKind; reason: string | null },
  deps: CommandDeps,
): Promise<Reply> {
  const { guild, interaction } = call;
  const { message } = interaction;
  const hit = await deps.keywordHits.get(eventId);
  if (hit === null || hit.guildId !== guild.id || message === null) {
    throw new UserError(answers.hitGone);
  }
  // Before a case is opened for it.
  await checkAuthority(call, kind, { ...hit, reversals: [] });
  const author = guild.members.cache.get(hit.authorId)?.displayName ?? hit.authorId;
  const at = { channelId: message.channelId, messageId: message.id };
  const record = await deps.rulings.takeUp(hit, author, at);
  return ruleOn(call, { record, kind, reason }, deps);
}

function kindOf(word: string | undefined): RulingKind {
  return rulingKindSchema.parse(word);
}

function reasonIn({ interaction }: ComponentCall): string | null {
  if (!interaction.isModalSubmit()) return null;
  return interaction.fields.getTextInputValue('reason').trim() || null;
}
