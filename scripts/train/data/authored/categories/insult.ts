import type { Families } from '../families.ts';

/** Insults aimed at a person without a threat, a slur or a wish of harm: to be flagged, not deleted. */
export const insultTemplates: Families = {
  cursed: [
    '{~shpx~|screw|~shpx~ off} you{| [NAME]| man| bro| ~ovgpu~| dude| ~nffubyr~| lol| too| all|}',
    '{you are|youre|ur|he is|she is|[NAME] is|our jungler is} {a|such a|a ~shpxvat~|a massive|a complete|the biggest} [CURSEPERSON]{| lol| fr| and everyone knows it| man|}',
    '{shut|shut the ~shpx~|shut the hell} up {~ovgpu~|dumbass|you ~qvpx~|you clown|idiot|you moron|loser|~nffubyr~|nobody asked|~chffl~}',
    '{suck|eat|lick|kiss} my {~qvpx~|ass|balls|nuts}{| loser| ~ovgpu~| [NAME]| kid| lol|}',
    '{~shpx~|screw} your {mom|mother|opinion|family|feelings|face|whole life}{| lol| ~ovgpu~|}',
    '{you|u} {~shpxvat~|stupid|dumb|ugly|fat|braindead} {~ovgpu~|idiot|prick|clown|moron|~nffubyr~|~phag~|~gjng~|dumbass|dipshit|loser}{| lol| go away| get off my team|}',
    'go ~shpx~ yourself{| [NAME]| lol| loser| you clown|}',
    '{piece of ~fuvg~|dumbass|~qvpxurnq~|jackass|~nffubyr~|dipshit|~zbgureshpxre~|son of a ~ovgpu~|little ~ovgpu~|~ovgpu~ ass}{| go away| lol| player| mod| admin| teammate|}',
    '🖕{ you| [NAME]| 🖕| off}',
  ],
  plain: [
    "{you are|you're|youre|ur|he is|she is|this guy is|the admin is|[NAME] is} {so|such a|} {dumb|stupid|braindead|pathetic|ugly|annoying|cringe|useless|brain dead|slow|irrelevant|desperate|gross|disgusting}{| it hurts| lol| bro| as always| holy|}",
    "{you have|you've got|he has} {the iq of|the brain of|less brain than} {a rock|a potato|a toaster|a goldfish|a wet sock|room temperature}{| lol| fr|}",
    '{you|u} {suck|stink|are trash|are ~qbtfuvg~|are garbage|are ass|are terrible} {at this game|at everything|at life|so bad|lol|, uninstall|, delete the game|, go back to bronze|}',
    '{worst|dumbest|most useless|most annoying} {player|mod|admin|support|teammate|person|streamer} {ever|i have ever seen|on this server|alive|in the lobby}{, you clown| lol| that is you [NAME]|}',
    '{nobody|no one|literally no one} {likes|wants|invited|asked|needs|cares about} you{, leave|, loser| lol|, clown|, get the hint|, go cry about it|}',
    '{cry|cry more|stay mad|cope|keep crying|seethe}{,| you|} {loser|clown|idiot|little baby|bozo|noob|moron|virgin|fatass}',
    '{loser|clown|idiot|moron|imbecile|bozo|noob|trash|rat|pig|creep|weirdo|freak|incel|virgin|fatty|simp}{| lol| 🤡| 😂| alert| detected| 💀|}{| [NAME]|}',
    '{you are|ur|look at you} {fat|so fat|a fat pig|a whale|ugly as hell|uglier than your mom|built like a fridge}{| lol| and lonely| 🐷| 🐖|}',
    '🤡{| you| [NAME]| this you?|🤡🤡 you are}',
    '{get a life|touch grass|take a shower|go outside|get a job|grow a brain|learn to read} {you|u} {loser|smelly nerd|basement dweller|moron|clown|freak|idiot|sad little man}',
    '{gg|ez|lol|lmao} {trash team|ez noobs|you are all trash|dog team|garbage players|bots|worst team ever, uninstall}',
    '{your|ur} {mom|dad|gf|sister} {is|must be} {fat|ashamed of you|a joke|as dumb as you|ugly like you}{| lol| 😂|}',
    '{i|we|everyone} {hate|hates|cant stand|despise} {you|this guy|him|her|your guts|your ugly face}{| so much| fr| , just leave| lol|}',
    '{who|what} {let this|raised this|invited this} {idiot|clown|freak|moron|animal} {in|here|play}{?| lol|}',
    '{stop|quit} {talking|typing|breathing my air|embarrassing yourself}{,| you} {idiot|moron|clown|annoying brat|stupid kid|creep}',
    '{what an|what a} {idiot|loser|joke of a person|clown|absolute moron|waste of space|disgrace|pathetic little man}{| lol| 😂| you are|}',
    '{typical|classic} [NAME]{,| being} {dumb as ever|lying again you snake|useless as always|a fake friend|an idiot}',
    '{even|my} {my dog|a bot|my grandma|a toddler|a brick} {plays better than you|is smarter than you|has more skill than you}{| lol| trash|}',
  ],
};
