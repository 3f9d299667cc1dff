import type { Families } from '../families.ts';

/** Publishing, announcing or asking for somebody's private data. All data here is made up. */
export const doxxingTemplates: Families = {
  published: [
    '{his|her|this dudes|that kids|[NAME]s|the owners|the mods|ur|your} {real name|full name|irl name} is [FULLNAME]{, lives at [ADDRESS]|, goes to [SCHOOL]|, number [PHONE]|, works at [SHOP]|, [ADDRESS]}',
    '{his|her|[NAME]s|your|this guys} {address|home address|house|adress} {is|:|->|=} [ADDRESS]{| go say hi| have fun| send pizzas| lol| pay him a visit| you are welcome}',
    '[FULLNAME]{,| -| /|} [ADDRESS]{| , [PHONE]|, mom is called [NAME]| , do what you want with it| lol enjoy|, that is the guy who banned me}',
    '{here is|heres|found|got} {his|her|[NAME]s|your|their} {number|phone|phone number|cell} {:||its} [PHONE]{| spam it| call him at night| have fun| blow it up| lol|}',
    '{call|text|spam|ring|prank} {him|her|this kid|his mom|her dad} {at|on|:} [PHONE]{| all night| lol| everyone|}',
    '{his|her|your|[NAME]s} ip {is|:|=} [IP]{| boot him| ddos him| lol| hit him off| have fun|, i know your city}',
    '[IP] {is your ip|thats you right|recognize this|look familiar}{? lol|? 😂|, [NAME]|}',
    '{he|she|this kid|[NAME]} {goes to|is a student at|works at|lives next to} [SCHOOL]{, class 8b|, someone go find him|, pay a visit|, ask for [FULLNAME]|, real name [FULLNAME]}',
    '{dox|doxx|doxed|dropped docs|dox drop}{:| on [NAME]:| 👇|} [FULLNAME]{,|} {[ADDRESS]|[PHONE]|[IP]}',
    'this is what {he|she|[NAME]|the owner} looks like irl and {he|she} lives {at|in} [ADDRESS]',
    '{his|her|your} {facebook|insta|linkedin} is [FULLNAME] and {he|she} {lives in|is from|works at} {[ADDRESS]|[SHOP]}{, go get him|, tell his boss|, you know what to do|}',
    '{moms|dads|sisters} name is [FULLNAME]{,| and} {she|he} works at [SHOP]{, call them|, lets tell them| [PHONE]|}',
    'license plate {of|:} {his car|her car|that guy} {is |}{AB12 CDE|7XKL220|HH KP 4412}{,|} parked at [ADDRESS]',
  ],
  announced: [
    "{i will|i'm gonna|i am going to|gonna|we will|imma} {dox|doxx|leak|drop|post|release} {you|your address|your face|your ip|his info|her number|your real name|all your info|where you live}{| lol| tonight| if you ban me| in 5 min| unless you unban me| in general| fr}",
    '{i have|i got|we have|we got} {your|his|her} {address|ip|ip address|phone number|full name|info|docs|school}{ and im posting it|, should i post it?| and i will share it| lol want me to leak it| and everyone gets it}',
    '{say|type|do} {that|it|one more word|one more thing} {again|} and i {dox you|leak your address|post your ip|drop your docs|post your face}',
    '{1 hour|10 minutes|one day} {until|before} {i|we} {drop|leak|post} {his|her|your} {address|dox|docs|info|pics with name}',
    'i {grabbed|pulled|logged|sniffed} {your|his|her} ip{, say bye to your wifi| lol| and city|, want me to post it|}',
  ],
  wanted: [
    '{who|anyone|does anyone|can someone} {has|have|knows|know|find|got|get me} {his|her|[NAME]s|this guys|that streamers|the mods} {address|home address|real name|ip|phone number|dox|school|workplace}{?| i pay| lol| so we can visit| dm me|}',
    '{help me|lets|we should|someone} {dox|doxx|find the address of|find out where he lives|find the real name of} {this guy|her|that kid|the owner|this streamer|[NAME]|him}{| lol| pls| i pay 20 bucks|}',
    '{paying|will pay|20 dollars|nitro} for {his|her|[NAME]s} {address|dox|ip|info|phone number}{| dm me|}',
    'post {his|her|that mods|your exs} {address|number|~ahqrf~ and name|socials and school|workplace} {here|in chat|so we can spam|lol}',
  ],
};
