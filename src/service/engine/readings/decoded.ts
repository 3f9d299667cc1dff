const BASE64 =
  /(?<![\w+/=])(?=[A-Za-z+/]*\d|[A-Za-z]*[A-Z][a-z]*[A-Z]|[a-z]+[A-Z])[A-Za-z0-9+/]{8,}={0,2}(?![\w+/=])/g;
const HEX = /(?<!\w)(?:(?:0x|\\x)?[0-9a-f]{2}[ :,]{0,2}){4,}(?!\w)/gi;
const HEX_SIGNS = /0x|\\x|[ :,]/gi;
const READABLE = /^[\p{L}\p{N}\p{P}\p{Zs}]+$/u;
/** Mostly letters and spaces, like words. */
const WORDY = /^(?=.*[a-z]{2})[a-z' .,!?]+$/i;

const MIN_BASE64 = 8;
const MIN_HEX = 8;
const Unit = { hex: 1, lower: 2, upper: 4, digit: 8, sign: 16, space: 32 } as const;
/** The roles that each ASCII character can play in an encoded text. */
const UNITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code);
  return (
    (/[0-9a-f]/i.test(letter) ? Unit.hex : 0) |
    (/[a-z]/.test(letter) ? Unit.lower : 0) |
    (/[A-Z]/.test(letter) ? Unit.upper : 0) |
    (/\d/.test(letter) ? Unit.digit : 0) |
    (/[+/]/.test(letter) ? Unit.sign : 0) |
    (/[ :,\\x]/i.test(letter) ? Unit.space : 0)
  );
});
const IN_BASE64 = Unit.lower | Unit.upper | Unit.digit | Unit.sign;

/** A cheap test for encoded text, which most texts fail. */
export function mayBeEncoded(sample: string): boolean {
  let run = 0;
  let kinds = 0;
  let hex = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const unit = UNITS[sample.charCodeAt(at)] ?? 0;
    if ((unit & IN_BASE64) === 0) {
      run = 0;
      kinds = 0;
    } else {
      run += 1;
      // An upper-case first letter proves nothing.
      kinds |= run === 1 ? unit & ~Unit.upper : unit;
      if (run >= MIN_BASE64 && (kinds & (Unit.upper | Unit.digit)) !== 0) return true;
    }
    if ((unit & Unit.hex) !== 0) {
      hex += 1;
      if (hex >= MIN_HEX) return true;
    } else if ((unit & Unit.space) === 0) hex = 0;
  }
  return false;
}

/** The text with its base64 and hex parts decoded into words. */
export function decoded(sample: string): string | null {
  let found = false;
  const decode = (text: string, encoding: 'base64' | 'hex'): string => {
    const bytes = encoding === 'hex' ? text.replace(HEX_SIGNS, '') : text;
    const plain = Buffer.from(bytes, encoding).toString('utf8');
    if (!READABLE.test(plain) || !WORDY.test(plain)) return text;
    found = true;
    return ` ${plain} `;
  };
  const text = sample
    .replace(HEX, (match) => decode(match, 'hex'))
    .replace(BASE64, (match) => decode(match, 'base64'));
  return found ? text : null;
}
