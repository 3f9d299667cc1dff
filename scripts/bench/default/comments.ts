/*
 * Comments as people write them on Discord: most are short and in English, some are long, and some are in another language or
 * contain links, mentions and emoji. Short replies recur, the others hardly ever do.
 */

/** A generator of numbers from 0 to below 1 that gives the same sequence for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Choose = (list: readonly string[]) => string;

const list = (words: string): string[] => words.split('|');

const REPLIES = list(
  "lol|ok|yeah|nice one|same here|no way|haha true|brb|thanks!|good morning|gg everyone|what?|really?|wait what|I see|not yet|sure, why not|on my way|see you later|that's fair|makes sense|agreed|omg|nope|maybe tomorrow|got it|back now|so cute|hello all|night everyone",
);
const SUBJECTS = list(
  'my brother|the new server|our teacher|this patch|the last episode|my cat|the whole team|that song|the bus driver|everyone in chat|the second boss|my laptop|the update|somebody from work|the weather|her sister|this recipe|the old map|a friend of mine|the tournament',
);
const VERBS = list(
  'started to work|broke again|was much better than I thought|takes forever|looks great|needs more time|made my day|got delayed until Friday|is on sale right now|went really well|came out of nowhere|sounds amazing with headphones|was harder than last year|keeps crashing on my phone|saved the evening|has no idea about it',
);
const QUESTIONS = list(
  'did anyone else notice that|can somebody explain why|do you think|is it just me or|who said that|any idea when|are we sure that|how come',
);
const OPENERS = list(
  'so|well|honestly|anyway|btw|I think|apparently|last night|for some reason|to be fair|ngl|in the end|this morning|as always',
);
const TAILS = list(
  'but I am not sure yet|and I loved it|so we had to restart everything|which is pretty funny|if that helps|when I got home|because nobody checked it|and it only took five minutes|at least for me|after the second try|even though I was tired|while we were eating|and now I want pizza',
);
const FOREIGN = list(
  'ich bin gleich wieder da, muss noch schnell einkaufen|hat jemand heute Abend Zeit für eine Runde?|das neue Update ist wirklich schön geworden|no sé si puedo ir mañana, tengo mucho trabajo|alguien quiere jugar esta noche?|je ne peux pas venir ce soir, on se voit demain|quelqu’un a vu mon message d’hier?|vocês já viram o episódio novo? achei muito bom|hoje não consigo, mas amanhã dá|今日は早く寝ます、また明日|そのゲーム面白そうですね',
);
const EXTRAS = list(
  ' 😂| 🔥🔥| ❤️| :D| xD|!!|...| <:pog:123456789012345678>| https://example.org/watch?v=abc123| <@234567890123456789>| @here| (2/3)| ^^| \\o/',
);

function sentence(choose: Choose, random: () => number): string {
  const clause = `${choose(SUBJECTS)} ${choose(VERBS)}`;
  const kind = random();
  if (kind < 0.25) return `${choose(QUESTIONS)} ${clause}?`;
  if (kind < 0.6) return `${choose(OPENERS)} ${clause} ${choose(TAILS)}`;
  return clause;
}

/**
 * A quarter are a word or two, half are a sentence, a fifth are a few sentences, and the rest are a paragraph. The average is
 * about 85 characters.
 */
export function comment(index: number): string {
  const random = randomOf(index);
  const choose: Choose = (from) => from[Math.floor(random() * from.length)] ?? '';
  const extra = random() < 0.2 ? choose(EXTRAS) : '';
  const kind = random();
  if (kind < 0.25) return `${choose(REPLIES)}${extra}`;
  if (kind < 0.31) return `${choose(FOREIGN)}${extra}`;
  const sentences = kind < 0.75 ? 1 : kind < 0.95 ? 2 + random() * 3 : 6 + random() * 14;
  const texts = Array.from({ length: sentences }, () => sentence(choose, random));
  return `${texts.join('. ')}${extra}`;
}
