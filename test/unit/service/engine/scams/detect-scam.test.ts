import { describe, expect, it } from 'vitest';
import { createScamDetector } from '../../../../../src/service/engine/scams/detect-scam.ts';
import {
  createDomainList,
  packDomains,
} from '../../../../../src/service/engine/scams/domain-list.ts';

const detect = createScamDetector(
  createDomainList(
    packDomains(['evil-park.example', 'evil-park.com', 'bit.ly/3abc', 'ru.com.invalid']),
  ),
);
const probability = (text: string): number => detect(text)?.probability ?? 0;

describe('a link on the list', () => {
  it.each([
    'look https://evil-park.example/claim',
    'evil-park.com is nice',
    'hxxps://www.evil-park.example',
    'https:\\\\evil-park.example\\x',
    'https://discord.com@evil-park.example/login',
    'https://login.evil-park.example',
    '<https://EVIL-park.example>',
    'short https://bit.ly/3abc',
  ])('is certainly a scam: %s', (text) => {
    expect(detect(text)).toMatchObject({ kind: 'listedDomain' });
    expect(probability(text)).toBeGreaterThan(0.95);
  });

  it('names its host among the terms', () => {
    expect(detect('https://evil-park.example/claim')?.terms).toContain('evil-park.example');
  });
});

describe('a link that imitates a known name', () => {
  it.each([
    'dlscord-gift.com/a',
    'https://steamcomrnunity.ru/tradeoffer',
    'https://stearncommunlty.com',
    'https://xn--discord-app.com/login',
    'https://dіscord.com/gift',
    'https://hypesquad-apply.net',
    'https://free-nitro-claim.xyz',
    'https://epicgames-disc0rd.gift',
  ])('is a scam: %s', (text) => {
    expect(probability(text)).toBeGreaterThan(0.8);
  });

  it.each([
    'https://discord.com/channels/1/2',
    'https://store.steampowered.com/app/730',
    'https://steamcommunity.com/id/someone',
    'https://discord.js.org/docs',
    'https://discourse.gnome.org/t/1',
    'https://finance.yahoo.com',
    'https://en.wikipedia.org/wiki/Switch',
    'https://tenor.com/view/cat-1',
    'see main.ts and README.md, e.g. the end.Then more',
    'version 1.2.3 is out',
    'npm install discord.js',
    'pip install -U discord.py',
    'is Discord.Net still maintained?',
    'const id = DiscordSnowflake.generate(); console.log(id)',
  ])('is none: %s', (text) => {
    expect(probability(text)).toBeLessThan(0.3);
  });

  it('counts when the message shows another address than it opens', () => {
    const text = '[steamcommunity.com/gift/50](https://example-shop.net/x)';
    expect(detect(text)).toMatchObject({ kind: 'hiddenLink' });
    expect(probability(text)).toBeGreaterThan(0.9);
  });
});

describe('the wording', () => {
  it.each([
    'free nitro for everyone, claim it before it expires @everyone',
    'enter your seed phrase to validate your wallet',
    'i accidentally reported your account, dm me or you get banned',
    'turn off antivirus first, password is 1234',
    '𝗳𝗿𝗲𝗲 𝗻𝗶𝘁𝗿𝗼 @everyone claim here',
  ])('of a scam counts without a link: %s', (text) => {
    expect(detect(text)).toMatchObject({ kind: 'text' });
    expect(probability(text)).toBeGreaterThan(0.5);
  });

  it('of an advert counts beside an invite, which alone is ordinary', () => {
    expect(probability('our server: https://discord.gg/python')).toBeLessThan(0.3);
    expect(probability('free nudes here https://discord.gg/abc @everyone')).toBeGreaterThan(0.7);
  });

  it.each([
    'is nitro worth it?',
    'i got nitro for my birthday',
    'beware, free nitro links are scams, never scan qr codes',
    'what is a seed phrase',
    'gg well played',
    '',
  ])('of ordinary chat or a warning does not: %s', (text) => {
    expect(probability(text)).toBeLessThan(0.3);
  });
});

describe('a long message', () => {
  it.each([
    'a.b'.repeat(1400),
    'http://'.repeat(600),
    '[x]('.repeat(1000),
    'free nitro '.repeat(380),
  ])('takes time linear in its length: %#', (text) => {
    const started = performance.now();
    detect(text);
    expect(performance.now() - started).toBeLessThan(100);
  });
});
