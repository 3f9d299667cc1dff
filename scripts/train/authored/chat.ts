/** Everyday talk of a chat server that looks worse than it is, or is simply its normal tone. */
export const chatTemplates: readonly string[] = [
  '{kill|killed|just kill|you have to kill|how do i kill|restart or kill|dont kill} [PROCESS] {and try again|first|with sigkill|please|, it hangs|?}',
  '{kill|we killed|lets kill|go kill|help me kill|focus|burn|nuke|shoot|headshot} [FOE] {first|again|before they respawn|with the bow|for the loot|, then push|}',
  '{i died|we died|you died|he killed me|i got killed|got headshot|i keep dying} {in|during|at the end of} [GAME] {again|lol|twice|to the same guy|, so unlucky}',
  '{gg|gg wp|ggs|wp|nice game|glhf|good luck have fun|well played} {everyone|all|team|guys|[NAME]|, that was close|}',
  '{nice shot|sick play|insane clutch|what a save|you destroyed them|you murdered that boss|absolute beast|killer combo} {[NAME]|dude|lol|}',
  '{you|u|[NAME]} {killed it|slayed|crushed it|are killing it|destroyed that solo|are a beast|are a monster} {on stage|today|at the show|with that outfit|lol|}',
  '{this|that|the new} {boss|song|drop|skin|trailer|level} is {insane|sick|stupid hard|crazy good|deadly|a killer|nuts}',
  "{i'm dead|im dying|i cant|lmaooo dead|this kills me|you are killing me} {lol|lmao|😂|that meme|with this video|}",
  '{who|anyone} {wants to|up to|down to} {play|raid|queue|duo|grind} {tonight|later|in an hour|after dinner|}?',
  '{brb|afk|gtg|cya|ttyl} {dinner|mom is calling|school tomorrow|my dog needs out|, good night all|}',
  '{thanks|thank you|ty|tysm|thx} {so much|[NAME]|for the help|for the carry|everyone|}',
  '{can|could} {someone|you|anyone} {help me with|explain|look at|review} {this error|the quest|my build|the homework|my code|the rules}?',
  '{sky sources|a source at sky|sky sport sources} {say|confirm|report} {the transfer is done|he signs tomorrow|the match is off}',
  '{i live in|we drove through|greetings from|visiting|born in} {scunthorpe|penistone|middlesex|sussex|essex|cockermouth|dickinson|lightwater|shitterton|clitheroe|hancock county|cumming, georgia}',
  '{mr|dr|professor|coach} {dickinson|hancock|cockburn|butts|weiner|dyck|assad|fuchs|titsworth} {will see you now|won the award|gave a talk|called back}',
  '{the|a|my} {cocktail|peacock|cockpit|shuttlecock|assassin build|bass guitar|grass type|class rep|analyst|therapist|document|title|specialist|blue tit|great tit|rooster} {is|looks|was} {great|ready|nice|broken|in the garden|late}',
  '{pussy willow|cock robin|a dam broke|the dam|damn fine coffee|hell week at the gym|the donkey and the ass in the stable|a bitch with her puppies at the vet|hoe the garden|a garden hoe}{ is lovely| today| was in the book|, anyone?|}',
  '{blow|shoot|strike|hit|beat|crack|crush} {the candles out|some hoops|a pose|the gym|the eggs|the garlic|your high score|me an email}',
  '{he|she|they|we} {bombed|murdered|butchered|killed|nailed} {the exam|that song|the joke|the interview|the audition}',
  '{the weather|my day|the train|this lag|the exam|monday} is {killing me|murder|hell|brutal|a nightmare}',
  '{black|white|brown|yellow} {coffee|friday sale|cat|screen of death|bean burger|background|keys on the piano|rice|paper|belt in karate|hole photo} {please|is great|again|, anyone?|}',
  '{master and slave|the blacklist|a whitelist|male and female connectors|the dummy variable|the abort signal|an orphan process|a killed child process|a race condition|execute the query|a fatal error} {in the docs|in the config|is what i see|after the update|?}',
  '{i am|im|feeling} {sad|tired|so happy|sick|stressed|hyped|ok|bored} {today|rn|lately|, sorry for being quiet|}',
  '{happy birthday|congrats|welcome|good morning|good night|merry christmas|happy new year} {[NAME]|everyone|to you|all|my friends 🎉}',
  '{did you see|have you watched|who saw} the {race|game|match|finale|trailer} {last night|yesterday|yet}? {it was great|insane ending|so close|}',
  '{race day|the race|human race|arms race|a drag race|race results} {starts at 3|is today|was fun|are in}',
  "{pls|please} {don't spam|read the rules|use the right channel|ping me later|vote in the poll}",
  '{trash|garbage|dirt|rubbish} {collection is on tuesday|day is tomorrow|bag is full|can out please}',
];

/** Politics, in an even tone or a heated one, but without abuse. */
export const politicalTemplates: readonly string[] = [
  '{the|our} {president|prime minister|senate|congress|parliament|government|chancellor|supreme court|white house|minister} {passed|blocked|announced|rejected|voted on|signed|debated} {a new law|the bill|the budget|tax cuts|sanctions|the reform|a treaty|an executive order}',
  '{who|did you|are you going to|why should i} {vote|voted} {for|in|against} {the election|democrats|republicans|labour|the conservatives|the green party|the left|the right|trump|biden|obama|clinton|the referendum}?',
  '{republicans|democrats|liberals|conservatives|the left|the right|socialists|libertarians} {want|keep voting for|are against|support|oppose|always talk about} {lower taxes|gun control|open borders|the wall|free healthcare|abortion rights|welfare|climate laws|free trade}',
  '{trump|obama|biden|clinton|putin|merkel|macron|sanders|bush|reagan} {won|lost|said in a speech|met with leaders|was wrong|lied|is right|should resign|will run again} {the election|about taxes|on immigration|in the debate|about the war|}',
  '{gun control|abortion|immigration policy|brexit|climate policy|the death penalty|foreign policy|the deficit|voter id|impeachment|the first amendment} {is the real issue|divides the country|was debated today|should be decided by voters|is all over the news}',
  '{communism|capitalism|socialism|fascism|democracy|nationalism|globalism} {never works|is the problem|is dead|beats everything|has failed|explained in a video}',
  '{the polls|exit polls|the midterms|the primaries|the campaign|swing states|the electoral college} {look close|surprised everyone|start next week|decide it all}',
  '{senator|governor|congressman|mayor|candidate} [NAME] {is running for office|gave a press conference|faces a scandal|wants to cut spending|opposes the bill}',
];

/** Answers of people who feel attacked. */
export const defensiveTemplates: readonly string[] = [
  '{leave|just leave|please leave} me alone{, i did nothing| already|, [NAME]| please|}',
  "{i didn't|i did not|i never} {do|say|mean|write|start|break} {anything|that|it|this} {wrong|at all|like that|, i swear|}",
  "{stop|quit|please stop} {accusing|blaming|attacking|lying about|picking on|insulting|harassing|targeting} me{ for everything|, it wasn't me| already|}",
  "{it|that} {wasn't|was not} {me|my fault|my idea|what i meant}{, i swear|, ask [NAME]|, don't blame me|}",
  '{why|what} {are you|is everyone} {always |}{attacking|mad at|blaming|so mean to|coming at} me {for|all the time|like that|}?',
  "{i am|i'm|im} {not|no} {a liar|lying|the bad guy|the problem|toxic|a cheater|racist|a hacker|trolling}{, i swear|, stop saying that|, get your facts right|}",
  "{get off my back|back off|mind your own business|don't talk to me like that|you don't know me|give me a break|cut me some slack|don't put words in my mouth}{, ok|, [NAME]|, please|}",
  '{what did i|tell me what i} {ever |}{do|did} {to you|wrong}?',
  '{i was|we were} just {joking|kidding|trying to help|asking|defending myself|minding my business}{, calm down|, relax|, no need to be rude|}',
  "{you started|he started|they started} it, {not me|i only answered|don't blame me|i was defending myself}",
  "{i have every right|i'm allowed|i am entitled} to {my opinion|be here|say no|defend myself}",
  "{that is|thats|that's} {unfair|not fair|not true|a false accusation|slander|uncalled for}{, i did nothing wrong|, unban me|, check the logs|}",
];
