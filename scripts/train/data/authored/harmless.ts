import type { Families } from './families.ts';

/** Attacks aimed at people or things, but not because of a protected characteristic. */
export const notProtectedTemplates: Families = {
  others: [
    'I [HATE] {[OTHERS]|all [OTHERS]|these [OTHERS]|most [OTHERS]} {so much|in this game|}',
    '[OTHERS] are {so|all|just|really|} [BAD]',
    '[OTHERS] are {just|nothing but|like|basically} [BEAST]',
    '{all|every one of the|those|} [OTHERS] {should|must|need to} be {[HARMED]|banned|fined|fired}',
    '{why are|i think|imo} [OTHERS] are {so|all} [BAD]',
    '{nobody|no one} {likes|wants|needs} [OTHERS]',
    '[FUCK] {all|the|these|} [OTHERS]',
    '{let us|we will|someone should} [HARM] {all|the|some} [OTHERS]',
    '[OTHERS] {make me sick|disgust me|should die|are ruining {everything|this game|the city}|deserve nothing|smell}',
    "{i hate|i can't stand|to hell with} [OTHERS], {they are|all of them are|they are nothing but} {[BAD]|[BEAST]}",
    '{my|this|your|the} {neighbour|landlord|boss|ex|teammate|opponent|dentist|bus driver} {is|was} {a [INSULT]|[BAD]|[BEAST]|the worst}',
    'you {[INSULT]|are [BEAST]|are [BAD]}, {i hate you|go away|nobody likes you|leave us alone}',
    '[OTHERS] are {all |}{[CRIME]|nothing but [CRIME]}',
  ],
};

export const abuseTemplates: readonly string[] = [
  '{i|we} [HATE] {you|him|her|my ex|this guy|[NAME]} {so much|, nothing else|more than anything|and always will|}',
  '{you|u} [FUCKING] {[INSULT]|[CURSEPERSON]}',
  '{fuck|screw|damn} you {[NAME]|, you [CURSEPERSON]|and your {family|friends|opinion}|}',
  '{you are|ur|you|youre|hey you} {a |such a |}{stupid|dumb|ugly|filthy|disgusting|worthless|pathetic|lying} {[CURSEPERSON]|[INSULT]}',
  '{what a|such a|[NAME] is a|hes a|shes a|ur a|you are a} [CURSEPERSON]',
  '{nobody|no one} {likes|loves|wants|asked} you {[NAME]|, [INSULT]|, leave|, you [CURSEPERSON]}',
  "i {hate|despise|can't stand} you {so much|, you are [BAD]|[NAME]|more than anything|and your stupid face|guys}",
  "{you should|why don't you|go ahead and|seriously,} [KYS]{| already|, nobody would care|, [INSULT]}",
  '{lol|omg|bro|ez|ok|wow} [KYS]{| noob| kid| trash}',
  '{go|please|u should|you should just|do it,} [KYS]{| {now|already}| you [INSULT]| you [CURSEPERSON]| and never come back}',
  '{you are|ur} {so bad|trash|garbage|a waste|[BAD]}{,| so|.} [KYS]',
  '[KYS], {nobody likes you|no one will miss you|you [CURSEPERSON]|worthless trash|i mean it}',
  '[KYS]{| [NAME]| you [INSULT]| pls| lol| noob}',
  '{just|pls|everyone wants you to|do us a favour and} [KYS]',
  '{gg|lol|lmao} {ez|ez clap|easy} {noobs|trash|kids|bots|dogs}, {uninstall|get good|delete the game|go cry}',
  '{ez|uninstall|trash|garbage|dog} {noob|noobs|team|player|kid}, {you suck|kys|worst player ever|embarrassing}',
  '{your|ur} {mother|mom|mum|mama|sister} {is a [CURSEPERSON]|is fat and ugly|should have swallowed|is ashamed of you}',
  '{ratio|L|cope|seethe} you {[INSULT]|[CURSEPERSON]|pathetic [INSULT]}',
  '{you should be|i hope you get|i hope they} {ashamed of yourself you [INSULT]|cancer|hit by a bus|fire you, [INSULT]}',
  '{go|just go|please go|go and|you can} {die|rot|burn|drown|choke} {in a fire|in hell|in a hole|alone|slowly|in a ditch|somewhere}{, you [INSULT]|, you [CURSEPERSON]| loser| noob|}',
  '{your|ur|his|her|yo} {mom|mum|mother|mama|sister|gf|wife|girlfriend} is {a|such a|a dirty|a fat} [CURSEPERSON]',
  'eat {shit|dirt} {and die|[NAME]|you [INSULT]|}',
  '{suck my|eat my} {dick|ass|balls} {[NAME]|you [CURSEPERSON]|loser|}',
  '{|you |hey |shut up |lol |go away }[CURSEPERSON]{| lol| please| [NAME]|, get lost}',
];

/** Plain insults: to be flagged, not deleted. */
export const insultTemplates: readonly string[] = [
  "{you are|ur|youre|you're} {a|such a|just a|the biggest|one} [INSULT]",
  '{you are|ur|he is|she is|this guy is|[NAME] is} {so|really|just|} {stupid|dumb|pathetic|disgusting|ugly|worthless|useless|a joke|an embarrassment|a clown} {, get out|today|and you know it|as always|lol|, honestly}',
  '{shut up|stfu|get lost|go away|get out}{, you| you|,} [INSULT]',
  '{you play like|you look like|you smell like|you sound like} {trash|garbage|a rat|dirt|a sick dog|a braindead monkey}',
  '{our|my|this} {team|mid|jungler|healer|support} is {trash|garbage|braindead|a monkey|a bot|dog water}, {uninstall|reported|end my life|so bad}',
  '{he|she|my ex|that guy|[NAME]} is {a [BEAST]|such a parasite|just filth|nothing but dirt|[BAD] and [BAD]}',
  '{you are|ur|he is|she is|i say you are} {such |just |truly |}{a|an} [INSULT]{,|} and {a|an} [INSULT]{ too| as well|}',
  '{hey|ok|listen|lol}{,|} {[INSULT]|you [INSULT]|[NAME] you [INSULT]}{, get lost|, stop talking| nobody asked|}',
];

export const threatTemplates: readonly string[] = [
  '{you|he|she|they|[NAME]} {should|must} be {[HARMED]|put in a cage} {for this|for cheating|, i mean it|}',
  "{i will|im gonna|i am going to|i swear i'll|we will} {find|get|come for|hunt down} you {and [HARM] you|and your family|tonight|, [INSULT]|and you will regret it}",
  "{i will|im gonna|i'm going to|we gonna} [HARM] you {[NAME]|tonight|slowly|in your sleep|when i see you|, [CURSEPERSON]|irl|}",
  '{i know|we know} where {you live|your kids go to school|u live}{, sleep well|, watch your back|, see you soon|. {i will|we will} [HARM] you}',
  '{you are|ur} {dead|a dead man|gonna die|finished}, {i am outside|i have your address|[CURSEPERSON]|wait and see}',
  "{i will|i'll|im gonna|i'm going to|i am going to|we will|imma|gonna|i want to|i'd love to|let me} [HARM] {you badly|u|you and your family|your whole family|your mom|your dog|your kids}",
  "{i will|i'll|im gonna|i'm going to|we will|imma} find {you|u|out where you live|your house} and {[HARM] you|beat you up|hurt you|hurt your family|break your legs|make you pay}",
  "{i will|i'll|im gonna|i'm going to|someone should|i hope they} {rape|torture|drown|strangle|behead|skin|cut} {you|u|your mom|your sister|your girlfriend|her|you [CURSEPERSON]}",
  '{i know where you live|i have your address|i am outside your house|i know your school|we know who you are}{, watch your back|, see you soon|, you are dead|, you better run|, be afraid|, [CURSEPERSON]|}',
  '{i hope|hope|i pray} {you|u|he|she|they|your kids|your mom} {get|gets|catch} {cancer|aids|shot|run over|raped|a tumor|hit by a bus|beaten up|stabbed}',
  'i hope {you|your whole family|[NAME]} {die|dies|get shot|burn in hell|get run over|choke} {slowly|today|}',
  '{somebody|someone} should [HARM] {you|him|her|that [CURSEPERSON]|your family}',
  '{gonna|going to} {leak|post|dox} your {address|face|nudes|number} {you [CURSEPERSON]|, [INSULT]|, enjoy}',
];

export const cursingTemplates: readonly string[] = [
  '[SHIT], {i forgot my keys|that was close|i love this|it is late|i am tired|the bus left|nice one|what a goal|my phone died}',
  '{this|that|the} {movie|song|game|update|weather|burger|level|party} {is|was} [FUCKING] {great|amazing|good|awful|cold|hot|delicious|long|hard|brilliant}',
  '{i am|im|we are} so [FUCKING] {tired|happy|hungry|excited|bored|proud of you|done with this|in love}',
  'what the {fuck|hell|heck|f} {is this bug|happened here|was that play|is my build doing}',
  '{oh|ah|aw|holy} [SHIT] {lol|man|dude|, my bad|, sorry|not again|}',
  '{fuck|screw|damn} {this|my|the} {printer|bus|exam|rain|alarm|bug|level|homework|knee|code}',
  '{get|got|move|haul} {your|my} ass {over here|to bed|to the gym|to practice|home}',
  "{no shit|shit happens|holy crap|damn right|hell yeah|fuck yeah|damn son|oh fuck}{ lol|, let's go| dude|}",
  'i {fucked|messed|screwed} up {the recipe|my essay|the build|my exam|the merge}',
  'that is some {badass|kickass|bitching|fucking sick} {guitar|art|skin|base|drawing}',
];

export const dislikeTemplates: readonly string[] = [
  '{i|we|i really} {hate|despise|loathe|detest|can not stand} {[THING]|all [THING]|these [THING]}{ so much| with all my heart|}',
  '{all |}[THING] {should|must|need to|deserve to} be {banned|destroyed|burned|thrown out|wiped out|exterminated|removed}',
  '{my|this|that|the} {phone|chair|sofa|laptop|car|sandwich|jacket|fridge|carpet|bike} {is|was} {filthy|disgusting|trash|garbage|a plague|vile|worthless|an insult}{, i hate it| and i [HATE] it|}',
  "{i|we|my cat|everyone} {hate|hates|despise|can't stand|loathe} [THING]",
  '[THING] {is|are} {so|really|just|} {stupid|dumb|disgusting|ugly|worthless|trash|garbage|the worst|awful}',
  '{kill|get rid of|destroy|burn|delete|nerf} [THING] {please|already|with fire|}',
  '{i wish|i hope} [THING] {would die|would vanish|gets banned|ends soon}',
];
