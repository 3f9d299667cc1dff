import { describe, expect, it } from 'vitest';
import { isFarFromLatin } from '../../../../../src/service/engine/languages/far-scripts.ts';
import { createForeignReader } from '../../../../../src/service/engine/languages/foreign.ts';
import { foldText } from '../../../../../src/service/engine/languages/folded-text.ts';
import {
  createLanguageFeatures,
  readFeatures,
} from '../../../../../src/service/engine/languages/language-features.ts';
import { createLanguageModels } from '../../../../../src/service/engine/languages/language-models.ts';
import {
  readLanguageWeights,
  writeLanguageWeights,
} from '../../../../../src/service/engine/languages/language-weights.ts';
import { loadWeights } from '../../../../../src/service/engine/engine-weights.ts';

const weights = loadWeights().languages;
const models = createLanguageModels(weights);
const read = createForeignReader(models);

const folded = (sample: string): string => {
  const { units, length } = foldText(sample);
  return String.fromCharCode(...units.subarray(0, length)).trim();
};

describe('a folded text', () => {
  it.each([
    ['case and accents', 'Você É Bobo', 'voce e bobo'],
    ['markup and links', 'oi <@123> https://example.org/x', 'oi'],
    ['repeated letters', 'noooooo', 'noo'],
    ['symbols for letters', 'h3ll0', 'hello'],
    ['Latin letters in a Cyrillic word', 'cлoво', 'слово'],
    ['single letters of a word', 'du t r o t t e l du', 'du trottel du'],
    ['katakana for hiragana', 'バカ', 'ばか'],
    ['stretched or differently written Arabic letters', 'غبيـــة', 'غبيه'],
    ['Cyrillic letters in a Latin word', 'привет', 'привет'],
  ])('has no %s', (_name, sample, expected) => {
    expect(folded(sample)).toBe(expected);
  });
});

describe('a folded text of another script', () => {
  it.each([
    ['Korean syllables', '안녕하세요'],
    ['the vowels of Hindi', 'हिन्दी में'],
    ['the marks of Japanese syllables', 'ばか'],
  ])('keeps %s', (_name, sample) => {
    expect(folded(sample)).toBe(sample);
  });
});

describe('the weights of the languages', () => {
  it('are read as they were written', () => {
    const [first] = weights;
    if (first === undefined) throw new Error('no language');
    expect(readLanguageWeights(writeLanguageWeights([first]))).toEqual([first]);
  });
});

describe('the features of a text', () => {
  const countOf = (sample: string): number => {
    const features = createLanguageFeatures();
    const text = foldText(sample);
    readFeatures(text, { from: 0, to: text.length }, features);
    return new Set(features.hash.subarray(0, features.count)).size;
  };

  it('are up to five letters, but only three Chinese ones', () => {
    expect(countOf('かきくけこさしす')).toBeGreaterThan(countOf('漢字仮名交文章語'));
  });
});

describe('a language model', () => {
  it.each([
    ['de', 'halt die fresse du wichser', 'heute abend spielen wir zusammen karten'],
    ['pt', 'vai se foder seu arrombado', 'hoje vamos jogar futebol na praia'],
    ['fr', 'ferme ta gueule sale connard', 'on se retrouve demain devant la gare'],
    ['es', 'cállate hijo de puta', 'mañana vamos a la playa con mi hermana'],
    ['ru', 'заткнись, сука тупая', 'завтра мы поедем к бабушке'],
    ['zh', '你这个傻逼去死吧', '今天天气很好我们去公园'],
    ['ja', 'お前マジで死ねよクズ', '今日は友達とラーメンを食べに行きました'],
    ['he', 'סתום את הפה יא חתיכת זבל', 'מחר אנחנו נוסעים לים עם המשפחה'],
    ['ko', '닥쳐 병신 새끼야', '오늘 저녁에 같이 밥 먹자'],
    ['hi-Latn', 'teri maa ki chut madarchod', 'kal subah milte hain bhai'],
  ])('%s flags abuse and no ordinary sentence', (code, abuse, ordinary) => {
    expect(models.score(foldText(abuse), code)?.isFlagged).toBe(true);
    expect(models.score(foldText(ordinary), code)?.isFlagged).toBe(false);
  });

  it('finds one abusive sentence in a long text', () => {
    const ordinary = 'heute abend spielen wir zusammen karten. '.repeat(5);
    const text = foldText(`${ordinary} halt die fresse du wichser. halt die fresse du wichser`);
    expect(models.score(text, 'de')?.isFlagged).toBe(true);
  });

  it('counts what a text repeats once', () => {
    const score = (text: string): number | undefined =>
      models.score(foldText(text), 'de')?.toxicity;
    expect(score('danke '.repeat(8))).toBe(score('danke '.repeat(4)));
  });

  it('reads Korean letters that stand alone like those of a syllable', () => {
    expect(models.score(foldText('닥쳐 병ㅅㅣㄴ 새끼야'), 'ko')?.isFlagged).toBe(true);
  });

  it('is missing for other languages', () => {
    expect(models.score(foldText('saluton'), 'eo')).toBeNull();
  });
});

describe('a text in an unknown language', () => {
  it('is read in none if it is certainly English', () => {
    expect(read('this is english for sure', { code: 'en', confidence: 1 })).toEqual({
      isCertain: false,
      score: null,
    });
  });

  it('is certainly foreign even without a model', () => {
    const hint = { code: 'hu', confidence: 1 };
    expect(read('ez egy magyar mondat', hint)).toEqual({ isCertain: true, score: null });
  });

  it('counts as uncertain if it is short', () => {
    expect(read('ja klar', { code: 'de', confidence: 1 }).isCertain).toBe(false);
  });
});

describe('a text far from Latin', () => {
  it.each(['今天天气很好。', '안녕하세요!', 'مرحبا، كيف حالك؟', 'आज रात', 'שלום'])(
    'has nothing to read as English: %j',
    (sample) => {
      expect(isFarFromLatin(sample)).toBe(true);
    },
  );

  it.each(['привет', 'καλημέρα', '今天 ok', '安 1488', '你 🔫', 'ａｂｃ', '', '...'])(
    'is not one that may contain English: %j',
    (sample) => {
      expect(isFarFromLatin(sample)).toBe(false);
    },
  );
});

describe('a text in Cyrillic letters', () => {
  it.each([
    ['ru', 'завтра мы поедем к бабушке на дачу'],
    ['ru', 'я купил новый велосипед и очень доволен'],
    ['ru', 'кто сегодня вечером играет с нами'],
    ['bg', 'утре ще отидем на пазар с баба'],
  ])('in %s says nothing bad: "%s"', (code, text) => {
    expect(read(text, { code, confidence: 1 }).score?.isFlagged ?? false).toBe(false);
  });

  it('is also read as Tatar and Russian, which the detector takes for other languages', () => {
    const { score } = read('ах син сука, иди нахуй отсюда', { code: 'bg', confidence: 1 });
    expect(score?.isFlagged).toBe(true);
  });
});
