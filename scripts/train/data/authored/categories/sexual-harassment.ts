import type { Families } from '../families.ts';

/** Unwanted sexual talk at somebody, and adults who approach minors. None of it is explicit about minors. */
export const sexualHarassmentTemplates: Families = {
  demands: [
    '{send|show|gimme|give me|dm me|drop|i want|i need} {~ahqrf~|your ~ahqrf~|~gvgf~|~obbof~|~gvg~ pics|ass pics|feet pics|~chffl~ pics|a pic of your ass|your onlyfans|a video of you naked|pics without clothes}{| pls| bby| rn| now| girl| and i stop asking| 😏| 🥵| 🍆| 😈|}',
    '{take|come on take|just take} {it|that shirt|your clothes|your bra|your top|that|everything} off{| for me| girl| on cam| 😏| and show us|}',
    '{show|flash|turn on cam and show|open your cam and show} {us|me|everyone} {your|dem|them|those} {~gvgf~|~obbof~|ass|body|~chffl~|panties|feet}{| pls| 😏| or kick|}',
    '{sit on my face|suck my ~qvpx~|suck me off|ride my ~qvpx~|bend over|get on your knees|spread your legs|open your legs|choke on my ~qvpx~|touch my ~qvpx~|lick my balls}{| girl| bby| [NAME]| rn| baby| 😏| ~fyhg~| ~ovgpu~|, e girl}',
    '{wanna|do you want to|you want to|come} {suck|see|taste|feel|ride} {my ~qvpx~|my ~pbpx~|it|this ~qvpx~|daddys ~qvpx~|my 9 inches}{|?| bby| girl| 😏| 🍆💦}',
    '{be my|you can be my|i want you as my} {sex slave|e ~fyhg~|~phzqhzc~|~frkgbl~|little ~fyhg~}{| 😏| pls|}',
    '🍆{💦|👉👌|🍑|😏}{| u| you want it| for you [NAME]| open up| suck}',
    '🍑{🍆|👅|🥵|😏}{| give me| send it| let me| for me?}',
  ],
  fantasies: [
    '{i want to|i wanna|i would|id|let me|gonna|i could} {~shpx~|bang|smash|rail|breed|~phz~ on|~phz~ in|finger|eat out|grope|lick|pound|~encr~} {you|u|her|your mom|your sister|that ass|you so hard|your tight ass|you till you cry|this e girl}{| rn| all night| 😏| 🥵| ngl| no cap|}',
    "{i'm|im|i am} {so hard|so horny|~wrexvat~ off|stroking it|touching myself|~wnpxvat~ off} {to|looking at|thinking about|for|because of} {you|your voice|your pfp|your pics|your stream|that pic of you}{| rn| 🥵| bby|}",
    '{your|those|nice|damn those|what} {~gvgf~|~obbof~|~gvggvrf~|ass|thighs|dsl|~qvpx~ sucking lips} {are huge|make me hard|look so grabbable|need my hands|on you|i want to grab them|make me wanna ~phz~}{| bby| 🥵|}',
    '{your voice|your pfp|your pic|that photo|that voice} {makes me|got me|gets me} {hard|horny|wet|~phz~|want to ~shpx~ you}{| 🥵| ngl| lol|}',
    '{are you|r you|u} {wet|horny|tight|a virgin|naked|shaved|alone in bed|touching yourself}{| rn| for me| tonight|}{?|? 😏| bby?|}',
    '{what|which} {color|kind of} {panties|underwear|bra} {are you wearing|do you have on|u wearing}{|?| rn?| 😏}',
    "{what's|whats} your {bra size|cup size|body count|boob size|favorite position}{?| bby?| 😏|}",
    '{you|girls like you|e girls} {need|deserve|are asking for|want} {a good ~qvpx~|to be ~encrq~|to get ~encrq~|a real man to ~shpx~ you|some ~qvpx~|to be groped}{| lol| 😏|}',
    '{how much|what do you charge|name your price} {for|to see} {a night|a ~oybjwbo~|your ~ahqrf~|your body|your feet|a ~ow~}{?| bby?|}',
    '{~fyhg~|~juber~|~gubg~|~ovgpu~}{,|} {you know you want|you love|you dream of|open wide for|come get} {it|~qvpx~|this ~qvpx~|my ~pbpx~}',
    '{hey|yo|damn} {sexy|sexy legs|big ~gvgf~|thicc|juicy|baby girl|mommy|~fyhg~} {come sit on my lap|come here and bend over|i want that ass|send me something naughty|let me hit|dm me i am horny}',
  ],
  pressure: [
    "{stop being shy|don't be a prude|no one will know|come on}{,| and} {send|show me|just one pic|take it off|turn on your cam and strip}{| pls| baby|}",
    '{send|give me} {more|another|the ~ahqrf~|a video} or {i leak|i post|i send everyone|your parents see} {your ~ahqrf~|your pics|them|what you sent me}',
    "{i will|i'm gonna|imma} {leak|post|share|send everyone} your ~ahqrf~{| if you block me| lol| unless you send more| to your school|}",
    '{who has|anyone got|drop|trade|selling} {her|[NAME]s|that streamers|leaked} {~ahqrf~|sex tape|leaks|pics naked}{|?| dm me| for free|}',
    "{why won't you|why dont you|just} {sleep with me|have sex with me|let me touch you|~shpx~ me}{, you tease|, ~juber~| already|, i was nice to you|}",
  ],
  minors: [
    "{how old are you|what's your age|asl|you are 13|youre 14|so you are 12|only 15}{?|,| right?|} {i don't mind younger|age is just a number|our secret ok|don't tell your parents about me|do your parents check your phone|you are mature for your age|i like them young|you look older in your pics|are you alone at home}{| 😉| sweetie| baby girl|}",
    "{don't|dont|never} tell {your mom|your parents|anyone|your teacher|the mods} {about us|we talk|what we do|i asked for pics|that i am older|about our calls}{, it is our secret|, they would not understand| ok? 😉|, ok baby|}",
    '{any|are there|looking for|where are the} {young|underage|12 year old|13yo|14yo|teen|little} {girls|boys} {here|want to chat|to dm me|for fun|to cam with|who like older guys}{?| 😏| dm| add me|}',
    '{you|u} {are|r} so {mature|pretty|hot|cute|grown up} for {a 12 year old|13|14|your age|a kid|a middle schooler}{, send me a pic|, wanna meet|, do you like older men| 😉|, got a boyfriend?}',
    "{i'm|im|i am} {26|31|40|older|way older} but {age is just a number|i like younger girls|that can be our secret|you can call me daddy|your parents dont need to know}{| 😉|}",
    '{send|show|trade|selling|buying|who has} {cp|cheese pizza pics|mega links of young girls|loli irl pics|underage ~ahqrf~|jailbait|teen ~ahqrf~ 13 15}{| dm| 👀| fast|}',
    'are your parents {home|asleep|around|out tonight}{?|? i can come over|? turn on your cam|? wanna video call|? we can meet}',
    '{lets|we could|we should} {meet|meet up|hang out alone}{,|} {just the two of us|dont tell your mom|i will pick you up from school|at my place, no parents}{| 😉| sweetie|}',
    '{12|13|14|15} is {old enough for me|legal in my book|the perfect age 😏|not too young for me}',
  ],
};
