import { categorySlots } from './categories/slots.ts';
import { concealed } from './concealed.ts';

/**
 * The fillers for the slots in templates. `{a|b}` in a filler is a choice, as in templates. Words that shouldn't appear in the
 * repository in plain text are in `concealed.ts`.
 */
/** Splits a comma-separated list. */
const list = (text: string): string[] => text.split(',').map((entry) => entry.trim());

const open: Readonly<Record<string, readonly string[]>> = {
  GROUP: list(`
    women, girls, females, trans people, transgender people, trans women, trans men, nonbinary people,
    gay people, gays, gay men, lesbians, bisexuals, bi people, queer people, homosexuals, black people,
    blacks, africans, african americans, asians, asian people, chinese people, koreans, mexicans,
    latinos, hispanics, arabs, arab people, persians, turks, kurds, indians, pakistanis, muslims, jews,
    jewish people, muslim people, hindus, sikhs, christians, catholics, buddhists, atheists, immigrants,
    migrants, refugees, foreigners, asylum seekers, immigrant families, disabled people,
    people with disabilities, the disabled, autistic people, deaf people, blind people, wheelchair users,
    people with down syndrome, roma people, native americans, indigenous people, somalis, nigerians,
    poles, romanians, brown people, people of color, white people, old people, feminists`),
  // The same groups, as a single person with an article if needed.
  PERSON: list(`
    a woman, a girl, a trans person, a trans woman, a trans man, a gay man, a gay person, a lesbian,
    a bisexual, a queer person, a black man, a black woman, a black person, an african, an asian,
    an asian woman, a chinese guy, a mexican, a latino, an arab, a turk, an indian, a pakistani,
    a muslim, a muslim woman, a jew, a jewish man, a hindu, a sikh, a christian, an immigrant, a migrant,
    a refugee, a foreigner, a disabled person, an autistic kid, a deaf person, a blind man,
    a wheelchair user, a native american, a somali, a nigerian, a person of color`),
  ADJ: list(`
    female, trans, transgender, gay, lesbian, bisexual, queer, black, african, asian, chinese, korean,
    mexican, latino, arab, turkish, indian, pakistani, muslim, jewish, hindu, sikh, christian, immigrant,
    refugee, foreign, disabled, autistic, deaf, blind, indigenous, somali, nigerian`),
  FOLK: list(`
    people, folks, families, kids, men, women, neighbours, friends, students, coworkers, players`),
  // Groups that are not protected: texts about them are abuse at most.
  OTHERS: list(`
    bankers, landlords, politicians, lawyers, journalists, cops, influencers, streamers, gamers,
    cheaters, campers, snipers, hackers, scalpers, drivers, cyclists, capitalists, communists,
    socialists, billionaires, teachers, managers, salesmen, telemarketers, vegans, hipsters, tourists,
    smokers, critics, nazis, racists, homophobes, sexists, bigots, fascists, artists, engineers,
    developers, mods, admins, football fans, flat earthers, rapists, abusers, murderers, thieves, liars,
    trolls, spammers, scammers`),
  THING: list(`
    mondays, this song, that movie, this map, the new update, this boss, lag, pineapple on pizza,
    this weather, homework, traffic, this game, my printer, this keyboard, waiting in queues,
    loud chewing, this tv show, spam mails, this css bug, olives, cold coffee, early meetings,
    this build, the ending, these shoes, broccoli, mosquitoes, slow wifi, this song on repeat,
    the new skins, winter, my old phone, this bus line, the tutorial level, rats, spiders`),
  BAD: list(`
    stupid, dumb, disgusting, gross, filthy, dirty, lazy, ugly, worthless, useless, vile, inferior,
    repulsive, pathetic, evil, revolting, primitive, greedy, dishonest, dangerous, violent, retrograde,
    low iq, a disgrace, a burden, a plague, a waste of space, mentally ill, sick in the head, weak,
    creepy, horrible`),
  BEAST: list(`
    vermin, animals, rats, cockroaches, parasites, pigs, dogs, apes, insects, leeches, scum, filth,
    trash, garbage, savages, beasts, a virus, a disease, a cancer, subhuman, subhumans, maggots,
    monsters, dirt`),
  // Accusations against a whole group.
  CRIME: list(`
    terrorists, criminals, thieves, rapists, murderers, liars, cheats, gangsters, drug dealers, pedophiles,
    scammers, traitors, freeloaders, killers, invaders, thugs, crooks, predators, perverts, psychopaths`),
  GOOD: list(`
    great, wonderful, amazing, lovely, brilliant, kind, beautiful, awesome, strong, brave, smart, funny,
    inspiring, fantastic, talented, valuable, equal, welcome here, just as good as anyone, gorgeous,
    incredible`),
  HATE: [
    'hate',
    'despise',
    'loathe',
    'detest',
    "can't stand",
    'cannot stand',
    'am sick of',
    'am disgusted by',
    'am so fed up with',
    'really hate',
    'absolutely hate',
    '{freaking|so} hate',
    'have nothing but contempt for',
    'look down on',
  ],
  HARM: list(`
    kill, shoot, hang, beat up, stab, burn, hurt, punch, attack, murder, slap, choke, lynch, gas,
    exterminate, wipe out, get rid of, run over, destroy`),
  HARMED: list(`
    killed, shot, hanged, beaten, burned alive, stabbed, locked up, deported, sterilised, exterminated,
    wiped out, thrown out, kicked out, put down, executed, whipped, banned from our country, gassed,
    put in camps, removed from society`),
  // Other people's hate, to be quoted and condemned.
  QUOTED: [
    '{all |those |}[GROUP] are {[BAD]|[BEAST]|[FUCKING] [BEAST]}',
    '[GROUP] {should|must} be [HARMED]',
    '{all |}[GROUP] are {[CRIME]|nothing but [CRIME]}',
    '[GROUP] {deserve to die|have no rights|do not belong here|must leave|are all the same}',
    'i {hate|despise|can not stand} [GROUP]',
    '{kill|deport|lynch|ban} {all |}[GROUP]',
    '{go home|get out|shut up}{,|} {[SLUR]|you [SLUR]}',
    '[PERSON] is {[BAD]|a [BEAST]|worth nothing}',
    '{you|ur} {a |such a |}{dirty |stupid |}[SLUR]',
    '[FUCK] {[GROUP]|[SLURS]}',
    '{all |}[SLURS] {are [BAD]|must go|out}',
  ],
  CONDEMN: list(`
    wrong, hateful, racist, bigoted, unacceptable, disgusting, shameful, not ok, horrible, vile, ignorant, despicable,
    outrageous, deplorable, indefensible, a lie, nonsense, never fine, cruel, inhuman, hurtful, mean, offensive, hate speech,
    against our rules, no joke, stupid, so backwards, plain evil, a crime, a disgrace, terrible, insulting, sick`),
  SAYING: list(`
    saying, claiming, shouting, tweeting, posting, believing, thinking, arguing, joking, writing, telling people, repeating,
    suggesting, insisting, chanting, typing, yelling`),
  SAYS: list(`
    says, claims, shouts, tweets, posts, believes, thinks, argues, jokes, writes, repeats, suggests, insists, chants, yells,
    said, claimed, shouted, posted, wrote`),
  SAYER: list(`
    anyone who, whoever, someone who, everybody who, a person who, the guy who, a man who, a teacher who, a politician who,
    the troll who, any user who, each one who, the idiot who, a friend who, an adult who`),
  INSULT: list(`
    idiot, moron, loser, clown, imbecile, dimwit, pig, rat, scumbag, coward, creep, liar, parasite,
    worthless human, waste of oxygen, piece of trash, fool, disgrace, pathetic little man,
    brainless donkey, snake, dumbass, jerk`),
  NAME: list(`
    alex, sam, kim, jordan, chris, maria, lena, omar, tom, ana, max, nico, ravi, yuki, dave, emma, leo,
    mia, bro, dude, man, guys, mate`),
  KIN: [
    'my {brother|sister|mom|dad|cousin|uncle|aunt|best friend|teacher|boss|neighbour|roommate|partner|coach}',
  ],
  GAME: list(`
    ranked, this game, the raid, the match, the lobby, arena, the dungeon, comp, the scrim,
    the tournament`),
  FOE: list(`
    the boss, the mid laner, the sniper, the dragon, the enemy jungler, the last zombie, the goblin camp,
    their healer, that creeper, the mini boss`),
  // Subjects of calm texts, however grim.
  TOPIC: list(`
    the war, homosexuality, the nazi party, sexual health, slavery, islam, the holocaust, abortion, sexual violence,
    human anatomy, the catholic church, racism, breast cancer, the death penalty, terrorism, the jewish calendar,
    pornography, a murder case, suicide, genocide, prostitution, gay marriage, gun laws, a serial killer,
    colonial history, the massacre, ethnic groups, circumcision, sex education, drug abuse, a rock band,
    the river, a football club, the election, chess openings, the railway, quantum physics, a video game,
    the royal family, the local school`),
  SUBJECT: list(`
    the concert, the show, last night, that game, the new album, this phone, the service, the food, the flight,
    the hotel, your talk, the match, the episode, the trailer, the update, the weather, this city, the book,
    the film, the speech, the interview, the debate, our team, the staff, the app, the battery, the delivery,
    the party, the festival, my new job, this song, the ending, the second half, the restaurant, our holiday`),
  EVENT: list(`
    the concert, the game, the show, the new season, the premiere, the festival, the trip, our vacation,
    the release, the finale, the party, the wedding, graduation, the derby, the tour, the new album,
    the convention, the big match, opening night, the parade`),
  LOVELY: list(`
    amazing, wonderful, awesome, incredible, fantastic, beautiful, lovely, brilliant, perfect, superb, gorgeous,
    delightful, excellent, stunning, outstanding, fabulous, terrific, magical, unforgettable, epic, fun,
    impressive, adorable, cute, charming, hilarious, flawless, inspiring, exciting, refreshing, delicious,
    the best, a blast, a dream, a pleasure, good, great, nice, cool, well done`),
  AWFUL: list(`
    awful, terrible, horrible, disappointing, dreadful, boring, a joke, a disaster, a mess, a letdown, annoying,
    frustrating, painful, depressing, sad, unacceptable, pathetic, overrated, unwatchable, broken, the worst,
    ridiculous, shameful, tragic, heartbreaking, a waste of time, a waste of money, embarrassing, miserable,
    dull, overpriced, unfair, a nightmare, useless, rubbish, poor, bad, ugly, not good, scary, worse than ever`),
  PROCESS: list(`
    the process, the server, the task, port 3000, the daemon, that thread, the vm, the worker,
    the container, the job, the script, the zombie process`),
};

export const slots: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(open),
  ...Object.entries(categorySlots),
  ...Object.entries(concealed()),
]);

/** Words that name groups, for the identity-mention label. */
export const groupWords: ReadonlySet<string> = new Set(
  [...(open['GROUP'] ?? []), ...(open['PERSON'] ?? []), ...(open['ADJ'] ?? [])]
    .flatMap((phrase) => phrase.split(' '))
    .filter(
      (word) =>
        ![
          'a',
          'an',
          'the',
          'people',
          'with',
          'of',
          'man',
          'guy',
          'kid',
          'person',
          'users',
          'user',
          'old',
          'native',
          'seekers',
          'families',
          'down',
          'color',
          'men',
        ].includes(word),
    ),
);
