import type { Families } from '../families.ts';

/** Threats against a person, a place or the people in it. */
export const threatTemplates: Families = {
  violence: [
    "{i will|i'm going to|i am gonna|i swear i will|one day i will|trust me i will} [HURTS] {you|your family|him|her} {irl|in real life|when i see you|at school|after class|tomorrow|tonight|and nobody will stop me|}",
    "{i will|i'm going to|we will} {come to your house|find where you live|drive to your place|fly over there|wait outside your school|show up at your job} and [HURTS] you",
    '{next time|the day|when|if} i see you {irl|outside|at school|in town|around} {you are dead|i am breaking your {jaw|nose|legs|neck}|i swear i will [HURTS] you|you will not walk away|i will put you in {a coma|the hospital|the ground}}',
    '{you are|your ass is|your whole family is} {dead|a dead man|getting killed|getting shot|getting stabbed|not making it home} {when i find you|tomorrow|tonight|on monday|after school|i promise|}',
    'i {have|got|just bought|own} {a gun|a knife|a glock|a bat|a rifle} {and i know where you live|with your name on it|and you are first|so come outside|and i am not scared to use it}',
    '{slit|cut|stomp|snap|break|crush} {your|his|her} {throat|neck|skull|spine|legs} {is what i will do|with my bare hands|next time i see you|and enjoy it|}',
    '{i want|i would love|i am dying} to {watch you bleed|see you bleed out|hear you scream|put a bullet in you|put a bullet in your head|stab you in the neck}',
    '{keep talking|say that again|say it to my face|post that again|report me again} and {i will [HURTS] you|you die|you end up in a ditch|i come to your house|you get shot|see what happens to your family}',
    '{bullet|knife} {in|through} {your|his|her} {head|skull|chest|back}{, coming soon| soon| tonight| is all you deserve|, no joke}',
    'you {deserve|need} to be {beaten|shot|stabbed|jumped|put down|buried alive|set on fire} {and i will do it|and i know who will do it|by me|, see you monday}',
    '{me and my {boys|friends|cousins}|my brother and i} {are going to|will|gonna} {jump|beat|shoot|rob|stab|kill} {you|that kid|him} {after school|tonight|on sight|at the station|}',
    "{i'm|i am} {outside your house|in your street|at your door|parked outside|on my way to your house} {with a knife|with my gun|, come out|, say goodbye|, you are dead}",
    '🔫 {you|him|her|your head|your family}{ soon| tonight| next| 💀| bang bang}',
    '{you|u} 🔪🩸{ soon| tonight| next|}',
    'i {will|can} {burn your house down|set your house on fire|cut your brakes|poison your dog|kill your dog|kill your cat} {while you sleep|tonight|, watch me|if you talk again|}',
    'count your days {[NAME]|, i am coming|, you will not see christmas|, you have like three left}',
    'your {mom|sister|little brother|family|girlfriend} {is|are} next {, i know their address|, i promise|if you call the cops|}',
  ],
  veiled: [
    '{better|you better|you should|you might want to} {watch your back|lock your doors|sleep with one eye open|hire a bodyguard|pray i never find you|write your will|look under your car} {tonight|from now on|, kid|, i mean it|}',
    '{would be|it would be|be} a shame if {something happened to your {family|dog|little sister|mom}|your house caught fire|someone hurt your family|your brakes stopped working}',
    'i know {where you sleep|what school your kid goes to|what bus you take|when you are home alone|what car you drive} {, just saying|, remember that|, sleep tight|, be careful|}',
    "{tick tock|say your prayers|say goodbye to your mom|enjoy your last day|kiss your family goodbye|snitches get stitches|you're a dead man walking} {[NAME]|, we are coming|, i am close|}",
    '{accidents|bad things} happen {to people like you|to snitches|, you know|when people talk too much}{, be careful| [NAME]|}',
    '{you will|you are gonna} {regret this|pay for this|wish you were never born|find out|be sorry} {with your life|when we get to your house|when you are in a wheelchair|in blood}',
  ],
  places: [
    "{i'm going to|i will|i am gonna|thinking i will|maybe i should} {shoot up|blow up|bomb|burn down} {my|the|your|this} {school|church|mosque|synagogue|mall|office|stadium} {tomorrow|on monday|next week|soon|, you will see it on the news|}",
    "{don't|do not} {come to|be at} {school|work|class|the mall|church} {tomorrow|on monday|on friday}{, people will die|, i have a gun|, you have been warned|, it will be a bloodbath}",
    '{there is|i put|i placed|i hid} a bomb {in|under|at} {the school|the station|the airport|the mall|the stage|your house}',
    '{tomorrow|monday|friday} {everyone|everybody|all of you} {at school|in this building|in that office|at the party} {is going to die|dies|gets what they deserve|gets shot}',
    "i'm bringing {my gun|my dads gun|a rifle|a knife|a bomb} to {school|class|work|the meetup|prom} {tomorrow|monday|and nobody is leaving|so say bye|and using it}",
    'i {want|wanna|am gonna} {kill|shoot|stab} {everyone|all of them|all the teachers|my whole class|all my coworkers} {at school|at work|in there|and then myself|tomorrow|}',
  ],
  swatting: [
    "{i will|i'm gonna|we will|gonna|someone should} {swat|call a swat team on|send swat to} {you|him|her|your house|that streamer} {again|live on stream|tonight|if you do not pay|lol|}",
    '{pay|send it|give me the account|unban me|do what i say} or {i send swat|i kill your dog|we come to your house|your family gets hurt|i break your legs|you get shot}',
  ],
  // Wishes that somebody be killed or hurt.
  wishes: [
    "{i hope|hope|i pray|can't wait until} {someone|somebody|a guy|your neighbour} {shoots|stabs|kills|murders|beats|runs over} {you|him|her|your family|that ~ovgpu~} {soon|for real|irl|}",
    '{someone|somebody|anyone} {please|should really|needs to} {kill|shoot|stab|murder|assassinate} {this guy|him|her|that streamer|the owner of this server|the president|that teacher|[NAME]}{ already| irl| for real|}',
    '{i hope|hope} {your plane crashes|you die in a car crash|you get murdered|you burn alive|you get hit by a truck|your kids die|your mom gets cancer}{ and i mean it| fr| today|}',
  ],
};
