/** Words of the rules, in plain spelling. Slurs are not among them: those come from the profanity dataset. */

function words(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

/** Who "you" is. */
export const ADDRESSES = new Set(words('you u youre ure ur ya yall yourself urself thou ura uare'));
export const SELF = new Set(words('i ill im ima imma ive we well gonna'));
/** What may stand between "you" and the word it is about. */
export const FILLERS = new Set(
  words(`are r is a an the such so really very just all absolute absolutely complete completely total
    totally little big piece of literal literally truly being s actually always lil goddamn damn some kind bunch
    look like sound act same old fat damned bloody effing freaking`),
);
export const ARTICLES = new Set(words('a an such so'));
export const NEGATIONS = new Set(
  words(`not dont doesnt didnt never no isnt arent wasnt wont cant cannot wouldnt shouldnt aint without stop
    nobody`),
);
/** After a curse they make an attack of it: "fuck you". */
export const CURSE_OBJECTS = new Set(words('you u ya yall off yourself urself ur your yours'));

/** Nouns that insult whoever they are said to; alone they may be about anything. */
export const INSULT_NOUNS = new Set(
  words(`idiot idiots moron morons imbecile imbeciles dumbass dumbasses dipshit loser losers scum scumbag
    lowlife degenerate dimwit halfwit braindead brainless dummy fool fools jerk jerks creep creeps freak freaks
    pig pigs rat snake coward psycho clown clowns crybaby noob noobs nub simp virgin neckbeard trash garbage
    worm vermin parasite cretin nitwit dunce asshat jackass douche douchebag subhuman`),
);
/** Adjectives that insult only whom they are said of. */
export const INSULT_ADJECTIVES = new Set(
  words(`stupid dumb pathetic worthless useless ugly disgusting retarded mindless ignorant insane crazy
    vile repulsive hideous sick delusional incompetent lame`),
);

export const DEADLY_VERBS = new Set(words('kill murder stab shoot strangle behead butcher rape'));
/** Said of a game as often as in earnest. */
export const VIOLENT_THREAT_VERBS = new Set(words('hurt beat punch smash choke destroy hang'));
/** Words that tell that a threat is one within a game, or a joke. */
export const PLAY = new Set(
  words(
    'game games match round lobby raid boss ranked pvp duel chess poker kart smash mario fifa minecraft fortnite ' +
      'valorant roblox overwatch league lol lmao haha jk',
  ),
);
export const THREAT_OBJECTS = new Set(words('you u ya yall'));

export const IDENTITIES = new Set(
  words(`muslim muslims islam jew jews jewish blacks whites gay gays lesbian lesbians trans transgender
    homosexual homosexuals immigrant immigrants migrant migrants refugee refugees mexican mexicans asian asians
    arab arabs african africans chinese indian indians pakistani pakistanis foreigner foreigners christian
    christians catholic catholics hindu hindus women woman disabled gypsy gypsies roma latino latinos latinas
    queer queers bisexual bisexuals feminist feminists`),
);
/** Adjectives that name a group of people only before one of these. */
export const IDENTITY_ADJECTIVES = new Set(words('black white brown trans gay jewish disabled'));
export const PEOPLE = new Set(words('people person men man women woman folks kids guys girls'));

/** Said of a group in the infinitive or the imperative, they attack it. */
export const HOSTILE_VERBS = new Set(
  words(
    'hate despise detest loathe deport ban kill gas exterminate lynch burn shoot hang eradicate murder',
  ),
);
/** The violent ones among them. */
export const VIOLENT_VERBS = new Set(
  words('kill gas exterminate lynch burn shoot hang eradicate murder'),
);
/** "They are …", "they should …". */
export const HOSTILE_PREDICATES = new Set(
  words(`die animals animal vermin scum subhuman disgusting criminals criminal parasites parasite trash inferior
    disease cockroaches rats pigs filth filthy garbage stupid evil thieves rapists terrorists savages worthless
    plague cancer burn shot killed hanged gassed deported exterminated`),
);
export const COPULAS = new Set(words('are r is be should must deserve need were all'));
export const GROUP_FILLERS = new Set(
  words('all every those these the them fucking damn just to more of'),
);

export const POLITICAL_STRONG = new Set(
  words(`trump biden obama putin election elections democrat democrats republican republicans senate congress
    parliament president presidential prime-minister minister socialist socialism communism communist
    capitalism fascism fascist liberal liberals conservative conservatives leftist leftists maga brexit
    politician politicians politics political government governments senator referendum ballot kremlin
    antifa impeachment geopolitics zionism palestine`),
);
export const POLITICAL_WEAK = new Set(
  words(`vote votes voted voting voter voters tax taxes policy policies abortion immigration border law laws
    campaign candidate party reform protest union democracy constitution legislation welfare sanctions`),
);
