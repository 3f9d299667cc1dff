import { parse } from 'tldts';

/** A link in a message. */
export interface Link {
  /** Lower case, without `www.`. */
  host: string;
  /** Path after the host, from its first slash. */
  path: string;
  /** The host that the message shows instead, as in `[discord.com](https://elsewhere)`. */
  shownHost: string | null;
}

const MAX_LINKS = 8;
/** Backslashes, repeated slashes and user names are ways to hide a host; browsers accept them. */
const ADDRESS =
  /h(?:tt|xx)ps?:[\\/]+(?:[^\s\\/@<>()[\]]{0,64}@)?([^\s\\/?#<>()[\]"'`]{3,253})([^\s<>()[\]"'`]{0,200})/giu;
const BARE =
  /(?:^|[\s<>()[\]"'`*_|:])((?:[\p{L}\p{N}-]{1,63}\.){1,5}[a-z]{2,12})(?=[\s/<>()[\]"'`*_|!?,;]|\.?$)(\/[^\s<>()[\]"'`]{0,200})?/giu;
const SHOWN = /\[([^\]\n]{3,100})\]\(\s*<?h(?:tt|xx)ps?:[\\/]+([^\s\\/?#<>()]{3,253})/giu;
const HOST = /(?:[\p{L}\p{N}-]{1,63}\.){1,5}[a-z]{2,12}/iu;

function cleanHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\d?\./, '')
    .replace(/[.:]\d*$/, '')
    .replace(/\.$/, '');
}

const isSpace = (code: number): boolean => code <= 32 || code === 160;
const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

/** True if there is a dot between a word character and a letter, as in every host. */
function mayHaveLink(text: string): boolean {
  for (let at = text.indexOf('.', 1); at !== -1; at = text.indexOf('.', at + 1)) {
    const isHost = isLetter(text.charCodeAt(at + 1)) || text.charCodeAt(at + 1) > 127;
    if (isHost && !isSpace(text.charCodeAt(at - 1)) && text.charCodeAt(at - 1) !== 46) return true;
  }
  return false;
}

/** Without a scheme, `discord.js` and `console.log` are not hosts: their endings are not top-level domains. */
const hasRealEnding = (host: string): boolean => parse(host).isIcann === true;

/** The links of a message, at most eight, each host once. Linear in the message's length. */
export function findLinks(text: string): Link[] {
  if (!mayHaveLink(text)) return [];
  const links = new Map<string, Link>();
  const add = (host: string, path: string): void => {
    const clean = cleanHost(host);
    if (links.size >= MAX_LINKS || !clean.includes('.') || links.has(clean)) return;
    links.set(clean, { host: clean, path, shownHost: null });
  };
  for (const [, host = '', path = ''] of text.matchAll(ADDRESS)) add(host, path);
  for (const [, host = '', path = ''] of text.matchAll(BARE)) {
    if (hasRealEnding(host)) add(host, path);
  }
  if (text.includes('](')) {
    for (const [, shown = '', host = ''] of text.matchAll(SHOWN)) {
      const shownHost = HOST.exec(shown)?.[0];
      const link = links.get(cleanHost(host));
      if (shownHost !== undefined && link !== undefined) link.shownHost = cleanHost(shownHost);
    }
  }
  return [...links.values()];
}
