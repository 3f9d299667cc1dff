/** A line typed in the interactive demo. Names are as typed. */
export type Line =
  | { readonly kind: 'empty' | 'help' | 'quit' | 'invalid' }
  | {
      readonly kind: 'message';
      readonly member: string;
      /** Null: the default channel. */
      readonly channel: string | null;
      readonly text: string;
    }
  | {
      readonly kind: 'command';
      /** Null: the default moderator. */
      readonly member: string | null;
      readonly channel: string | null;
      /** Without the slash. */
      readonly text: string;
    }
  | {
      readonly kind: 'press';
      readonly member: string | null;
      /** Counted from 1, as in the printed list. */
      readonly button: number;
      /** For a button that opens a form. */
      readonly input: string;
    };

const SPEAKER = /^(?<member>[\w-]+)\s*(?:#(?<channel>[\w-]+))?\s*:\s*(?<rest>.+)$/s;
const PRESS = /^press\s+(?<button>\d{1,2})(?:\s+(?<input>.+))?$/is;

/** Parses `bob #random: hello`, `mod: /case list`, `press 2`, `help` or `quit`. */
export function parseLine(line: string): Line {
  const text = line.trim();
  if (text === '') return { kind: 'empty' };
  if (/^(help|\?)$/i.test(text)) return { kind: 'help' };
  if (/^(quit|exit)$/i.test(text)) return { kind: 'quit' };
  if (text.startsWith('/')) {
    return { kind: 'command', member: null, channel: null, text: text.slice(1) };
  }
  const press = parsePress(text, null);
  if (press !== null) return press;

  const { member, channel = null, rest } = SPEAKER.exec(text)?.groups ?? {};
  if (member === undefined || rest === undefined) return { kind: 'invalid' };
  if (rest.startsWith('/')) return { kind: 'command', member, channel, text: rest.slice(1) };
  return parsePress(rest, member) ?? { kind: 'message', member, channel, text: rest };
}

function parsePress(text: string, member: string | null): Line | null {
  const { button, input = '' } = PRESS.exec(text)?.groups ?? {};
  if (button === undefined) return null;
  return { kind: 'press', member, button: Number(button), input };
}
