import type { Families } from '../families.ts';

/** Fraud, phishing, messages from hacked accounts, and unwanted adverts that lead to them, with and without links. */
export const scamTemplates: Families = {
  gifts: [
    '{free|get free|claim free|3 months free|1 month free|claim your} {nitro|discord nitro|nitro boost|nitro classic} {here|for everyone|from steam|for 3 months|giveaway|, limited|today only}{:|} [BADLINK]{| @everyone| 🎁| hurry| , first come first served|}',
    "{@everyone|@here|hey guys|hi all|yo} {i have|i got|i'm giving away|giving out} {some|2|3|a few|extra} {leftover|extra|spare|} {nitro|nitro codes|steam gift cards|steam keys|vbucks|robux|skins} {|i don't need}{, take it|, who wants|: |} {[BADLINK]|dm me fast|first 5 to dm me get it|click here [BADLINK]}",
    '{steam|discord|roblox|fortnite|valve|epic} {is giving|gives|gifted} {away |everyone |}{free nitro|50$ gift cards|free skins|1000 robux|13500 vbucks|a free knife}{| until tomorrow| for its birthday|}{,|} {claim|get yours|log in to claim|grab it|link}{:|} [BADLINK]',
    '{you won|you have been chosen|congratulations you won|congrats, you were selected|your account was picked} {for |}{a free nitro|1 year of nitro|a 100$ gift card|an iphone 15|0.5 btc|500 usdt|our weekly prize}{! |, } {claim|log in|verify|click|withdraw} {here|it|now|within 24h}{:|} [BADLINK]',
    '{50$|100$|25$|50 usd} {steam gift|gift card|from steam|gift} {|activate gift |take it |}{steamcommunity.com/gift/1054|[BADLINK]|([BADLINK])}',
    '{i am leaving|im quitting|i quit} {cs|csgo|fortnite|this game|discord} {and|so i am} {giving my|give away all my} {skins|inventory|knives|account} {to|for} {random people|free|the first}{, trade link|, take them|:|} [BADLINK]',
    '{free|get} {robux|vbucks|skins|gems|coins|followers} {generator|hack|no verification|2024 working|no human verification|fast}{:|} [BADLINK]',
    '{who wants|anyone want|need} {free nitro|my old macbook|a ps5 for free|a free gaming pc|a giftcard}? {it is in perfect health|first come first serve|just pay the shipping}{, dm me if interested|, text me on telegram|, dm|, inbox me} ',
    'giving {out|away} my {macbook pro|ps5|xbox series x|camera|iphone 14|rtx 4090} for free {because|since} i got {a new one|a new model from my uncle|an upgrade}{,|.} {strictly first come first serve|someone who needs it can have it|dm if you are interested|only shipping fee}',
  ],
  accounts: [
    '{bro|hey|yo|hi|dude|sorry man},{| um} {i accidentally|i accidently|i mistakenly|by mistake i} reported {you|your account|your steam account} {for scamming|for fraud|for illegal purchases|for duping|instead of a scammer}{,| and} {please contact this admin|you have to talk to the steam admin|add this valve support on discord|message him or you get banned}{| : [BADLINK]|}',
    '{your|ur} {account|discord account|steam account|wallet|server|profile} {will be|has been|is going to be|was} {disabled|suspended|terminated|limited|locked|reported|banned} {in 24 hours|today|soon|for breaking tos|due to suspicious activity}{,|.} {verify|log in|confirm your identity|appeal|fill out the form} {here|at|now}{:|} [BADLINK]',
    '{discord|steam|discord trust and safety|discord hypesquad|mod academy}{ team|} {here|notice|:}{,|} {please verify|you need to verify|scan this qr code|log in to confirm|fill the form to keep} your {account|age|badge|server}{:|} [BADLINK]',
    '{apply|sign up|applications open} for {the new hypesquad|discord moderator exam|hypesquad events|bug hunter badge|early supporter badge|the moderator academy}{, get the badge free| now| , only today}{:|} [BADLINK]',
    '{scan|just scan} {this|the|my} qr code {with your phone|with discord|to get|to verify} {and get nitro|you are human|and join|to claim the gift}{| trust me| it is safe|}',
    '{can you|could you|pls|please} {send me|give me|tell me} the {code|6 digit code|sms code|verification code|login code} {you just got|that was sent to you|on your phone|in your email}{| i need it to log in| trust me| quick| , i sent it by mistake}',
    '{is this you|omg is that you|lol is it you|are you} in {this|that} {video|pic|screenshot|leak}{?|??| 😂|} [BADLINK]',
    '{bro|omg|wtf} someone {posted|leaked|is sharing} {your|ur} {pics|photos|~ahqrf~|address}{,| here|} [BADLINK]',
    '{selling|buy|cheap|verified|aged} {discord accounts|nitro for 2$|netflix accounts|paypal accounts with balance|cc fullz|stolen cards|valorant accounts|hacked accounts|cloned cards}{, dm me|, telegram @cashplug|, 100% legit|, lifetime warranty|, paypal or btc}',
  ],
  games: [
    '{hey|hi|yo|hello|bro}{,|} {can you|could you|wanna|would you like to|do you want to} {test|try|play test|beta test|playtest} {my|our|a} {new |first |indie |unity |}{game|rpg|little game}{?|,} {i made it|i just finished it|i am a dev|it is for school|i need feedback|you get nitro for it}{,|} {here is the link|download|run the exe|password is 2024|link}{:|} [BADLINK]',
    '{vote|pls vote|can you vote|could u vote} for {my|our} {team|cs team|friend|clan} {in|at} {this|the} {league|tournament|cup|contest}{, it takes 10 sec| pls|, just log in with steam|:|} [BADLINK]',
    '{trade|i want to trade|lets trade|i can overpay for} {your|my} {knife|skin|karambit|dragon lore|inventory|awp} {, sign in here|, check my offer|, use this site|, middleman is here}{:|} [BADLINK]',
    '{new|best|undetected|free|private} {aimbot|hack|cheat|executor|mod menu|script|injector} {for|in} {fortnite|valorant|roblox|gta|cs2|warzone}{, turn off antivirus|, disable defender first| no virus 100%| dm for key|}{:|} [BADLINK]',
    '{open|get|use code free for} {a free case|free cases|3 free cases|5$ free|free coins} {on|at|here}{:|} [BADLINK]{| trust me| withdraw instantly| i won a knife| code BONUS24}',
  ],
  money: [
    "{i will|i'll|let me|i can} {teach|show|help} {you|10 people|the first 20 people|anyone|5 people} {how to earn|to earn|make|to start earning} {$30k|5k|100k|10k$|$5000|3 btc} {or more |}{within 72 hours|in a week|every week|from the crypto market|a day}{,|} but you {will|have to} {pay|reimburse|give} me {10%|5%|15%} {of your profits|when you get it}{. dm me|. ask me how on telegram|. only interested people|. text HOW|}",
    '{double|triple|x2|x10} your {btc|bitcoin|eth|crypto|money|usdt|cash}{:|,|} {send 0.1 get 0.2 back|in 24 hours guaranteed|no risk|elon musk giveaway|cashapp flip|just send and wait}{| [BADLINK]| dm me| , legit|}',
    '{make|earn|get} {$500|200$|1000 dollars|5k|300€} {a day|daily|per day|weekly|from home} {, no experience needed|from your phone|with this method|just by liking videos|, no investment}{:|,|} {dm me|whatsapp me|telegram @fxqueen|[BADLINK]|ask me how}',
    '{join|join our|check out this} {forex|crypto|trading|signals|investment|pump} {group|server|community|channel|signals}{,|} {95% win rate|guaranteed profit|free vip signals|i made 12k last week|profits every day}{:|,|} {[BADLINK]|dm admin|telegram in bio}',
    '{mr|mrs|miss} {smith|rose|anderson|linda} {changed my life|helped me recover my money|is the best account manager|traded for me}{, i invested|: from} {500|200|1000}{$|} {and got|to} {6000|5000|9500}{$|} {in a week|in 5 days}{, contact her on whatsapp| dm her| +1 202 555 0148|}',
    '{airdrop|mint|presale|claim|whitelist} {is live|now live|open|early}{!|,| 🚀|} {connect your wallet|connect metamask|mint your nft|first 500 wallets|claim 1000 tokens|free mint}{:|} [BADLINK]{| @everyone| 🚀🚀| hurry|}',
    '{metamask|trust wallet|binance|coinbase|phantom|opensea} {support|update|security team|urgent}{:|,} {your wallet|your account|your funds} {must be|needs to be|will be} {verified|synced|validated|frozen}{,|} {enter|confirm|submit} your {seed phrase|secret phrase|12 words|recovery phrase|private key}{| here [BADLINK]| now|}',
    '{send|dm|give|tell} me your {seed phrase|password|recovery phrase|login|card number|wallet key|token} {and i|so i can|then i} {fix it|send the nitro|add the coins|double it|upgrade your account|boost you}',
    '{mrbeast|elon musk|elon|kick|stake|a streamer} {launched|opened|just dropped|partnered with} {a crypto casino|his own casino|a casino} {and|,} {gives|giving} {2500$|$1000|everyone 2000$} {to everyone who signs up|with code BEAST|on signup}{:|} [BADLINK]',
    '{need|looking for|hiring} {a|} {logo|graphic designer|chatters|people to test|clickworkers|remote workers|mule with bank account}{, |? } {pay 2000 a week|easy money 500 a day|no skills needed|just lend me your bank account}{, dm me|, telegram|, whatsapp +1 202 555 0163}',
  ],
  adult: [
    '{free|hot|18+|nsfw|onlyfans|teen} {~ahqrf~|leaks|girls on cam|~cbea~|e girls|sex chat} {here|in our server|for you|🔞|🍑}{:|,| |} {[BADINVITE]|[BADLINK]|check my bio|link in my bio}{| @everyone| 🔥| join fast|}',
    '{best|join the best|come to|omg join} {18+|nsfw|leaks|onlyfans leaks|girl in cam|dating} {server|discord|community}{| 🔞| 🍑🔞|} [BADINVITE]{| @everyone @here| 🍑|}',
    "{hi|hey|hello} {baby|honey|handsome|dear}{,|} {i'm|im} {lonely|bored|19 and horny|live on cam}{,|} {come watch me|see my pics|verify your age|chat with me} {here|at|for free}{:|} [BADLINK]",
    'check my bio {for|😏|😁|🔞|to see} {~ahqrf~|something fun|a surprise|free pics|my cam|}',
  ],
  spam: [
    '{buy|cheap|get|best} {followers|instagram followers|tiktok likes|server boosts|discord members|youtube views|viagra|steroids|essays|backlinks} {cheap|here|fast|instantly|, 1000 for 2$}{:|,|} {[BADLINK]|dm me|telegram @boostking}',
    '{your|the} {package|parcel|delivery|payment|invoice} {could not be delivered|is on hold|has a customs fee|is pending}{,|.} {pay the fee|confirm your address|update your details|reschedule} {here|now|at}{:|} [BADLINK]',
    '{your|dear customer, your} {paypal|bank account|netflix|apple id|amazon account|card} {is locked|was charged 499$|has been limited|will expire|is on hold}{,|.} {verify|log in|call us|update payment} {now|here|immediately|within 12 hours}{:|} {[BADLINK]|+1 888 555 0199}',
    '{you have won|winner!|congratulations!} {a prize of|} {£1000|2000 euros|$5,000|a holiday for two|a new iphone}{. |! } {text WIN to 80488|call 09061 700100|reply with your bank details|claim before midnight|pay 5$ shipping}',
  ],
};
