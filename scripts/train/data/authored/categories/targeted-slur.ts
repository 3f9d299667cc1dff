import type { Families } from '../families.ts';

/** Slurs used at somebody, or thrown bare into the chat. */
export const targetedSlurTemplates: Families = {
  bare: [
    '{|hey |shut up |stfu |yo |bye |cope |cry |seethe |ok |nice try |die |ratio |l + |lmao |ew }[IDSLUR]{| lol| 💀| 😂| smh| fr| ~shpxvat~ [IDSLUR]|}',
    '[IDSLUR] [IDSLUR] [IDSLUR]',
    '[IDSLURS]{| lol| everywhere| all of you| in this chat| 🤮| on my team}',
    '{you|youre all|bunch of|all you|you ~shpxvat~|shut up you|this server is full of} [IDSLURS]{| lol| fr|}',
    '[IDSLUR]{s|z|ssss| ass| boy| lover| kid| monkey| detected| alert| moment}',
  ],
  aimed: [
    "{you are|you're|youre|ur|you look like|you sound like|you type like|you play like|stop being|quit being|dont be} {a|such a|a total|a ~shpxvat~|a dirty|a stupid|a fat|a lil} [IDSLUR]{| lol| [NAME]| fr| man|}",
    '{you|u|ya|hey you|listen} {~shpxvat~|dirty|stupid|ugly|little|dumb|filthy|smelly|lazy|disgusting} [IDSLUR]{| get out| leave| lol| kid|}',
    '{he|she|this dude|that guy|this kid|our jungler|the admin|the mod|[NAME]|your mom|your dad|bro|the owner} {is|is just|must be|sounds like|plays like} {a|such a|a ~shpxvat~|a literal} [IDSLUR]{| lol| fr| smh|}',
    '{what|who} {a|is this|invited this|let this|asked this} {~shpxvat~ |dirty |}[IDSLUR]{| in| lol|?| to play}',
    '{kick|ban|mute|report|kill|shut up} {this|that|the} [IDSLUR]{| pls| already| from the team| lol}',
    '{imagine|~shpx~ off|get lost|go home|go away|suck it|cry about it|log off|go back to your cave|stay mad|uninstall} {being a |you |u |}[IDSLUR]',
    '{only|just} {a|some} [IDSLUR] would {say that|play that|lose that|like that|do this|buy that}',
    "{nobody asked|no one asked|didn't ask|who asked}{,| you|} [IDSLUR]",
    '<@204255221017214977> {is a |you |u |}[IDSLUR]{| lol| 😂|}',
    '{your|ur} {whole family|mom|dad|gf|people} {is|are} {all |}[IDSLURS]',
    '{yes|ok|sure|whatever you say|cope harder|stay mad}{,|} [IDSLUR]',
    '{trash|garbage|~qbtfuvg~|useless|worthless} [IDSLUR]{| teammate| player| kid|}',
    'i {bet|know|think|can tell} {you are|youre|hes|shes} {a|just a|another} [IDSLUR]',
    '{shut your|close your|wash your} {mouth|dirty mouth|face}{,| you|} [IDSLUR]',
    '{go pick cotton|go back to the fields|go eat a dog|go build a bomb|go pray to your goat|go hang from a tree}{,| you|} [IDSLUR]',
  ],
};
