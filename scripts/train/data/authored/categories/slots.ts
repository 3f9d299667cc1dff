import { unveil } from '../unveil.ts';

/** Splits a comma-separated list. */
const list = (text: string): string[] =>
  unveil(text)
    .split(',')
    .map((entry) => entry.trim());

/** The slots of the category templates, beside the general ones in `../slots.ts`. */
export const categorySlots: Readonly<Record<string, readonly string[]>> = {
  GRP: list(`
    jews, the jews, muslims, the muslims, gays, the gays, black people, blacks, mexicans, indians, asians, chinese people,
    arabs, women, immigrants, migrants, refugees, christians, trans people, lesbians, gypsies, romanians,
    poles, turks, russians, ukrainians, israelis, palestinians, white people, africans, pakistanis, disabled people,
    autists, foreigners, hindus, catholics, koreans, japanese people, brown people, homosexuals, latinos, somalis,
    nigerians, kurds, albanians, trans women, feminine gays, girls, femboys, lgbt people, queers`),
  IDSLUR: list(`
    ~avttre~, ~avttre~, ~avttn~, ~snttbg~, ~snttbg~, ~snt~, ~xvxr~, ~fcvp~, ~puvax~, ~tbbx~, ~genaal~, ~qlxr~,
    ~enturnq~, ~gbjryurnq~, ~jrgonpx~, ~cnxv~, ~ergneq~, ~ergneq~, ~fnaqavttre~, ~ornare~, ~pbba~, ~gne onol~,
    ~furznyr~, ~zbatbybvq~, ~cbepu zbaxrl~, ~pnzry wbpxrl~, ~tlccb~, ~mvccreurnq~, ~fcnm~, ~xhssne~, ~wvtnobb~`),
  IDSLURS: list(`
    ~avttref~, ~avttref~, ~avttnf~, ~snttbgf~, ~sntf~, ~xvxrf~, ~fcvpf~, ~puvaxf~, ~tbbxf~, ~genaavrf~, ~qlxrf~,
    ~enturnqf~, ~gbjryurnqf~, ~jrgonpxf~, ~cnxvf~, ~ergneqf~, ~fnaqavttref~, ~ornaref~, ~pbbaf~, ~furznyrf~,
    ~tlccbf~, ~zbatbybvqf~`),
  HURTS: list(`
    kill, shoot, stab, beat up, beat the ~fuvg~ out of, cripple, hurt, murder, strangle, choke, hunt down,
    jump, burn, cut up, gut, knock out, curb stomp, run over, slice up, end`),
  THINGS: list(`
    mondays, this game, this printer, homework, taxes, lag, school, cancer, this map, the new patch, matchmaking, ads,
    math, traffic, early classes, capitalism, autocorrect, my alarm, windows updates, mosquitoes, winter, the flu,
    this boss, that level, queue times, group projects, pineapple pizza, spawn camping, this bug, css, my knee`),
  FULLNAME: list(`
    kevin harlow, mark brandt, julia reyes, tyler novak, samantha cole, daniel ortiz, lukas weber, emily hartmann,
    jake morrison, priya nair, brandon kelly, sofia lindgren, aaron whitfield, mia castellano, peter kowalski`),
  ADDRESS: [
    '{12|48|1127|305|9|77|2210} {oak|maple|elm|pine|cedar|birch|willow|lincoln|hill|park} {street|st|ave|avenue|road|lane|drive}{, springfield|, dayton ohio|, leeds|, portland|, 44107|, austin tx 78704|, apt 4b|}',
    '{gartenstrasse|lindenweg|hauptstr} {4|17|23b}{, 70173 stuttgart|, köln|, 1010 wien|}',
    '{flat 3,|number 9,|} {queens road|mill lane|church street} {42|11|7}{, bristol bs5 6hx|, manchester m14|, dublin|}',
  ],
  SCHOOL: list(`
    lincoln high, westfield middle school, northside high school, st marys, roosevelt high, oakwood academy,
    hillcrest elementary, the gymnasium in kassel, riverside community college, jefferson middle school`),
  SHOP: list(`
    the walmart on 5th, the tesco in croydon, burger king downtown, the vet clinic on main street, best buy in dayton,
    the aldi next to the station, the library in mitte, a bank in leeds`),
  PHONE: [
    '{555|614|212|310} {555|867|443} {0123|0187|5309|0142}',
    '+1 {614|202|415} 555 01{12|37|62|88}',
    '{07700|0151|0176} {900461|900 123|555 0199|5550143}',
  ],
  IP: ['{84|73|92|188|24|109}.{112|45|201|17|66}.{9|38|154|220}.{14|77|131|202}'],
  BADLINK: [
    'https://{dlscord|discorcl|disc0rd|discrod|discord-app|dlscordapp|discord-nitro|nitro-disc}{-gift|-nitro|gifts|-promo|.nitro|}.{com|ru|xyz|gift|click|info|shop}/{claim|nitro|gift|login|a8Fk2|}',
    'http{s|}://{steamcomrnunity|steamcommunlty|stearncommunity|steam-gift|steamnitro|csgo-drop|skins-case|steampowred}.{ru|com|xyz|ru.com|pro|top}/{gift|trade|login|id/claim|tradeoffer|}',
    'https://{metamask-verify|opensea-mint|free-mint|airdrop-claim|stake-bonus|robux-free|vbucks-gen|wallet-sync|beast-casino|crypto-x2|paypal-limit}.{com|io|app|xyz|vercel.app|net|org|site}{/claim|/login|}',
    '{bit.ly|tinyurl.com|cutt.ly|is.gd|t.ly|rb.gy}/{3xK9aZ|nitro-free|gift50|freemint|y7d2kq}',
  ],
  BADINVITE: [
    'discord.gg/{nudez|sexcams|leaks18|girlsx|ez18|hotgirls|freenitro|VcXy82P}',
    'https://discord.gg/{teenx|onlyleaks|egirls18|nsfw|nitro4free|kQ82bbZ}',
    'discord.com/invite/{leaksx|camgirls|nitrodrop}',
  ],
};
