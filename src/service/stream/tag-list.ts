/** The documented tags, each with its words and word pairs. README.md lists their names. */
export const TAGS: Readonly<Record<string, readonly string[]>> = list({
  animals: 'animal, pet, dog, puppy, cat, kitten, bird, horse, wildlife, zoo, veterinarian',
  anime: 'anime, manga, otaku, cosplay, shonen, studio ghibli, subtitle',
  art: 'art, artist, painting, paint, drawing, draw, sketch, canvas, brush, gallery, illustration',
  automotive:
    'car, engine, driver, vehicle, truck, motorcycle, horsepower, gearbox, tire, mechanic',
  beauty: 'makeup, skincare, lipstick, hair, cosmetic, foundation, eyeliner, nail, perfume',
  books:
    'book, novel, author, chapter, reading, read, library, poem, poetry, literature, publisher',
  business:
    'business, company, startup, customer, marketing, sale, entrepreneur, product, revenue, brand',
  chess: 'chess, checkmate, pawn, bishop, knight, rook, queen, gambit, grandmaster, endgame',
  comedy: 'comedy, comedian, joke, funny, laugh, humor, standup, prank, parody, sketch comedy',
  cooking:
    'cook, cooking, recipe, oven, pan, chef, ingredient, bake, baking, kitchen, sauce, boil, dough',
  crafts: 'craft, diy, knit, knitting, crochet, sew, sewing, woodwork, glue, pottery, origami',
  crypto: 'crypto, bitcoin, ethereum, blockchain, wallet, token, nft, mining, coin, defi',
  dance: 'dance, dancing, dancer, choreography, ballet, hiphop, salsa, rehearsal, step',
  economy:
    'economy, inflation, market, interest rate, unemployment, trade, tariff, recession, gdp, bank',
  education:
    'school, student, teacher, lesson, learn, university, exam, homework, class, lecture, tutorial',
  esports:
    'esport, tournament, bracket, scrim, pro player, caster, world final, roster, match point',
  fashion: 'fashion, dress, outfit, shoe, style, designer, clothe, runway, jacket, wardrobe',
  film: 'film, movie, cinema, director, actor, actress, scene, trailer, screenplay, box office',
  finance:
    'stock, invest, investment, portfolio, dividend, fund, bond, loan, mortgage, budget, tax',
  fitness:
    'fitness, workout, exercise, gym, muscle, squat, pushup, cardio, stretch, rep, weightlifting',
  food: 'food, restaurant, eat, taste, delicious, meal, breakfast, dinner, lunch, snack, dessert',
  football:
    'football, soccer, goal, penalty, striker, midfielder, goalkeeper, offside, quarterback, touchdown',
  gaming:
    'game, gaming, player, level, boss, quest, console, controller, respawn, loot, multiplayer, speedrun',
  gardening: 'garden, plant, seed, soil, flower, vegetable, compost, prune, watering, harvest',
  health:
    'health, doctor, disease, medicine, patient, hospital, vaccine, symptom, therapy, diet, nutrition',
  history:
    'history, historical, war, empire, century, ancient, king, medieval, revolution, archaeology',
  law: 'law, lawyer, court, judge, jury, trial, lawsuit, attorney, verdict, evidence, crime',
  meditation: 'meditation, meditate, mindfulness, breathe, breath, relax, calm, yoga, asmr, sleep',
  music:
    'music, song, singer, sing, guitar, piano, drum, album, band, concert, melody, chord, lyric',
  nature: 'nature, forest, river, mountain, ocean, tree, lake, hiking, camping, landscape',
  news: 'news, breaking, report, reporter, journalist, headline, correspondent, press conference, eyewitness',
  parenting: 'parent, parenting, baby, child, kid, toddler, mother, father, diaper, family',
  photography:
    'photo, photography, camera, lens, aperture, shutter, portrait, tripod, exposure, lightroom',
  podcast: 'podcast, episode, interview, guest, host, listener, subscribe, microphone',
  politics:
    'politic, political, election, president, vote, voter, senate, congress, parliament, government, policy, minister, campaign, democrat, republican',
  programming:
    'programming, code, coding, software, developer, javascript, python, compiler, bug, algorithm, database, function',
  religion:
    'religion, god, church, prayer, pray, faith, bible, quran, mosque, temple, sermon, gospel',
  science:
    'science, scientist, physics, chemistry, biology, experiment, laboratory, theory, research, molecule',
  space:
    'space, rocket, nasa, planet, orbit, astronaut, telescope, galaxy, moon, mars, satellite, launch',
  sports:
    'sport, team, coach, league, score, basketball, baseball, tennis, hockey, athlete, championship, olympic, stadium',
  technology:
    'technology, tech, computer, laptop, smartphone, phone, processor, battery, robot, artificial intelligence, gadget, internet',
  travel:
    'travel, trip, hotel, flight, airport, passport, tourist, vacation, beach, destination, backpack',
  weather:
    'weather, rain, storm, snow, forecast, temperature, hurricane, sunny, cloud, wind, flood',
});

function list(tags: Record<string, string>): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(tags).map(([tag, terms]) => [tag, terms.split(', ')] as const),
  );
}
