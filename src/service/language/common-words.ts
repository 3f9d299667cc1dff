/**
 * Frequent lower-case words that occur in only one of the supported languages. Words that are spelled the same in two of them are
 * left out, however frequent: "is" is English and Dutch; "die" is German, Dutch and English.
 */
export const WORDS_OF: Readonly<Record<string, string>> = {
  en: `the you that this with they what your their would should could because about from been which who when where
    how why there these those people don't doesn't didn't can't won't isn't aren't it's i'm you're that's he's she's they're
    just like know think really never always she him them our his get got going gonna wanna things something someone
    everyone anyone nothing good much very any then than now please thanks thank love if every only again
    getting make said say look need feel being does did doing yeah yes today tonight tomorrow lmao idk tbh`,
  de: `und ist nicht eine einen einem wir ihr dein deine deinen mein meine sind auch aber wenn dass auf für von nur
    schon haben habe kein keine diese dieser dieses nichts sich zum zur euch uns weil über menschen jetzt mehr machen
    müssen muss doch einfach leute wurde sollte sollten können kann hast bist gegen oder`,
  nl: `het een niet ik jij jullie zijn ook maar naar voor deze geen moet moeten gewoon zoals hebben heeft onze mensen
    altijd omdat alleen zou wij meer veel mijn jouw nooit iets niets zouden`,
  fr: `est vous nous avec pour sont être fait cette ils elles leur leurs tout tous toutes comme aux une suis
    rien quand parce était vraiment doivent toujours très même ça où déjà aussi ceux ont c'est j'ai n'est d'un d'une qu'il`,
  es: `pero muy están eres soy hay ellos ellas nosotros usted ustedes cuando también hacer tiene tienen tengo quiero puede
    pueden siempre esos estos eso esto donde hasta mejor hacen debería deberían fue algunos hoy
    ahora aquí así gusta otros mucho muchos ningún bueno nuestro vosotros`,
  pt: `não você vocês uma ao são também muito muita muitos isso essa meu minha seu eles elas nós então até mesmo pessoas
    tem têm fazer estou estão agora coisa qualquer pra quem ainda dessa desse esses essas ninguém alguém
    nesse deveriam vou`,
  it: `che di gli della dello delle degli nella nel è più perché anche questo questa questi queste quello quella
    quelli tutti tutte tutto essere hanno molto loro io dovrebbero dovrebbe niente nessuno ogni ancora così già
    cui sulla dalla perche c'è`,
  pl: `się jest że są czy tylko już mnie przez przy dla tego być był była ludzie wszyscy wszystkie wszystko jesteś jestem
    bardzo powinni powinny powinno żeby tych które który która więc może nigdy zawsze dlaczego też`,
  sv: 'och är att inte jag för ett någon något från också när mycket vara hade',
  fi: 'että hän mutta niin ovat olen olet minä sinä tämä mikä kuin mitä',
  hu: 'hogy egy vagy csak nincs miért minden és azt ezt',
  cs: 'že jsem jsi jsou není když protože taky nebo být všechno všichni ještě proč mě',
  ro: 'și sunt pentru că să fost acest toate',
  tr: 'bir için değil çok yok gibi daha',
  hr: 'što nije kao samo ovo koji koja sve',
  vi: 'không của những một người',
  id: `yang gak nggak enggak tidak dengan untuk juga udah sudah banget kalau kalo aja jangan karena bukan saya kamu
    mereka orang bisa akan harus masih belum tapi buat lagi nih dong sih`,
  // Hindi and Urdu in Latin letters.
  'hi-Latn': `nahi nahin kya hain tera teri mera meri mujhe tujhe raha rahi rahe gaya gayi kuch bhai yaar kyun kyu hota hoti
    apni apne apna wali wale bohat bohot bahut acha phir unka unki iska uska tum tumhe tumhari aur abhi sirf`,
  // Arabic in Latin letters, as typed in Egypt, the Levant, the Gulf and the Maghreb.
  ar: `anta enta inta enti inti ento intu ehna ihna howa huwa howwa heya hiya homa humma nahnu na7nu mesh mish msh
    mafi mafeesh mafish mafeech elli illi elly habibti shu shou leh leih leeh eih keteer ktir kteer katheer bzaf bezzaf
    keda kida kaman lessa lissa dayman lazem lazm kol kull kulo kolo kolohom kolhom kulhum kullohom 3la 3ala 3al
    3an 3nd 3ndi 3andi 3andak 3ando 3ashan 3shan 3leh 3aleh 3leha 3aleha 3lehom 3alehom 3alihom 3alayhom ma3 ma3a ma3ak
    ma3ahom menhom minhom feeh fiha fihom feehom la2 e7na i7na a7na 7na 7aga 7ad 7atta 5alas 5ales khalas 7abibi ba3d
    ba3den b3d ba2a sa7 ro7 ya3ni tab3an akeed momken mumkin hatha hadha haza hadhi hathihi hada hadol hadool alnas elnas
    ennas ahl lakn walakin laysa laisa kanu kano yakun yakoon ykon ykoon yajib lamma gedan geddan jiddan awi huna
    hnak hunak enno inno wla wala zay zayy mithl methl mitl ghair gher bedoon bidun ezay izzay feen wein lesh laish leish
    aish eish wach chnou 3lach 3lash dyal dyali bghit kayn tawa barsha`,
};
