import { WordClass } from '../../../src/service/engine/model/pairs.ts';
import { WordMark, type Weights } from '../../../src/service/engine/model/weights.ts';
import { categorySlots } from '../data/authored/categories/slots.ts';

/**
 * Classes of words that play the same part in a harmful message, or in a harmless one that looks like it: who is meant, what is
 * done, whether it is reported or part of a game. The category model learns from sequences of classes, so that what it learns
 * from "i will stab you" also applies to "im gonna shoot her". A word belongs to the first class that lists it; slurs, groups and
 * curses come from the vocabulary. Lists between tildes are in ROT13, so that nobody finds them by searching.
 */
const CLASS_WORDS = {
  me: `i me im ive ima imma id ill myself mine`,
  my: `my our`,
  you: `you u ya youre youve youd youll ur thou yall ye`,
  your: `your yours`,
  gendered: `
    ~ovgpu ovgpurf juber juberf fyhg fyhgf phag phagf gubg gubgf ubr ubrf ergneq ergneqf pevccyr fcnfgvp fcnm zbat
    ubzb fxnax genzc~`,
  yourself: `yourself urself yoself yaself yourselves`,
  themself: `themself themselves himself herself`,
  they: `he she they them him her his their hes shes theyre theyll`,
  everyone: `everyone everybody anyone anybody people ppl`,
  all: `all every these those most entire`,
  we: `we us lets`,
  negation: `
    not never dont doesnt didnt isnt arent wasnt wont cannot no nobody none shouldnt wouldnt couldnt aint without
    nor`,
  be: `am is are was were be been being`,
  will: `will gonna going shall finna boutta gunna`,
  should: `should must need needs ought deserve deserves supposed gotta belong belongs`,
  wish: `hope wish pray hoping wishing praying`,
  please: `please pls plz just kindly go`,
  if: `if when unless until before once`,
  question: `who what where how which whats whos wheres why`,
  selfHarm: `~xlf xzf fhvpvqr fhvpvqny abbfr oyrnpu bireqbfr gbnfgre hanyvir pgo arpx ebcr~`,
  rope: `wrists wrist hang bridge cliff traffic roof razor pills veins ledge train`,
  kill: `
    kill kills killing killed murder murdered murdering shoot shooting shot stab stabbing stabbed hanged hanging
    slaughter slaughtered execute executed behead beheaded strangle strangled choke gas gassed gassing lynch
    lynched burn burned burning exterminate exterminated eradicate eradicated massacre drown bury annihilate
    decapitate butcher genocide nuke slit eliminate eliminated sterilize sterilise cull hunt assassinate skin
    unalived`,
  hurt: `
    beat punch smash slap hurt hit crush jump wreck snap rip tear maim torture cripple crack stomp harm attack
    knock destroy break bash pummel`,
  die: `die dies died dying dead death rot perish suffer bleed corpse funeral grave coffin expire`,
  weapon: `
    gun guns knife knives bomb bombs rifle bullet bullets machete shotgun blade weapon weapons glock ar15 pistol
    acid gasoline axe explosives grenade 🔫 🔪 💣 ⚔`,
  body: `blood throat skull teeth head face legs bones guts kneecaps spine eyes fingers brains jaw`,
  disease: `cancer aids covid hiv leukemia tumor tumour stroke`,
  family: `
    family mom mum mother dad father sister brother wife husband parents mama mommy son daughter grandma gf
    girlfriend boyfriend`,
  minor: `
    underage minor minors preteen toddler toddlers schoolgirl schoolboy loli shota jailbait kid kids child
    children teen teens teenage yo 9 10 11 12 13 14 15 16`,
  young: `little young girl girls boy boys freshman baby babies`,
  sexual: `
    ~frk frkl ahqrf ahqr anxrq ubeal gvgf gvggvrf obbof obbo chffl qvpx pbpx phz cnagvrf oen oybjwbo unaqwbo nany
    cbea uragnv baylsnaf znfgheongr zbna avccyrf cravf intvan betnfz yvpx yrjq yrjqf ubbxhc snc guvtuf yvatrevr
    ivetvavgl fyhggl ow srrg rerpgvba~`,
  sexualAct: `
    ~encr encrq encvat onat zbyrfg tebcr sbaqyr cbhaq fgevc haqerff oerrq gbhpu xvff fjnyybj fdhveg pernzcvr
    frqhpr fhpx fcernq oraq phqqyr~`,
  picture: `pic pics picture pictures photo photos video vid cam webcam camera selfie snap snaps`,
  private: `dm dms alone secret secretly private kik snapchat telegram whatsapp discreet mature older`,
  dox: `
    dox doxx doxxed doxxing doxed doxing swat swatting swatted ip isp ssn passport leak leaked leaking grabber
    trace traced`,
  place: `
    address house home street school live lives living workplace apartment location neighborhood neighbourhood
    campus zip postcode lane avenue ave coordinates bus hometown`,
  identity: `
    phone number name fullname post posting license plate facebook linkedin instagram personal info information
    details expose face`,
  find: `
    find found know knows track tracked tracking watch watching follow following come coming visit visiting wait
    waiting outside show`,
  removal: `
    deport deported ban expel expelled remove removed cleanse cleansed wipe wiped segregated enslaved castrated
    banned`,
  beast: `
    vermin animals animal rats cockroaches cockroach roaches parasites parasite pigs dogs apes ape monkeys monkey
    insects leeches scum filth savages beasts virus plague subhuman subhumans maggots monsters pests invaders
    swine rodents infestation barbarians degenerates locusts creatures subhumanity 🐒 🐵 🦍 🐀 🐁 🐖 🐷 🐓`,
  inferior: `
    inferior dirty filthy lazy disgusting evil criminals terrorists terrorist thieves rapists murderers liars
    pedophiles unnatural abomination greedy savage thugs violent uncivilized backwards sinners criminal thief
    rapist murderer pedophile`,
  extremist: `
    nazi nazis hitler adolf heil sieg reich fuhrer fuehrer swastika 1488 88 1488s wpww kkk klan aryan supremacist
    holohoax holocaust zog rahowa isis daesh jihad caliphate mujahideen mussolini goebbels himmler breivik tarrant
    qaeda taliban ethnostate groyper accelerationism atomwaffen boogaloo remigration hamas`,
  praise: `
    hail right based hero legend glory rise saint honor honour salute respect movement brotherhood unite support
    power long king victory`,
  insult: `
    ~vqvbg vqvbgf zbeba zbebaf ybfre ybfref pybja pybjaf vzorpvyr qvzjvg fphzont pbjneq perrc yvne sbby qvftenpr
    cngurgvp jbeguyrff hfryrff qhzonff wrex fghcvq qhzo htyl sng abbo abbof genfu tneontr oenvayrff oenvaqrnq
    naablvat pevatr jrveqb sernx qbex fvzc vapry ivetva cvt gjng cevpx jnaxre nffubyr nffubyrf qvpxurnq qbhpur
    qbhpuront ergneqrq snvyher jnfgr zhccrg qvcfuvg qhzoshpx zbgureshpxre zbgureshpxref onfgneq cbf qbaxrl eng
    areq fpeho pelonol gbkvp rzoneenffvat~`,
  report: `
    said says told tells telling called calls calling heard someone somebody wrote reported saying tweeted posted
    quote quoted messages received keeps kept bully bullied bullies says villain line lyrics lyric song book movie
    article news victim victims survivors survivor phrase means screenshot`,
  help: `
    help feeling feel depressed depression therapist therapy hotline crisis sad struggling scared worried safe
    awareness prevention trigger lonely anxiety anxious hospital recover recovering survived counselor counsellor
    overwhelmed thoughts`,
  condemn: `
    wrong unacceptable racist racism sexist homophobic hateful condemn condemned awful offensive bigotry bigot
    antisemitic antisemitism transphobic harassment bullying slur slurs okay stop rules against`,
  game: `
    boss bosses level lvl match game games ranked minecraft fortnite valorant league csgo cs apex overwatch roblox
    raid mob mobs npc npcs zombie zombies creeper dragon spawn respawn lobby round team enemy enemies healer tank
    dps jungler mid sniper camper campers clutch quest dungeon loot server lag fps map gank farm tower nexus plant
    defuse chess monster monster goblin goblins orc minion minions impostor mafia skyrim elden speedrun ult frag
    frags headshot kd killstreak scrim gta dnd roll dice pvp boss rpg op nerf buff rematch`,
  computer: `
    process processes task daemon script job port container vm app node branch pipeline query table database pc
    computer printer battery laptop wifi internet router driver update compiler orphan cpu gpu loop command linux
    terminal docker`,
  thing: `
    mondays monday homework exam exams test weather episode alarm email meeting rain coffee food pizza burger joke
    show series music album beat boredom lights plants weeds mosquitoes spider spiders bugs flies vibe mood engine
    fire candles calories school math`,
  friendly: `
    lol lmao lmfao haha hahaha jk xd bro dude bestie thanks ily buddy mate rofl joking kidding fam homie hehe gg
    wp 😂 🤣 ❤ 😭 💀`,
  affection: `
    proud beautiful welcome happy amazing wonderful friend friends pride celebrate culture equal rights community
    festival congrats married wedding ally kind lovely neighbor neighbors love`,
  scamBait: `
    free nitro steam gift gifts giveaway airdrop crypto bitcoin btc eth wallet claim winner prize reward rewards
    skins robux vbucks cash profit profits invest investment trading forex earn money paypal giftcard gifted bonus
    token nft mint presale guaranteed returns income loan boosts premium congratulations`,
  scamAct: `
    click link http https www verify verification login scan qr download install register sign beta hurry limited
    expires deposit offer bio redeem vote contact invite account accidentally support ticket txt claim collect`,
  hate: `hate hates hated despise loathe detest sick`,
  human: `
    human humans person men women man woman race races country countries nation earth world society planet america
    europe`,
  like: `like likes enjoy prefer`,
  want: `want wanna cant can could would`,
} as const;
type Listed = keyof typeof CLASS_WORDS;

/** Classes by how likely their words are part of something severe. In long texts, windows around such words are read. */
const ALARM: Partial<Record<Listed | 'slur' | 'group' | 'curse', number>> = {
  selfHarm: 4,
  kill: 3,
  die: 2,
  slur: 4,
  gendered: 2,
  sexual: 2,
  sexualAct: 2,
  dox: 3,
  extremist: 3,
  minor: 1,
  beast: 2,
  removal: 1,
  hurt: 1,
  weapon: 1,
  insult: 1,
  group: 1,
  curse: 1,
  scamBait: 1,
  scamAct: 1,
  you: 1,
  yourself: 2,
  place: 1,
  identity: 1,
  inferior: 1,
};

const LAST = 'z'.charCodeAt(0);
const HALF = 13;

const rot13 = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => {
    const code = letter.charCodeAt(0) + HALF;
    return String.fromCharCode(code > LAST ? code - 2 * HALF : code);
  });

/** An emoji as the normaliser keeps it: one unit. */
const asRead = (word: string): string => {
  const code = word.codePointAt(0) ?? 0;
  return code > 0xffff ? String.fromCharCode(code & 0xffff) : word;
};

function wordsOf(list: string): string[] {
  const plain = list.startsWith('~') ? rot13(list.slice(1, -1)) : list;
  return plain.trim().split(/\s+/).map(asRead);
}

/** The classes, numbered from 1: the class of each word, and the alarm of each class. */
export function wordClasses({ lexicon, marks }: Weights): {
  classes: ReadonlyMap<string, number>;
  alarm: readonly number[];
} {
  const names = [...Object.keys(CLASS_WORDS), 'slur', 'group', 'curse'];
  const numberOf = (name: string): number => names.indexOf(name) + 1;
  const classes = new Map<string, number>();
  const add = (word: string, name: string): void => {
    if (!classes.has(word)) classes.set(word, numberOf(name));
  };
  for (const word of wordsOf(CLASS_WORDS.gendered)) add(word, 'gendered');
  lexicon.words.forEach((word, id) => {
    if (((marks[id] ?? 0) & WordMark.classMask) === WordClass.slur) add(word, 'slur');
  });
  for (const slot of ['IDSLUR', 'IDSLURS']) {
    for (const slur of categorySlots[slot] ?? []) {
      if (!slur.includes(' ')) add(slur, 'slur');
    }
  }
  for (const [name, list] of Object.entries(CLASS_WORDS)) {
    for (const word of wordsOf(list)) add(word, name);
  }
  lexicon.words.forEach((word, id) => {
    const mark = marks[id] ?? 0;
    if ((mark & WordMark.classMask) === WordClass.group) add(word, 'group');
    else if ((mark & WordMark.curse) !== 0) add(word, 'curse');
  });
  const alarms: Readonly<Record<string, number | undefined>> = ALARM;
  return { classes, alarm: [0, ...names.map((name) => alarms[name] ?? 0)] };
}
