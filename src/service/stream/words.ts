const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Words without a topic, in the form that `wordsOf` returns. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  (
    'a about actually after again all also always am an and another any anything are around as at away back be because been ' +
    'before being better between both but by came can cannot come could day did do does doing done down each even ever every ' +
    'everybody everyone everything few first for from gave get getting give go going gonna good got great guy had has have ' +
    'having he hello her here hey him his how however i if in into is it its just keep kind know last later let like little ' +
    'long look looking lot made make making man many may maybe me mean might more most much must my need never new next no ' +
    'not nothing now of off oh ok okay old on once one only or other our out over own part people person place point probably ' +
    'put quite really right said same saw say saying see seen she should show since so some somebody someone something soon ' +
    'sort still stuff such sure take talk talking tell than thank that the their them then there these they thing think this ' +
    'those though through time to today together tomorrow tonight too took try trying two uh um under until up upon us use ' +
    'used using very wanna want was watch way we week welcome well went were what when where whether which while who whole ' +
    'whose why will with within without word work world would wow yeah year yes yesterday yet you your'
  ).split(' '),
);

/** The form in which words are compared: lower case, without a possessive or plural s. */
function baseForm(word: string): string {
  const plain = word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]s?$/, '');
  return plain.length > 3 ? plain.replace(/(?<![siu])s$/, '').replace(/'/g, '') : plain;
}

export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike === true) words.push(baseForm(segment));
  }
  return words;
}

/** True if a word may indicate the topic. */
export function isContentWord(word: string): boolean {
  return word.length > 3 && !EMPTY_WORDS.has(word) && !/\d|['’]/.test(word);
}
