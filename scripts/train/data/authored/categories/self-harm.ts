import type { Families } from '../families.ts';

/** Telling or encouraging somebody to kill or hurt themselves. */
export const selfHarmTemplates: Families = {
  orders: [
    '{kys|kill yourself|kill urself|go kys|just kys|kys now|kms but for you so kys|k y s|keep yourself safe 😉 you know what i mean}{| [NAME]| kid| bro| dude| please| already| nobody cares| lol| tbh| fr| 💀}',
    '{you should|you need to|please|just|go|why not|go ahead and} {kill yourself|hang yourself|neck yourself|rope|end yourself|unalive yourself|off yourself|end it|delete yourself|shoot yourself|an hero|commit toaster bath}{| already| tonight| and stream it| for all of us| you ~yvggyr~ ~fuvg~| lol}',
    '{go|please go|pls go|just go|do us all a favor and go} {jump off a {bridge|building|roof|cliff}|drink bleach|take a bath with a toaster|play in traffic|sit on the train tracks|swallow some pills|choke on something|lie down on the highway|kick the chair}',
    '{slit|cut|open} your wrists{| already| deeper| and do it right| down not across| on camera| tonight}',
    '{drink|chug|try} {bleach|drain cleaner|antifreeze}{| kid| and see what happens| you waste| , the world would thank you}',
    '{hope|i hope|i pray} {you|u} {kill yourself|end your own life|finally do it|succeed next time|hang yourself|od|overdose}{| soon| tonight| for real}',
    '{rope|toaster|bridge|bleach|razor} {is|are} {waiting for you|right there|calling your name|the answer for you|what you need}',
    '{get|tie|buy|grab|find} {a|some} {rope|strong rope|razor|pills} {and use it|you know what to do|for yourself|and get it over with|, you will need it}',
    '🪢 {for you|your neck|you know what to do|use it}',
    '{ky$|kysss|kyyys|keeyes|k.y.s|kay why ess|killurself|kill ur self}{| bro| lol| loser| now}',
  ],
  worthless: [
    '{the world|everyone|this server|your family|your mom|humanity} would be {better|better off|happier|a nicer place} {without you|if you were dead|if you died|if you killed yourself|if you were gone for good|if you just ended it}',
    '{nobody|no one|not even your mom|not a single person} {would|will} {miss you|care|cry|notice|come to your funeral} {if you died|if you killed yourself|if you disappeared forever|when you are dead|so just do it}',
    '{you are better off|you would be better|you belong|everyone wants you} dead{| and you know it| lol| , do it| so hurry up}',
    '{you have|there is} no reason to {live|be alive|keep breathing|stay alive}{|, so stop|, just end it|, give up|, everyone hates you}',
    '{why are you|why r you|how are you} still {alive|breathing|here on this earth}{| lol|, just end it already|, do the world a favor|, nobody wants you alive}',
    '{do the world|do everyone|do us|do your parents} a {favor|favour} and {die|stop breathing|end it|kill yourself|disappear forever|take the pills}',
    'your {life is worthless|existence is a mistake|parents regret you}, {end it|just die|go through with it|kill yourself|pull the trigger}',
    '{drop dead|die already|just die|please die|die die die|go die|pls die|die in your sleep}{| loser| [NAME]| nobody likes you| you freak|}',
  ],
  encouraging: [
    '{do it|just do it|go on do it|do it coward|do it ~chffl~|then do it}, {kill yourself|jump|pull the trigger|hang yourself|take the pills|nobody will stop you|end it|no balls}',
    "{you won't|you wont|no balls|bet you won't|you are too scared to} {do it|kill yourself|jump|cut deeper|go through with it}{, attention seeker|, do it then| lol| you are all talk|}",
    'if you {want|wanna} {die|kill yourself} so {much|bad}, {then do it|go ahead|nobody stops you|just do it already|stop whining and do it}',
    '{suicide|killing yourself|ending it} {is|would be} {the best thing you ever do|the right choice for you|your only way out|a good idea for you|the only thing you could do right}',
    '{cut|cutting|starve|starving} {yourself|yourself more|deeper} {, you deserve it|, it helps trust me|is what you deserve|and send pics}',
    '{stop eating|starve yourself|throw up your food|skip all meals}{, you are fat|, fat people deserve pain| until you look human|, you cow}',
    '{at least|why not|you could|maybe} {fail at something else|try harder next time|aim better next time|take more pills next time} {since your suicide failed|when you try to kill yourself|loser}',
    '{last one to|first one to|who will} {kill themselves|die|cut themselves} {wins|, let us bet|? my money is on you [NAME]}',
    '{your|ur} {dead friend|brother|mom|dad} killed {himself|herself} because of you{, now it is your turn|, so do the same|, follow them}',
  ],
};
