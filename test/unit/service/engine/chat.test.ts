import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { engine } from '../../../helpers/engine.ts';

const ORDINARY = [
  'hey anyone up for some ranked tonight?',
  'gg wp everyone, that was close',
  "lmao I'm dead 😂",
  'brb dinner',
  'can someone help me with this error',
  'bro that clutch was insane',
  "I'm gonna kill you in smash tonight lol",
  'we need to kill the boss before the adds spawn',
  'just kill the process and restart it',
  'how do I kill a zombie process in linux',
  'nice shot man',
  'you destroyed me that round, rematch?',
  'this lag is killing me',
  'my internet is trash today',
  'the new update sucks',
  'this boss is so stupid hard',
  'damn that was close',
  'shit',
  'fuck!',
  'bro shit',
  'holy shit what a play',
  'what the fuck is this bug',
  'fuck yeah we won',
  'i fucked up my build',
  'oh my god shut up no way!! congrats',
  'i hate mondays',
  'I hate this map so much',
  'ugh my teacher gave us so much homework',
  'sorry I was afk',
  'who wants to shoot some hoops later',
  "shoot me a dm when you're on",
  'the headshot from that distance was crazy',
  "please don't kill yourself",
  'please don’t kill yourself',
  'if you feel like hurting yourself please talk to someone',
  'I love you guys',
  'happy pride month everyone!',
  'my girlfriend is black and she loves this song',
  "I'm gay btw",
  'as a trans woman I feel welcome here',
  'any muslims here celebrating eid?',
  'black friday sale is on',
  'white background looks better',
  'my dog died yesterday :(',
  'I feel so sad today',
  'I want to die, this exam is so hard',
  'that joke killed me',
  "she's killing it on stage",
  "nerf this gun it's broken",
  'delete this channel please',
  'can a mod ban this spammer',
  'stop spamming please',
  "don't be rude",
  'that was mean',
  'that guy is cheating, report him',
  'I got banned for no reason',
  'leave me alone please',
  "it wasn't me I swear",
  "that's not fair",
  'trump won the election',
  "I don't like the new president's policy",
  'the senate voted on the bill today',
  'did you watch the debate last night',
  'do you want to play minecraft',
  'i need to poop brb',
  'my ass hurts from sitting all day',
  'haul your ass over here the raid is starting',
  'dick van dyke is a great actor',
  'I live in scunthorpe',
  'cock-a-doodle-doo said the rooster',
  'analysis of the assassin class',
  'send nudes of your setup haha jk',
  'ok boomer',
  'noob question: how do I craft a sword',
  'I suck at this game',
  'you suck at this game lol',
  'git gud',
  'ez win',
  'go go go go go go go go go go',
  'run run run run run run!!!',
  'lol lol lol lol lol lol lol lol lol lol',
  'skill issue',
  'bruh moment',
  'rip my streak',
  'get rekt lol',
  "I'm such an idiot, I forgot my password",
  'my cat is a little monster',
  'I could murder a burger right now',
  'this song slaps',
  "you're a beast dude",
  'you sick bastard, nice combo haha',
  'no cap fr fr',
  'sus af',
  'i will be back at 10pm',
  'he got shot in the movie',
  'the army bombed the bridge in ch. 3',
  'the race starts at 8',
  'execute the query then drop the table',
  'abort the mission',
  'she is retired now',
  'niggling problem with the build',
  'the pakistani cricket team played well',
  'jews and muslims live next door in my street',
];

/**
 * Plain and disguised insults, threats and attacks, as base64 of a JSON list, so that nobody reads them in the
 * repository.
 */
const HARMFUL = z
  .array(z.string())
  .parse(
    JSON.parse(
      Buffer.from(
        [
          'WyJreXMiLCAia3lzIGxvc2VyIiwgImdvIGtpbGwgeW91cnNlbGYiLCAia2lsbCB5b3Vyc2VsZiIsICJqdXN0IGtpbGwgeW91cnNlbGYgYWxyZW',
          'FkeSIsICJrLnkucyIsICJrIHkgcyIsICJrMWxsIHkwdXJzZWxmIiwgInlvdSBzaG91bGQga2lsbCB5b3Vyc2VsZiIsICJJJ20gZ29pbmcgdG8g',
          'a2lsbCB5b3UiLCAiaSB3aWxsIGtpbGwgeW91IiwgIkknbSBnb25uYSBraWxsIHlvdSBhbmQgeW91ciBmYW1pbHkiLCAiaW0gZ29ubmEgZmluZC',
          'B5b3UgYW5kIGJlYXQgeW91IHVwIiwgImkga25vdyB3aGVyZSB5b3UgbGl2ZSwgd2F0Y2ggeW91ciBiYWNrIiwgImkgaG9wZSB5b3UgZGllIiwg',
          'ImkgaG9wZSB5b3UgZ2V0IGNhbmNlciIsICJnbyBkaWUgaW4gYSBmaXJlIiwgImZ1Y2sgeW91IiwgImZ1Y2sgb2ZmIiwgImZ1Y2sgeW91IGJpdG',
          'NoIiwgImYgdSBjIGsgeW91IiwgInlvdSBzdHVwaWQgYml0Y2giLCAic2h1dCB0aGUgZnVjayB1cCB5b3UgaWRpb3QiLCAic2h1dCB1cCB5b3Ug',
          'bW9yb24iLCAieW91IGFyZSBhIHdvcnRobGVzcyBwaWVjZSBvZiBzaGl0IiwgInlvdSdyZSBzdWNoIGEgcmV0YXJkIiwgInlvdSdyZSBhIGZ1Y2',
          'tpbmcgaWRpb3QiLCAiZHVtYiBjdW50IiwgImVhdCBzaGl0IGFuZCBkaWUiLCAic3VjayBteSBkaWNrIGJpdGNoIiwgInlvdXIgbW9tIGlzIGEg',
          'd2hvcmUiLCAibm9ib2R5IGxpa2VzIHlvdSwgZ28gYXdheSBsb3NlciIsICJ3b21lbiBiZWxvbmcgaW4gdGhlIGtpdGNoZW4iLCAiZ2FzIHRoZS',
          'BqZXdzIiwgImtpbGwgYWxsIGJsYWNrcyIsICJnYXlzIHNob3VsZCBiZSBzaG90IiwgImkgaGF0ZSBibGFjayBwZW9wbGUiLCAidHJhbnMgcGVv',
          'cGxlIGFyZSBtZW50YWxseSBpbGwgZnJlYWtzIiwgImltbWlncmFudHMgYXJlIHZlcm1pbiIsICJkZXBvcnQgYWxsIG1leGljYW5zIHRoZXkgYX',
          'JlIGFuaW1hbHMiLCAic3R1cGlkIG4xZ2dlciIsICJuIGkgZyBnIGUgciIsICJuaWdnZXIiLCAieW91IGZhZ2dvdCIsICJmNGdnMHQiLCAiZmE5',
          'OTB0IiwgInRyYW5ueSBmcmVhayIsICJraWtlIiwgInlvdSBkaXJ0eSBzcGljIiwgInVyIHRyYXNoIHVuaW5zdGFsbCB5b3UgYnJhaW5kZWFkIG',
          '1vbmtleSIsICJnZyBleiBub29icywgdW5pbnN0YWxsIHlvdSB0cmFzaCIsICJnb25uYSBkb3ggeW91LCBpIGhhdmUgeW91ciBhZGRyZXNzIiwg',
          'Imkgd2lsbCByYXBlIHlvdSIsICJzZW5kIG1lIHlvdXIgbnVkZXMgb3IgaSBsZWFrIHlvdXIgYWRkcmVzcyIsICJ5b3UgdWdseSBmYXQgcGlnIi',
          'wgImIhdGNoIiwgImEkJGhvbGUiLCAiZnXRgWsgedC+dSIsICJtb3RoZXJmdWNrZXIgaSB3aWxsIGVuZCB5b3UiLCAiYWxsIG11c2xpbXMgYXJl',
          'IHRlcnJvcmlzdHMiXQ==',
        ].join(''),
        'base64',
      ).toString('utf8'),
    ),
  );

describe('a Discord message', () => {
  it.each(ORDINARY)('passes: %j', (message) => {
    expect(engine.assess(message).action).toBe('pass');
  });

  // Numbered instead of quoted, for the same reason.
  it.each(HARMFUL.map((_, at) => at))('is flagged or deleted: harmful message %i', (at) => {
    expect(engine.assess(HARMFUL[at] ?? '').action).not.toBe('pass');
  });

  it.each(['you are such an idiot, and a moron', 'shut up you moron', "you're a clown, get lost"])(
    'is flagged: %j',
    (message) => {
      expect(engine.assess(message).action).toBe('flag');
    },
  );
});
