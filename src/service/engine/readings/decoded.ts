const BASE64 =
  /(?<![\w+/=])(?=[A-Za-z+/]*\d|[A-Za-z]*[A-Z][a-z]*[A-Z]|[a-z]+[A-Z])[A-Za-z0-9+/]{8,}={0,2}(?![\w+/=])/g;
const HEX = /(?<!\w)(?:(?:0x|\\x)?[0-9a-f]{2}[ :,]{0,2}){4,}(?!\w)/gi;
const HEX_SIGNS = /0x|\\x|[ :,]/gi;
const READABLE = /^[\p{L}\p{N}\p{P}\p{Zs}]+$/u;
/** Mostly letters and spaces, as words are. */
const WORDY = /^(?=.*[a-z]{2})[a-z' .,!?]+$/i;

/** The text with what is written in base64 or hex as the words it stands for. */
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
