import type { Families } from '../families.ts';

/** Praise of terror and of extremist movements, recruiting, and their codes. */
export const extremismTemplates: Families = {
  codes: [
    '{1488|14/88|14 88|1 4 8 8|88 14|h8 1488|1488!|14words 88|14-88}{| boys| brothers| gang| forever| 🤚| ✋| bro| ⚡⚡|}',
    '{heil hitler|sieg heil|siegheil|s1eg heil|hh 88|88 heil|heil h1tler|hail hitler|sig heil|seig heil}{| boys| 🤚| ✋| brothers| lol| everyone| 卐|}',
    '{卐|卍 88|⚡⚡|ᛋᛋ|⚡⚡ 88|卐 卐 卐|🤚 88|卐 14 88}{| white power| forever| gang| rise|}',
    '{white power|wpww|rahowa|blood and soil|white lives 14 words|race war now|rwn|gtk rwn|siege is the way|read siege|embrace siege|total aryan victory|tnd|tkd|tmd}{| brothers| now| 🤚| ⚡⚡| forever|}',
    '{we must secure|secure} {the existence of our people|a future for white children|our race}{| 88| 14| and a future for white children|}',
    '{you will not replace us|jews will not replace us|the great replacement is real, fight back|white genocide is real, arm yourselves|day of the rope soon|the day of the rope is coming}{| 88| brothers|}',
    '{gtkrwn|(((they))) must pay|(((echo))) scum|(((globalists))) to the ovens|zog must die|zog will fall|shoah 2 soon|6 gorillion lol heil}',
  ],
  praise: [
    '{hitler|adolf|uncle adolf|the fuhrer|himmler|goebbels|the ss|mussolini} {was right|did nothing wrong|was a hero|is my hero|should come back|was the greatest leader|would save us|knew what to do|is my idol}{| 🤚| lol| fr| change my mind|}',
    '{breivik|tarrant|saint tarrant|dylann roof|saint roof|elliot rodger|saint elliot|the buffalo shooter|the christchurch guy|the columbine boys|osama|bin laden} {is|was|are} {a hero|a saint|my hero|based|a legend|a martyr|right about everything|our king}{| 🙏| lol| fr|}',
    '{we need|i want|cant wait for|someone should do|praying for} {another|a new|the next} {holocaust|columbine|9/11|christchurch|breivik|hitler|tarrant}{| fr| soon| lol| for them|}',
    '{isis|the islamic state|al qaeda|hamas|atomwaffen|the base|azov nazis|the kkk} {is|are} {the only true way|heroes|based|doing gods work|right|the future|my brothers}{, join them| 🙏| , allah wills it|}',
    '{hail|glory to|long live|all praise to} {the reich|the third reich|the fuhrer|isis|the caliphate|atomwaffen|the white race|the klan|the aryan race|national socialism}{| 🤚| ☝️| forever|}',
    '{the holocaust|the shoah|auschwitz} {never happened|was fake|is a lie|is a hoax, 6 million lies|was a good start|should have finished the job|numbers are fake, jewish lies}{| lol| wake up|}',
    '{high score|new high score|he got a high score|beat the high score}{, saint tarrant| of 51, can anyone beat it|, subscribe to the saints|, remember the lads}',
    '{national socialism|nazism|fascism|the third reich|ethnic cleansing|apartheid} {is the answer|was the best thing ever|is the only way|must return|will rise again|is the cure}{| 🤚| brothers|}',
  ],
  recruiting: [
    '{join|come join|dm me to join|looking for|we need} {our|the|a|more} {white nationalist|aryan|national socialist|fascist|accelerationist|atomwaffen|jihadi|ns} {server|group|brotherhood|recruits|cell|fighters|division}{| dm me| whites only| pureblood only| vetted only| , race war is near|}',
    '{brothers|real men|white men|muslims|patriots}{,|} {take up arms|join the jihad|join the race war|pick up a rifle|the time to kill is now|kill the infidels|kill the kuffar|martyrdom is waiting}{| ☝️| inshallah| 88| now|}',
    '{kill|death to|behead} {the|all} {infidels|kuffar|unbelievers|apostates|traitors to our race|race traitors|race mixers}{| ☝️| allahu akbar| 88|}',
    '{how to|tutorial:|guide to|dm me for} {make|build|making} {a pipe bomb|nail bombs|tatp|an ied|thermite bombs} {for the cause|for the synagogue|for the mosque|for the parade|for the infidels|against the system}',
    '{race mixing|mixed kids|mixed couples} {is|are} {white genocide|treason|an abomination to our race}{,|} {88|stay pure|hang the traitors|blood and soil}',
    '{whites|aryans|the white race} {are|is} the {superior|master|chosen} race{| 88| 🤚| and will rule again| , everyone else serves|}',
  ],
};
