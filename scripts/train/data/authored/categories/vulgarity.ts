import type { Families } from '../families.ts';

/** Curses that attack nobody, and therefore pass. */
export const vulgarityTemplates: Families = {
  nothing: [
    '{~shpx~|~fuvg~|damn|~shpxxx~|oh ~shpx~|oh ~fuvg~|holy ~fuvg~|holy ~shpx~|goddamn|ffs|fml|jesus ~shpxvat~ christ|what the ~shpx~|wtf|what the hell|crap|bollocks|bloody hell|son of a ~ovgpu~|~zbgureshpxre~|~shpx~ me|ah ~shpx~|well ~fuvg~|~shpx~ it|~shpx~ yeah|hell yeah|~shpx~ no|no ~shpxvat~ way|are you ~shpxvat~ kidding me|ass}{| lol| man| 💀| 😭| that was close| i forgot| , again| not again| what a game| i missed it| it crashed| my bad| this is so good|}',
    '{what the|how the|why the|who the|where the} {~shpx~|hell|actual ~shpx~} {is going on|happened|is this|was that|do i do now|did that come from|is that boss|does this even mean|is my phone}{|?| lol| 💀}',
    '{this|that} {~fuvg~|crap} {is|was|be} {crazy|so funny|fire|hard|insane|weird|bussin|hilarious|broken|tiring|expensive|so good}{| lol| fr| 😭| ngl|}',
    '{no|holy|oh|aw|well|ah} {~fuvg~|~shpx~|damn}{,| |} {sherlock|it works|we won|he made it|i have an exam tomorrow|i burned the pizza|the server is down|new update|look at that}',
    "{i don't|i do not|we dont|honestly i dont} {give a {~shpx~|~fuvg~|damn}|know ~fuvg~|know what the ~shpx~ happened} {about|} {that|mondays|the patch|sports|what i eat today|the meta}",
    '{omfg|lmfao|lmaooo|~shhhpx~|~fuvvvg~|~shpxvat~ hell|holy moly ~fuvg~}{| that clip| i am crying| the ending| you guys see that| too funny| dead 💀|}',
  ],
  things: [
    '{~shpx~|screw|to hell with|~shpx~ this|damn} [THINGS]{| man| so much| honestly| fr| with a passion| lol| all my homies hate it| 😭|}',
    "{this|my|the} {~shpxvat~|stupid|goddamn|~fuvggl~|damn|bloody|piece of ~fuvg~|crappy|dumbass|~ovgpu~ ass} {game|printer|laptop|wifi|mouse|car|update|boss|level|exam|alarm|bus|teacher app|keyboard|phone|map|rng} {crashed again|hates me|is broken|won't load|died|sucks|is killing me|makes me cry|is so hard|}",
    '[THINGS] {is|are} {~fuvg~|ass|such a ~ovgpu~|a ~ovgpu~|~shpxvat~ awful|~ohyyfuvg~|~qbtfuvg~|~shpxvat~ stupid|a pain in the ass|hot garbage|trash}{| lol| ngl| fr| today| imo|}',
    '{this|that} {level|boss|exam|quest|puzzle|patch|queue|hill} {can suck my ~qvpx~|kicked my ass|is a ~ovgpu~|~shpxrq~ me up|whooped my ass|made me its ~ovgpu~|is ~shpxvat~ impossible}{| lol| 😭| again|}',
    '{i hate|i ~shpxvat~ hate|i cant stand|so sick of} [THINGS]{| man| fr| so ~shpxvat~ much| 😭|}',
    '{cancer|depression|anxiety|covid|alzheimers|racism|fascism|homophobia|nazis} {sucks|can suck my ~qvpx~|can go to hell|is a ~ovgpu~|can ~shpx~ off|is ~shpxvat~ awful}{| ❤️| , stay strong| , lost my {grandma|uncle|mom} to it|}',
    '{what a|such a} {~fuvg~|~fuvggl~|~shpxvat~ awful|crappy} {day|week|game|movie|pizza|start|hotel|update|play from me}{| lol| 😭| ngl|}',
  ],
  oneself: [
    "{i am|i'm|im|god im|damn im} {a|such a|such an|a ~shpxvat~|a total|the biggest} {idiot|dumbass|moron|~shpxvat~ idiot|clown|loser|piece of ~fuvg~ friend|~ovgpu~ when i am hungry|~qvpx~ sometimes|mess|noob}{| lol| sorry| for forgetting that| i left the oven on| 💀| my bad| 😭|}",
    '{i|we} {~shpxrq~|messed|screwed|~fuvg~|dicked} {up|this up|around} {the exam|my build|so bad|the recipe|again|my sleep schedule|the interview}{| lol| 😭| fml|}',
    "{i'm|i am|im} {so|} {~shpxvat~|} {stupid|dumb|tired|hungry|dead|trash at this game|ass at aiming|done with today|cold|drunk|lost|happy|broke}{| lol| 😭| rn| today| holy|}",
    '{my|my own} {dumb|stupid|fat|lazy|broke|silly} ass {forgot|fell asleep|bought it twice|tripped on the stairs|should be in bed|deleted the save|cant aim}{| lol| 💀|}',
    "{i'm|i am} going to {kill myself if this queue is longer than my life lol|~fuvg~ myself this horror game is scary|~shpxvat~ cry this is so cute|lose my ~fuvg~ if they cancel it}",
    '{i worked|worked|i ran|i studied} my {ass|balls|~gvgf~} off {today|for this|this week|and passed}{| lol| 🎉|}',
  ],
  friends: [
    '{lol|lmao|haha|lmfao|bro|dude|omg}{,|} you {~qvpx~|~ovgpu~|~nffubyr~|bastard|~shpxre~|ass|dumbass|~fuvg~|~juber~|idiot}{| i love you| haha| 😂| ❤️| that was my kill| you got me| , come here| 😭|}',
    '{i|we} {love|miss|missed|~shpxvat~ love} you {~ovgpu~|~ovgpurf~|~nffubyrf~|~shpxref~|~qvpxurnqf~|dumbasses|~fyhgf~|idiots|~zbgureshpxref~}{| ❤️| so much| 😭| all| lol|}',
    '{happy birthday|merry christmas|good morning|good night|congrats|welcome back|sup|hey} {~ovgpu~|~ovgpurf~|~shpxref~|~zbgureshpxre~|~qvpxurnq~|you old bastard|losers|hoes|~fyhgf~|you beautiful bastard}{| ❤️| 🎉| 🎂| lol| 😘|}',
    "{you|that's|he is|she is} {a badass|badass|~shpxvat~ awesome|the ~fuvg~|~shpxvat~ legend|a ~shpxvat~ beast|such a badass ~ovgpu~|hot as ~shpx~ with that axe|one crazy bastard|a smart ass}{| lol| fr| ❤️| 🔥|}",
    '{get|move|drag|bring} your {ass|asses|fat ass|sorry ass|butt} {on|in here|in the call|online|to bed|over here|in the lobby|back to work}{| lol| we need a healer| ❤️| bro| now haha|}',
    '{nice|great|sick|what a} {~shpxvat~|ass|damn} {shot|play|save|cake|drawing|skin|song|win|clip}{| bro| dude| you bastard| holy ~fuvg~| lol|}',
    '{shut up|stfu|~shpx~ off|no way|~ohyyfuvg~|get out|go to hell}{| lol| haha| 😂| you did not| , really?| no way that happened| i am so happy for you| hahaha you are kidding|}',
    '{bro|dude|man} {you are|ur} {~shpxvat~|so ~shpxvat~|} {hilarious|killing me|crazy|insane|a menace lol|unhinged lol|nuts}{| 😂| 💀|}',
    '{wanna|want to|anyone wanna} {shoot the ~fuvg~|~shpx~ around in creative|play some dumb ~fuvg~|get ~shpxrq~ up by the final boss|do some stupid ~fuvg~} {tonight|later|after work|}?',
  ],
  fun: [
    "{that's|that is|thats} {what she said|big ~qvpx~ energy|sexy as hell (the car)|hot as ~shpx~ (the weather)|some good ~fuvg~|a ~qvpx~ move|a load of ~ohyyfuvg~|my ~fuvg~}{| lol| haha| 😂|}",
    '{~qvpx~|~pbpx~|balls|ass|poop|penis|~obbof~|69|420|butt|deez nuts|ligma balls|nuts|fart} {lol|haha|hehe|joke|jokes are funny|pics of ~qvpx~ van ~qlxr~|nice|in the chat lmao|}',
    '{i need|i have|want} {to ~fuvg~|to piss|to take a dump|a piss break|to pee so ~shpxvat~ bad|}{ brb| hold on| pause the raid| lol|}',
  ],
  lines: [
    '{~shpx~|damn|~fuvg~}, {i forgot the password|wrong channel|my soup|i left the stove on}',
    '{this|that} {~ovgpu~ of a|~shpxvat~|~fuvggl~} {stage|zipper|ikea shelf|semester} {finally ended|beat me again|is going in the trash}',
    "{omg|lmao|dude} you {absolute menace|goblin|bastard|nutcase}, {i can't breathe|best prank ever|i love it}",
    '{love|miss|adore} my {dumb|stupid|ugly|fat} {dog|cat|boyfriend|car}{ so much| ❤️|}',
    "{i'm|we're} {so ~shpxvat~|damn|hella} {proud|cold|close to the top|excited for tomorrow}",
    '{idiot me|dumb me|stupid brain} {bought two tickets|slept in|deleted the branch|texted my boss a meme}',
  ],
};
