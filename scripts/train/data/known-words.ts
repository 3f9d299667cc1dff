import { join } from 'node:path';
import { WordMark, type Weights } from '../../../src/service/engine/model/weights.ts';
import { hashText } from '../../../src/service/engine/normalise/hash.ts';
import { createLexicon } from '../../../src/service/engine/normalise/lexicon.ts';
import { createNormaliser } from '../../../src/service/engine/normalise/normalise.ts';
import { readTable } from './table.ts';
import { wordAt } from './vocabulary.ts';

/** Sets of ordinary sentences in many languages. */
const SETS = ['tatoeba', 'common_voice', 'xpersona', 'ud_informal', 'chatterbot', 'stif_indonesia'];
const MIN_COUNT = { english: 1, other: 3 };
/** A word that looks like a disguised curse counts as real only if it is at least this frequent. */
const MIN_SUSPICIOUS_COUNT = 10;
/** Words from games and fantasy, which ordinary sentences lack. */
const OF_GAMES =
  'drow drows frag frags fragged fragging fragger fraggers tiefling kobold lich liches orcish mage mages dps gank ganks ganked gg wp ez nerf nerfs nerfed buff buffs buffed strat strats clutch clutched peek peeks pwn pwnd rekt smurf smurfs smurfing noob noobs griefer griefing respawn aggro mobs hitbox hitboxes fps rpg mmo moba pve pvp gacha speedrun speedruns niggle niggles niggling'
    .split(' ')
    .filter((word) => /^[a-z]+$/.test(word));

/** Ordinary religious words, some of which are only a few letters away from a telling word. */
const OF_FAITH =
  'masha mashallah mashaallah inshallah alhamdulillah subhanallah wallah wallahi bismillah jazakallah astaghfirullah allah allahu jummah quran hajj ramadan'.split(
    ' ',
  );

/** The base model with additional real words that are never taken for a disguise. Adding them twice changes nothing. */
export function withKnownWords(base: Weights, folder: string): Weights {
  const counts = new Map<string, { english: number; other: number }>();
  const plain = createNormaliser(
    createLexicon({ words: [], costs: new Uint8Array(0), anchors: [], known: new Int32Array(0) }),
  );
  for (const set of SETS) {
    for (const [language, toxic, , text = ''] of readTable(join(folder, set, 'train.tsv'), {
      delimiter: '\t',
      quoted: false,
    })) {
      if (toxic !== '0') continue;
      const tokens = plain.normalise(text);
      for (let at = 0; at < tokens.count; at += 1) {
        if (tokens.disguised[at] === 1 || tokens.to[at] === tokens.from[at]) continue;
        const word = wordAt(tokens, at);
        // Only words in Latin letters are ever corrected.
        if (!/^[a-z]{3,16}$/.test(word)) continue;
        const count = counts.get(word) ?? { english: 0, other: 0 };
        count[language === 'en' ? 'english' : 'other'] += 1;
        counts.set(word, count);
      }
    }
  }
  const lexicon = createLexicon(base.lexicon);
  const { normalise } = createNormaliser(lexicon);
  const isSuspicious = (word: string): boolean => {
    const tokens = normalise(word);
    const id = tokens.id[0] ?? -1;
    return tokens.disguised[0] === 1 && id !== -1 && ((base.marks[id] ?? 0) & WordMark.curse) !== 0;
  };
  const known = new Set(base.lexicon.known);
  for (const [word, { english, other }] of counts) {
    const hash = hashText(word);
    if (known.has(hash) || lexicon.find(hash) !== -1) continue;
    if (english < MIN_COUNT.english && other < MIN_COUNT.other) continue;
    if (english + other < MIN_SUSPICIOUS_COUNT && isSuspicious(word)) continue;
    known.add(hash);
  }
  for (const word of [...OF_GAMES, ...OF_FAITH]) {
    const hash = hashText(word);
    if (lexicon.find(hash) === -1) known.add(hash);
  }
  return { ...base, lexicon: { ...base.lexicon, known: Int32Array.from(known) } };
}
