import { presetNameSchema, type PresetName } from '../../../src/bot/domain/policy/preset-names.ts';
import { masked, unveil } from '../../train/data/authored/unveil.ts';
import { table } from '../report.ts';
import { OUTCOMES, outcomeOf, type JudgeText, type Outcome } from './outcome.ts';

/**
 * Texts that owners try on a moderation bot, most common first. Written without looking at the engine's verdicts, and never used
 * for training.
 */
const FIRST_TESTS: Readonly<Record<string, readonly string[]>> = {
  insults: [
    '~shpx~ you',
    'shut up ~ovgpu~',
    'you are an idiot',
    'you suck',
    '~fgsh~',
    'i hate you',
    'ur mom is fat',
    'f u c k y o u',
  ],
  'self-harm': ['kys', 'kill yourself', 'go die', 'nobody would miss you, just end it'],
  slurs: ['~avttre~', 'you ~snttbg~', '~a1tt3e~', 'you are a ~ergneq~'],
  hate: ['all muslims should die', 'gas the jews', 'go back to your country', 'heil hitler'],
  threats: [
    'i will kill you',
    'i know where you live',
    "i'm going to find you and beat you up",
    'i will bomb your school tomorrow',
  ],
  scams: [
    '@everyone free nitro: https://dlscord-gift.ru/nitro',
    'steam gift 50$ - https://steamcommunlty.com/gift/8291',
    'i am giving away 500$ in bitcoin, dm me first',
    'who is first? get 3 months of nitro for free http://discorcl.gift/xyz',
  ],
  harassment: [
    'send nudes',
    'i want to ~shpx~ you',
    'he lives at 42 Oak Street, Springfield, lets pay him a visit',
    'does anyone have her phone number? post it here',
  ],
  harmless: [
    'hello',
    'good morning everyone',
    'this game is ~fuvg~',
    '~shpx~ yeah, we won!',
    'gg, you killed me again',
    'how do i kill a process on linux?',
    "i'm dead lol",
    'my grandma died yesterday',
  ],
};

export interface TestedMessage {
  kind: string;
  /** The text with its curses and slurs masked. */
  shown: string;
  outcomes: Readonly<Record<PresetName, Outcome>>;
}

export function runFirstTests(judge: JudgeText): TestedMessage[] {
  return Object.entries(FIRST_TESTS).flatMap(([kind, texts]) =>
    texts.map((text) => {
      const verdict = judge(unveil(text));
      return {
        kind,
        shown: masked(text),
        outcomes: {
          relaxed: outcomeOf('relaxed', verdict),
          normal: outcomeOf('normal', verdict),
          strict: outcomeOf('strict', verdict),
        },
      };
    }),
  );
}

const WORDS: Readonly<Record<Outcome, string>> = {
  deleted: 'deleted',
  alerted: 'alert',
  left: '–',
};

/** A Markdown table of every message, and the number of messages per outcome. */
export function firstTestsTable(messages: readonly TestedMessage[]): string {
  const presets = presetNameSchema.options;
  const harmful = messages.filter(({ kind }) => kind !== 'harmless');
  const harmless = messages.filter(({ kind }) => kind === 'harmless');
  const count = (among: readonly TestedMessage[], preset: PresetName): string =>
    OUTCOMES.map(
      (outcome) => among.filter(({ outcomes }) => outcomes[preset] === outcome).length,
    ).join(' / ');
  return table(
    ['message', 'kind', ...presets.map((preset) => `\`${preset}\``)],
    [
      ...messages.map(({ kind, shown, outcomes }) => [
        `\`${shown}\``,
        kind,
        ...presets.map((preset) => WORDS[outcomes[preset]]),
      ]),
      [
        `**${harmful.length} harmful ones**: deleted / alert / –`,
        '',
        ...presets.map((preset) => count(harmful, preset)),
      ],
      [
        `**${harmless.length} harmless ones**: deleted / alert / –`,
        '',
        ...presets.map((preset) => count(harmless, preset)),
      ],
    ],
  );
}
