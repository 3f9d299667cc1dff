import type { Heads } from '../engine.ts';
import type { Tokens } from '../normalise/tokens.ts';
import type { TermFinder } from './found-terms.ts';

/** "honey badger don't give a fuck": in so short a message a curse at nobody is let pass. */
const MAX_WORDS = 8;
const VULGAR_FROM = 0.5;
const HOSTILE_FROM = 0.5;

/**
 * Whether a message is a short one that curses, but at nobody: no attack, no slur, nobody spoken to. To the heads a bare
 * curse sounds like an attack, so of what is an exclamation and nothing else they are not asked.
 */
export function isLeniencyDue(tokens: Tokens, heads: Heads, terms: TermFinder): boolean {
  if (tokens.count > MAX_WORDS || heads.vulgar < VULGAR_FROM) return false;
  if (terms.isExclamation(tokens)) return true;
  if (heads.identityHate >= HOSTILE_FROM || heads.aggressive >= HOSTILE_FROM) return false;
  for (let at = 0; at < tokens.count; at += 1) {
    if (terms.isSlur(tokens.id[at] ?? -1)) return false;
  }
  return !terms.addressesSomebody(tokens);
}
