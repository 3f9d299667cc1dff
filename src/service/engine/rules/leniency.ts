import type { Heads } from '../engine.ts';
import type { Tokens } from '../normalise/tokens.ts';
import type { TermFinder } from './harmful-terms.ts';

/** The longest message in which an unaimed curse may pass ("honey badger don't give a fuck"). */
const MAX_WORDS = 8;
const VULGAR_FROM = 0.5;
const HOSTILE_FROM = 0.5;

/**
 * True if a message is short and vulgar but aimed at nobody: no attack, no slur, nobody addressed. The heads score a
 * bare curse as an attack, so pure exclamations skip them.
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
