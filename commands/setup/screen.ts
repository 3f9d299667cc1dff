import {
  ButtonStyle,
  ComponentType,
  type APIButtonComponentWithCustomId,
  type APIEmbed,
} from 'discord.js';
import {
  type Call,
  type Check,
  type CheckName,
  type CommandDeps,
  diagnosticsOf,
  type Finding,
  type Reply,
} from '../../src/bot/command-kit.ts';
import { controlsOf } from '../settings/controls.ts';
import { SETTINGS, type SettingId } from '../settings/index.ts';
import type { SettingView } from '../settings/setting.ts';
import { viewOf } from '../settings/view.ts';
import { allChecks, findingsOf, findingText, noteText } from '../shared/findings.ts';
import { FINISH, STEPS } from './steps.ts';

/* The guided set-up: a single message with one page per setting, and a last page with a test. */

export const PAGE_ID = 'setup';
export const TEST_ID = 'setup-test';

type ScreenCall = Call<unknown>;

/** The page of a setting; the first page for settings outside the set-up. */
export function setupScreen(
  call: ScreenCall,
  deps: CommandDeps,
  { id, notice }: { readonly id: SettingId; readonly notice: string },
): Promise<Reply> {
  const page = STEPS.findIndex((step) => step.id === id);
  return setupPage(call, deps, { page: Math.max(page, 0), notice });
}

/** `page`: from 0; unchecked input from a custom id. */
export async function setupPage(
  call: ScreenCall,
  deps: CommandDeps,
  { page, notice = '' }: { readonly page: number; readonly notice?: string },
): Promise<Reply> {
  const view = await viewOf(call, deps);
  const step = STEPS[page];
  const shown =
    step === undefined
      ? await finish(call, deps, view)
      : {
          embed: await stepEmbed(call, deps, { view, step }),
          ...controlsOf('setup', step.id, view),
        };
  const { t } = call;
  const at = step === undefined ? FINISH : page;
  const buttons = [
    ...(at === 0 ? [] : [pageButton(t('common:back'), at - 1, ButtonStyle.Secondary)]),
    ...(at === FINISH ? [] : [pageButton(t('common:next'), at + 1, ButtonStyle.Primary)]),
    ...(at >= FINISH - 1 ? [] : [pageButton(t('setup:toEnd'), FINISH, ButtonStyle.Success)]),
    ...shown.buttons,
  ];
  return {
    content: notice,
    embeds: [
      {
        ...shown.embed,
        footer: { text: t('setup:page', { page: at + 1, pages: FINISH + 1 }) },
      },
    ],
    components: [...shown.selects, { type: ComponentType.ActionRow, components: buttons }],
  };
}

function pageButton(
  label: string,
  page: number,
  style: APIButtonComponentWithCustomId['style'],
): APIButtonComponentWithCustomId {
  return { type: ComponentType.Button, style, label, custom_id: `${PAGE_ID}:${page}` };
}

async function stepEmbed(
  call: ScreenCall,
  deps: CommandDeps,
  { view, step }: { readonly view: SettingView; readonly step: (typeof STEPS)[number] },
): Promise<APIEmbed> {
  const { t } = call;
  const setting = SETTINGS[step.id];
  const checks = diagnosticsOf(call, view.policy, deps.moderatorChannel).filter(({ name }) =>
    step.checks.includes(name),
  );
  const findings = await findingsOf(checks, call, deps);
  return {
    title: t(setting.name),
    description: [
      t(setting.explanation),
      t('setup:now', { value: setting.value(view) }),
      ...findings.map(findingText),
    ].join('\n\n'),
  };
}

interface LastPage {
  readonly embed: APIEmbed;
  readonly selects: [];
  readonly buttons: readonly APIButtonComponentWithCustomId[];
}

/** Limits of a bot that works as set up: it only watches, or cannot act on some people or in some channels. */
const OPTIONAL: ReadonlySet<CheckName> = new Set([
  'hierarchy',
  'channels',
  'mode',
  'webhook',
  'exemptions',
  'keywordRole',
]);

/** The summary: settings, open problems, and the test. */
async function finish(call: ScreenCall, deps: CommandDeps, view: SettingView): Promise<LastPage> {
  const { t } = call;
  const checks = allChecks(call, view.policy, deps);
  const problemsOf = async (chosen: readonly Check[]): Promise<readonly Finding[]> => {
    const findings = await findingsOf(chosen, call, deps);
    return findings.filter(({ state }) => state !== 'fine');
  };
  const problems = await problemsOf(checks.filter(({ name }) => !OPTIONAL.has(name)));
  const optional = await problemsOf(checks.filter(({ name }) => OPTIONAL.has(name)));
  const settings = STEPS.map(({ id }) =>
    t('setup:finish.setting', { name: t(SETTINGS[id].name), value: SETTINGS[id].value(view) }),
  );
  return {
    embed: {
      title: t(problems.length === 0 ? 'setup:finish.ready' : 'setup:finish.missing'),
      description: [
        settings.join('\n'),
        ...problems.map(findingText),
        ...(optional.length === 0 ? [] : [t('setup:finish.optional')]),
        ...optional.map(noteText),
        t('setup:finish.next', { command: call.mention('moderation status') }),
      ].join('\n\n'),
    },
    selects: [],
    buttons: [
      {
        type: ComponentType.Button,
        style: ButtonStyle.Success,
        label: t('setup:test.button'),
        custom_id: TEST_ID,
      },
    ],
  };
}
