/** People who work on texts in wikis, forums and reviews: calm, wordy, sometimes about grim subjects. */
export const discussionTemplates: readonly string[] = [
  '{please|could you|would you|kindly} {explain|discuss|justify|summarise} {your change|the removal|this revert|the new wording} {before|when|after} {removing|changing|reverting|moving|deleting} {the section|sourced content|that paragraph|the image|other comments|this page}',
  '{i|we} {have |}{reverted|undone|removed|restored|moved|rewritten|merged} {your|the last|that|the disputed} {edit|change|addition|paragraph|section}{,|} {because|since|as} {it has no source|it was not neutral|the link is dead|it repeats the introduction|it was copied from another site|nobody had discussed it}',
  'the {article|section|page|draft|entry} {on|about} [TOPIC] {needs|lacks|could use|should have|is missing} {better sources|a rewrite|a neutral tone|more citations|a shorter introduction|a map|some context}',
  'in my {opinion|view|experience}, {the|this|that} {sentence|claim|title|picture|table|quotation} {about [TOPIC] |}{should be|is} {kept|removed|reworded|moved to another page|misleading|too long|well sourced|disputed}',
  '{welcome to|thanks for your work on|thank you for your contributions to} {the project|the wiki|the forum|our documentation|this page}. {if you need help, ask me|feel free to ask questions|please sign your comments|please read the guidelines|i hope you like it here and decide to stay}',
  'your {account|address|login} {has been|may be|will be} {blocked|suspended|restricted} {for a day|for a week|if this continues|until you reply} {because of|for|after} {vandalism|repeated reverts|spam|adding nonsense|personal attacks|using two accounts}',
  '{please |}stop {vandalising pages|adding nonsense|removing content|blanking the page|deleting the comments of others|making personal attacks|insulting other editors|moving pages without asking}{, or you may be blocked|. this is your last warning|, it helps nobody|. thank you|}',
  '{please |you should |}{do not|never} {vandalise pages|add nonsense|remove content|blank the page|delete the comments of others|attack other users|call people names|insult the other editors}{, or you may be blocked|. this is a warning|, discuss it instead|. thank you|}',
  '{i agree|i disagree|i tend to agree|i cannot agree} {with you|with the above|with the proposal} {on|about} [TOPIC]{, as the sources are clear|, though the wording is poor|, but we need more opinions|. the book says otherwise}',
  'according to {the census|a newspaper of the time|his biography|the report|two historians|the court}, {he was born in 1902|thousands were killed in the battle|the population doubled|the band split up|the law was passed in spring|the victims were never named|she died in prison}',
  'what {is|was} the {reason|source|evidence|basis} for {the deletion|this revert|that claim|the block|the number of deaths}? {the book clearly says otherwise|it seemed fine to me|i could not find it anywhere|i would like to understand it}',
  'the {image|file|photo|recording} {you uploaded|on this page} {has no licence|may be deleted soon|is too large|shows another person|needs a description}, {please add one|see the instructions|you can reply below|thank you for understanding}',
  'there is {a discussion|a vote|no consensus|a request for comments} {on|about} {the name of this page|[TOPIC]|merging the two pages|the disputed map}. {your opinion is welcome|please comment there|i have listed the arguments|nobody has answered yet}',
  '{he|she|the author|the actor|the general|the bishop} {was|became} {known|famous|criticised} for {a book|a film|a speech|a study} {on|about} [TOPIC], {published in 1987|which won a prize|now out of print|translated into ten languages}',
  'i {do not|cannot|fail to} {see|understand} {why|how} {this is relevant|you removed it|that helps the reader|it was called vandalism|the two are connected}{, since it is sourced|. could somebody explain|, but i may be wrong|}',
  'the {film|novel|song|episode|report} {shows|describes|deals with|criticises} [TOPIC], and {critics praised it|it was banned in some countries|the scene was cut|the title is a pun|i think we should say so}',
  '{sorry|my apologies|apologies} {for|about} {the confusion|the late answer|the mistake|my tone|the misunderstanding}, i {meant the other page|was away|misread the date|did not see your note|should have asked first}',
  '{both|all|most|some} {sources|historians|editors|scholars|readers} {agree|say|argue|suggest} that {the date is wrong|the name is older|the story is a myth|the map is out of date|[TOPIC] deserves its own page}',
  '{i would|i suggest we|we should|let us} {keep|split|shorten|rename|protect|rewrite} the {list|page|table|introduction|part on [TOPIC]}, {it is far too long|as others have said|to avoid an edit war|for the sake of readers}',
  'to {install|build|configure|test} {it|the library|the plugin}, {read the manual|follow the steps below|set the option first|run the script}, and {report what fails|kill the old process|check the log|open an issue if it crashes}',
];

/** The same people after they have lost their temper. */
export const quarrelTemplates: readonly string[] = [
  '{stop|quit} {reverting|deleting|removing|changing|vandalising} my {edits|page|work|comments|posts}{,|} you {[INSULT]|[CURSEPERSON]|[FUCKING] [INSULT]}',
  '{whoever|the person who|the admin who|the one who} {wrote|deleted|changed|reverted} this is {a|such a|a complete|a total} {[INSULT]|[CURSEPERSON]}',
  '{block|ban} me {all you want|again|if you like}, {you [CURSEPERSON]|you [INSULT]|i will be back you [CURSEPERSON]|[FUCK] you and your rules}',
  'who the {fuck|hell} {do you think you are|gave you the right|made you an admin|asked you}{, you [INSULT]|, [CURSEPERSON]|, you pathetic loser|}',
  '{you admins|you people|all of you editors|these moderators} are {a bunch of|nothing but|just} {[CURSEPERSON]s|pathetic losers|idiots|power hungry losers|brainless morons}',
  '{get a life|grow up|get lost|go away|piss off}{,|} {you [INSULT]|you [CURSEPERSON]|loser}{ and stop deleting my edits| and leave this page alone|, nobody wants you here|}',
  'your {edits|comments|arguments|reverts} are {as stupid as you|garbage and so are you|pure [SHIT]|the work of {a|an} {[INSULT]|[CURSEPERSON]}}',
  'i {have read|saw} {your comment|the discussion|your revert} {about [TOPIC] |}and {you are {a|an} {[INSULT]|[CURSEPERSON]}|you are too stupid to edit|all i can say is [FUCK] you|i hope you rot}',
  '{if you|when you} {had a brain|could read|were not so stupid}{,|} you would {know that the source is right|leave my page alone|see that i was right}, {[INSULT]|you [CURSEPERSON]|you stupid [INSULT]}',
  'the {article|page|section} {about|on} [TOPIC] was fine until {some|a|this} {[INSULT]|[CURSEPERSON]} {ruined it|deleted it|came along}, {[FUCK] you|learn to read|get out of here}',
];
