/** A kind of wording that scams are built from. Each kind counts once. */
export interface Wording {
  name: string;
  weight: number;
  /** Matches lower-case text. */
  pattern: RegExp;
}

export interface Cue extends Wording {
  /** Words of up to three letters, and the first four letters of longer words. Every match contains one of them. */
  triggers: string;
  /** True if every match contains a digit. */
  needsDigit?: true;
}

/** Set by hand: roughly how much more often scams than chat use the wording, as a power of e. */
export const CUES: readonly Cue[] = [
  // Bait: promises to the reader.
  {
    name: 'free goods',
    triggers: 'free maca lapt ps5 xbox ipho came gpu rtx inve skin',
    weight: 2.2,
    pattern:
      /\bfree\s+(?:\w+\s+)?(?:nitro|robux|v-?bucks|skins?|cases?|gift ?cards?|steam|followers|iphone|macbook|laptop|ps5|btc|crypto|nudes|e-?girls?|vip|signals)\b|\b(?:giving|give|gave)\s+(?:it\s+|them\s+)?(?:out|away)\b.{0,40}\b(?:macbook|laptop|ps5|xbox|iphone|camera|gpu|rtx|inventory|skins)\b|\b(?:macbook|laptop|ps5|xbox|iphone|camera|rtx)\b.{0,40}\b(?:for free|free\b)/,
  },
  {
    name: 'gift',
    triggers: 'nitr gift mint aird clai prom givi',
    weight: 1.6,
    pattern:
      /\bnitro\b.{0,24}\b(?:gift|free|giveaway|boost|codes?|gen(?:erator)?|for everyone|from steam|year|months?|\d+ ?\$)|\b(?:gift|free|claim|leftover|extra|\d months?)\b.{0,16}\bnitro\b|\b(?:steam|epic|valve|discord)\b.{0,20}\b(?:gift|giving|giveaway|promo)|\b\d{2,4} ?(?:\$|usd|€)? ?(?:steam )?gift|\bairdrop|\bmint (?:is |now )?(?:live|open|your)|\bclaim (?:your|yours|now|here|it|before)/,
  },
  {
    name: 'prize',
    triggers: 'won sele chos pick awar priz cong winn win cash guar',
    weight: 2.4,
    pattern:
      /\b(?:you|u|your? (?:account|id|number|email|user)(?: id)?)\b.{0,12}\b(?:won (?:a|an|the|our|my|[£$€\d]|free)|ha(?:ve|s) been (?:chosen|selected|picked)|(?:was|were|got) (?:selected|chosen|picked|awarded))|\bcongrat(?:s|ulations)\b.{0,40}\b(?:won|selected|chosen|picked|prize|winner|claim)|\bwin(?:ner)?!.{0,40}\b(?:claim|call|prize|text)|\b(?:cash|guaranteed) prize\b|\bprize\b.{0,40}\b(?:claim|call)\b/,
  },
  {
    name: 'quick money',
    triggers: 'earn make turn with prof inve teac gets get from sent win accu',
    needsDigit: true,
    weight: 2.4,
    pattern:
      /\b(?:earn|make|earning|turned?|withdrew|profit|invest(?:ed)?|teach|gets?)\b.{0,40}(?:[$£€]\s?\d|\d+(?:[.,]\d+)?\s?(?:k\b|\$|€|usd|btc|dollars|%)).{0,60}\b(?:days?|daily|hours?|hrs?|weekly|week|min(?:utes)?|a day|crypto|market|from home|profits?|trading)\b|\b(?:invested|turned|from|sent)\b.{0,12}\d{2,6}.{0,20}\b(?:got|to|into|received)\b.{0,8}\d{3,6}.{0,20}\b(?:days?|week|hours?)\b|\b\d{2}% (?:win|accura)/,
  },
  {
    name: 'doubling',
    triggers: 'doub trip x2 2x x10 10x 100x cash payp',
    weight: 2.4,
    pattern:
      /\b(?:double|triple|x2|2x|x10|10x|100x)\b.{0,24}\b(?:btc|bitcoin|eth|crypto|money|cash|usdt|back|gem)\b|\b(?:cash ?app|paypal) flip/,
  },
  {
    name: 'trader',
    triggers: 'fore cryp trad inve sign pump mana ment hack reco mr mrs',
    weight: 1.8,
    pattern:
      /\b(?:forex|crypto|trading|investment|signals?|pump)\b.{0,24}\b(?:group|channel|signals?|mentor|platform|vip|expert|manager|server|community|trader)\b|\b(?:account manager|my mentor|recovery expert|hacker)\b|\bmrs?\.? [a-z]+\b.{0,50}\b(?:trad|invest|profit|account|platform|crypto)/,
  },
  {
    name: 'fake support',
    triggers: 'acci mist subm tick repo term susp disa lock limi flag hold froz dele rest',
    weight: 2.2,
    pattern:
      /\b(?:submitted|opened) a (?:ticket|report)\b.{0,24}\b(?:against|on|about) (?:you|ur|your)|\b(?:account|wallet|server|parcel|package|card|profile|steam|discord|netflix|paypal|bank)\b.{0,24}\b(?:will be|has been|is|was|got|gets?)\s+(?:\w+\s+)?(?:terminated|suspended|disabled|locked|limited|flagged|on hold|frozen|deleted|restricted)/,
  },
  {
    name: 'false report',
    triggers: 'acci mist',
    weight: 3,
    pattern: /\b(?:accident(?:al)?ly|accidently|mistakenly|by mistake)\b.{0,24}\breport/,
  },
  {
    name: 'badge or exam',
    triggers: 'hype prog exam acad supp hunt',
    weight: 1.8,
    pattern:
      /\b(?:hypesquad|bug hunter|partner program|early supporter|moderator (?:exam|academy|program))\b/,
  },
  {
    name: 'casino',
    triggers: 'casi stak',
    weight: 2.4,
    pattern:
      /\b(?:casino|stake)\b.{0,60}(?:\bgives?\b|\bgiving\b|\bbonus\b|\bcode\b|\bsign(?:s|ing)? ?up\b|\bwithdr[ae]w|\bfree\b|[$€£]\d)/,
  },
  {
    name: 'premium number',
    triggers: 'text txt call repl rply send cost',
    needsDigit: true,
    weight: 2.8,
    pattern:
      /\b(?:txt|text|send|reply|rply)\b.{0,40}\b(?:to|2) ?\d{4,6}\b|\bcall\b.{0,40}\b0[89]\d{6,}|\bcalls? (?:us|now|back|immediately)?:? ?\+?1[- ]8\d\d|\b\d{2,3}p ?(?:\/|per )? ?(?:min|msg|sms|text)\b|£ ?\d+(?:\.\d+)? ?(?:\/|per ) ?(?:wk|week|min|msg)\b/,
  },
  {
    name: 'verification',
    triggers: 'veri conf vali upda auth sync conn log logi sign',
    weight: 1.7,
    pattern:
      /\b(?:verify|confirm|validate|update|authori[sz]e|sync(?:hroni[sz]e)?)\b.{0,24}\b(?:your|ur|yourself|identity|account|billing|wallet|human|age|payment|details|not a bot|aren'?t a bot)\b|\bconnect (?:your|ur|the) wallet|\b(?:log|sign) ?in (?:with|w|using|thru|through) (?:steam|discord|epic|ur|your)/,
  },
  {
    name: 'code to scan',
    triggers: 'qr',
    weight: 2.6,
    pattern:
      /\bscan(?:ning)?\b.{0,16}\bqr\b|\bqr\b.{0,40}\b(?:phone|app|verify|nitro|prove|human|join)\b/,
  },
  // Demands on the reader.
  {
    name: 'secrets',
    triggers: 'phra key 12 word pass priv toke cook card ssn code digi logi auth',
    weight: 3.4,
    pattern:
      /\b(?:enter|send|give|submit|type|paste|confirm|tell|validate|need)\b.{0,32}\b(?:(?:seed|recovery|secret|12[- ]word|backup|wallet) ?(?:phrase|key|words?)|private key|phrase|12 words?|password|passcode|token|cookie|your login|ur login|card number|ssn|6[- ]digit|(?:sms|verification|login) code|authori[sz]ation)\b/,
  },
  {
    name: 'advance payment',
    triggers: 'firs ship cust fee fees deli depo gift goog reim midd payp ff fami pay',
    weight: 2.2,
    pattern:
      /\b(?:send|pay|wire|transfer)\b.{0,24}\b(?:first|shipping|customs|fees?|delivery|deposit|gift cards?|google play)\b|\b(?:friends ?(?:and|&) ?family|paypal ff|u go first|you go first|i send (?:back|double))\b|\b(?:only|just) (?:pay |the |cover |for )*(?:shipping|customs|delivery|fees?)\b|\b(?:pay|reimburse)\b.{0,12}\b\d{1,2} ?%|\bmiddle ?m[ae]n\b.{0,40}\b(?:first|trust)/,
  },
  {
    name: 'job offer',
    triggers: 'hr hour day dail week expe skil home data remo bank',
    weight: 2,
    pattern:
      /\b(?:\d{2,5} ?(?:\$|€|usd|dollars)?|\$ ?\d{2,5}|£ ?\d{2,5}) ?(?:\/ ?|an? |per )?(?:hr|hour|day|daily|week|weekly)\b|\b(?:no (?:experience|skills?)(?: needed| required)?|work from home|data entry|remote (?:job|worker)s?|(?:lend|use|rent) (?:me )?your bank account|with bank account)\b/,
  },
  {
    name: 'stolen goods',
    triggers:
      'full cvv dump clon stol cc acco foll memb view boos viag ster essa back fake pass hack',
    weight: 2.2,
    pattern:
      /\b(?:selling|buy|cheap|fresh|verified|aged|get)\b.{0,30}\b(?:fullz|cvv|dumps|(?:cloned|stolen) cards?|cc\b|accounts?|followers|members|views|boosts|viagra|steroids|essays|backlinks|fake id|passports?)\b|\b(?:recover|unlock)\b.{0,20}\bhacked\b/,
  },
  {
    name: 'strange download',
    triggers: 'anti defe av mod aimb exec modm inje nitr robu keyl',
    weight: 2.6,
    pattern:
      /\b(?:disable|turn ?off|deactivate)\b.{0,24}\b(?:antivirus|anti-virus|defender|av\b)|\bav off\b|\b(?:aimbot|executor|mod ?menu|injector|nitro gen|robux hack|keyless)\b/,
  },
  {
    name: 'archive',
    triggers: 'pass',
    weight: 1.6,
    pattern: /\bpassword:? ?(?:is )?\d{3,}/,
  },
  {
    name: 'game test',
    triggers: 'test try beta vote proj play',
    weight: 2,
    pattern:
      /\b(?:test|try|playtest|beta ?test|check)\w*\b.{0,16}\b(?:my|our)\b.{0,16}\b(?:game|rpg|project)\b|\b(?:vote|votes)\b.{0,24}\b(?:my|our|for)\b.{0,24}\b(?:team|clan|hub|tournament|league|cup)\b|\blooking for testers\b/,
  },
  {
    name: 'lure to look',
    triggers: 'pic pics vide vid phot scre leak post shar',
    weight: 2,
    pattern:
      /\b(?:is (?:this|that|it) (?:really )?(?:u|you)|(?:you|u) (?:are|r) in (?:this|that))\b.{0,24}\b(?:pics?|vid(?:eo)?|photo|screenshot|leak)\b|\blook what they posted\b|\bsomeone (?:posted|leaked|is sharing) (?:your|ur)\b/,
  },
  {
    name: 'profile',
    triggers: 'bio prof',
    weight: 2.2,
    pattern:
      /\b(?:check|link in|see|in) (?:my |the )?(?:bio|profile)\b.{0,20}(?:for|😏|😁|🔞|nude|fun|pics?|cam|surprise)|\btelegram in bio\b/,
  },
  {
    name: 'adult lure',
    triggers: 'nude only leak camg cam girl egir sexc pics 18+ nsfw porn bio suga',
    weight: 1.2,
    pattern:
      /\b(?:nudes?|onlyfans|of leaks|leaks|cam ?girls?|girls? (?:on|in) cam|e-?girls?|sexcam|18\+|nsfw|porn|hot girls?|my (?:private )?pics)\b|\bsugar (?:daddy|momma|mommy|mama)\b/,
  },
];

/** Wordings that count only together with a link or another wording. */
export const SUPPORTING_CUES: readonly Wording[] = [
  // Spreading the message, and moving the conversation elsewhere.
  {
    name: 'everyone',
    weight: 1.4,
    pattern: /@everyone|@here/,
  },
  {
    name: 'urgency',
    weight: 1.1,
    pattern:
      /\b(?:hurry|limited|last (?:day|chance)|first (?:\d+|come)|before (?:it|its|it's) (?:expires?|late|gone|ban)|within \d+ ?h|in 24 ?h|today only|only today|expires?|asap|act now|right now to)\b/,
  },
  {
    name: 'elsewhere',
    weight: 1.6,
    pattern:
      /\b(?:telegram|whats ?app|paypal|icq|cash ?app)\b|\b(?:dm|message|text|inbox|contact|hit|add) (?:me|her|him|us|up|hr|admin|this admin|this)\b|\bdm (?:if|for|to|now|fast)\b|\bcall (?:us |now |back )?[\d(+]/,
  },
  {
    name: 'trust me',
    weight: 1.1,
    pattern:
      /\b(?:legit|trusted|trust me|100 ?%|no cap proof|vouch(?:es)?|no risk|guaranteed|risk[- ]free|instant(?:ly)?)\b/,
  },
  {
    name: 'crypto',
    weight: 1,
    pattern:
      /\b(?:btc|bitcoin|eth|usdt|metamask|trust ?wallet|binance|coinbase|nft|token|wallet|opensea|presale|staking|casino|stake)\b/,
  },
  {
    name: 'call to act',
    weight: 0.8,
    pattern:
      /\b(?:click|log ?in|sign ?up|join|claim|redeem|get yours|grab it|take it|here|withdraw|withdrew)\b/,
  },
];
