/** Names that scam links imitate, their real hosts, and the words such links are built from. */

/** Names that links imitate, with the maximum number of edits by which a part of a host may differ from them. */
export const IMITATED: readonly { name: string; edits: number }[] = [
  { name: 'steamcommunity', edits: 4 },
  { name: 'steampowered', edits: 3 },
  { name: 'discordapp', edits: 2 },
  { name: 'hypesquad', edits: 2 },
  { name: 'trustwallet', edits: 2 },
  { name: 'epicgames', edits: 2 },
  { name: 'metamask', edits: 2 },
  { name: 'discord', edits: 2 },
  { name: 'minecraft', edits: 1 },
  { name: 'instagram', edits: 1 },
  { name: 'coinbase', edits: 1 },
  { name: 'fortnite', edits: 1 },
  { name: 'opensea', edits: 1 },
  { name: 'hypixel', edits: 1 },
  { name: 'binance', edits: 1 },
  { name: 'netflix', edits: 1 },
  { name: 'arbitrum', edits: 1 },
  { name: 'uniswap', edits: 1 },
  { name: 'paypal', edits: 1 },
  { name: 'roblox', edits: 1 },
  { name: 'twitch', edits: 1 },
  { name: 'faceit', edits: 0 },
  { name: 'nitro', edits: 0 },
  { name: 'steam', edits: 0 },
];

/** Short names, and misspelled ones, that are scams when they are the whole name of a host other than the real one. */
export const WHOLE_NAMES: ReadonlySet<string> = new Set(
  'mee6 dyno carlbot discorb disord discrod robux'.split(' '),
);

/** Ordinary words that are only a few edits away from an imitated name. */
export const ORDINARY_WORDS: readonly string[] =
  'discard record discover discog discount discours discuss district disclos finance switch stitch scorecard'.split(
    ' ',
  );

/** The real hosts; everything below them counts as real, too. */
export const REAL_HOSTS: ReadonlySet<string> = new Set(
  `discord.com discord.gg discordapp.com discordapp.net discord.gift discord.new discord.media discord.dev dis.gd
  discordstatus.com discord.js.org discordjs.guide discordjs.dev discord-api-types.dev discordpy.org discordbotlist.com discords.com discord.bots.gg
  discadia.com disboard.org top.gg mee6.xyz dyno.gg carl.gg wick.bot probot.io
  steamcommunity.com steampowered.com steamstatic.com steamusercontent.com steamgames.com steamdb.info steamcharts.com steamdeck.com
  steamunlocked.net steamgifts.com steamladder.com steamrep.com steamid.io steamgriddb.com isthereanydeal.com valvesoftware.com
  epicgames.com unrealengine.com fortnite.com fortnite.gg fortnitetracker.com roblox.com rbxcdn.com rolimons.com
  minecraft.net mojang.com minecraftforum.net minecraft.wiki minecraftservers.org hypixel.net hypixelskyblock.com
  twitch.tv twitchcdn.net twitchtracker.com twitchadvertising.tv netflix.com netflix.net netflixtechblog.com
  paypal.com paypal.me paypalobjects.com binance.com binance.us binance.org coinbase.com metamask.io trustwallet.com opensea.io
  uniswap.org arbitrum.io arbitrum.foundation instagram.com cdninstagram.com faceit.com counter-strike.net
  nitropdf.com gonitro.com nitrocdn.com nitrotype.com nitro.unjs.io github.com gitlab.com npmjs.com readthedocs.io`.split(
    /\s+/,
  ),
);

/** Libraries for bots, whose names are also hosts. */
export const LIBRARIES: ReadonlySet<string> = new Set(['discord.py', 'discord.net']);

/** Words that scam links are built from, beside or without an imitated name. Two of them make a link suspicious. */
export const BAIT: readonly string[] = [
  'hypesquad',
  'hypeteam',
  'hypesq',
  'hypeevent',
  'moderator',
  'academy',
  'formulary',
  'nitro',
  'gift',
  'giveaway',
  'promo',
  'airdrop',
  'claim',
  'bonus',
  'reward',
  'prize',
  'free',
  'csgo',
  'cs2',
  'skin',
  'drop',
  'case',
  'knife',
  'trade',
  'offer',
  'tournament',
  'major',
  'faceit',
  'cybersport',
  'esport',
  'vote',
  'login',
  'signin',
  'signup',
  'verify',
  'verification',
  'register',
  'registration',
  'apply',
  'application',
  'exam',
  'invite',
  'join',
  'event',
  'wallet',
  'mint',
  'nft',
  'token',
  'support',
  'appeal',
  'billing',
  'secure',
  'account',
  'unlock',
  'premium',
  'boost',
  'redeem',
  'subscription',
  'partner',
  'badge',
  'robux',
  'vbucks',
  'roblox',
  'hypixel',
  'twitch',
  'steam',
  'rust',
  'navi',
  'fnatic',
  'market',
  'tester',
  'team',
  'program',
  'beta',
  'official',
  'captcha',
  'moderation',
  'moderating',
  'moderators',
  'forms',
  'source2',
  'csgo2',
  'counterstrike',
  'pubg',
  'faze',
  'blox',
  'spacex',
  'layerzero',
  'mee6',
  'dyno',
  'recruitment',
  'newyear',
  'tournaments',
  'hype',
  'gaming',
  'crypto',
  'btc',
  'casino',
  'staking',
  'presale',
  'whitelist',
  'dapp',
  'restore',
  'sync',
];

/** The most linked sites, which need no closer look. */
export const ORDINARY_HOSTS: ReadonlySet<string> = new Set(
  `youtube.com youtu.be google.com tenor.com giphy.com imgur.com reddit.com redd.it twitter.com x.com fxtwitter.com vxtwitter.com
  wikipedia.org spotify.com soundcloud.com tiktok.com facebook.com amazon.com apple.com microsoft.com fandom.com tumblr.com
  pinterest.com medium.com stackoverflow.com itch.io patreon.com ko-fi.com nexusmods.com bsky.app cloudflare.com`.split(
    /\s+/,
  ),
);

export const RISKY_ENDINGS: ReadonlySet<string> = new Set(
  'ru xyz gq site online top tk ga ml cf info space fun pro shop store gift gifts club icu click pw su website live link life monster rf gd win bid loan work asia best lol rest cam digital academy'.split(
    ' ',
  ),
);

/** Suffixes under which anybody can register a name. */
export const SHARED_SUFFIXES: ReadonlySet<string> = new Set(
  `ru.com net.ru org.ru com.ru co.uk com.br repl.co vercel.app netlify.app web.app firebaseapp.com pages.dev workers.dev
  github.io gitlab.io herokuapp.com onrender.com glitch.me weebly.com wixsite.com blogspot.com 000webhostapp.com rf.gd
  epizy.com surge.sh cn.com us.com eu.com uk.com in.net com.de sa.com za.com gr.com`.split(/\s+/),
);

export const SHORTENERS: ReadonlySet<string> = new Set(
  'bit.ly tinyurl.com cutt.ly is.gd t.ly rb.gy shorturl.at clck.ru goo.su v.gd ow.ly rebrand.ly adf.ly linktr.ee beacons.ai t.me wa.me chat.whatsapp.com grabify.link iplogger.org'.split(
    ' ',
  ),
);
