/*
 * The most common words of the bot's languages, without accents. Two adjacent words are not a disguise of a third one if one
 * of them is listed here.
 */

const ENGLISH = `a an and are as at be but by do for go had has he her him his how i if in is it its me my no not of off on or
  our out she so than that the then they this to too up us was we who you your`;
const GERMAN = `am an auf aus bei da das dem den der des die du ein eine er es fur hat ich ihr im in ist ja mit nach nicht noch
  nur ob sie sind so um und vom von vor was wer wie wir wo zu zum`;
const FRENCH = `a au aux ca ce ces dans de des du elle en est et eu il je la le les leur lui ma mais me mes moi mon ne nos ou on
  par pas plus pour qu que qui sa se ses si son sur ta te tes toi ton tu un une va vu y`;
const SPANISH = `al como con de del el ella en es esa ese eso esta este ha han hay la las le les lo los mas me mi muy no nos o
  para pero por que se ser si sin sobre solo son su sus te ti tu un una y ya yo`;
const PORTUGUESE = `ao aos as com da das do dos e ela ele em era essa esse eu foi isso la mas me meu na nao nas nos num o os ou
  para pela pelo por que se sem ser seu sua so te tem tu um uma voce`;
const ITALIAN_AND_DUTCH = `che ci di il io ma non per piu si una uno ik is je een het van dat niet wat zijn voor met`;

export const COMMON_WORDS: ReadonlySet<string> = new Set(
  [ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN_AND_DUTCH].flatMap((words) =>
    words.split(/\s+/u),
  ),
);
