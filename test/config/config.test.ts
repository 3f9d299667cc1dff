import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from '../../src/config/config.ts';

const complete = { DISCORD_TOKEN: 'a-token' };

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('the environment', () => {
  it('needs no more than a token', () => {
    expect(parseConfig(complete)).toEqual({
      discord: { token: 'a-token', apiUrl: 'https://discord.com/api' },
      service: { kind: 'embedded' },
      moderatorChannel: 'mod-alerts',
      fallbackChannelId: null,
      audio: { transcriber: null, privateNetworks: [] },
      listener: { host: '127.0.0.1', port: 8787, metrics: null, publicUrl: null, secrets: [] },
      stateUrl: 'sqlite:data/portcullis.sqlite',
      logLevel: 'info',
    });
  });

  it('takes a variable set to nothing as one not set', () => {
    const empty = { MODERATION_URL: '', MODERATION_API_KEY: '', LOG_LEVEL: '', STATE_URL: '' };
    expect(parseConfig({ ...complete, ...empty })).toEqual(parseConfig(complete));
  });

  it('can name a moderation service and its console', () => {
    const config = parseConfig({
      ...complete,
      MODERATION_URL: 'https://moderation.example/v1',
      MODERATION_CONSOLE_URL: 'https://console.example',
      MODERATION_API_KEY: 'a-key',
    });
    expect(config.service).toEqual({
      kind: 'remote',
      url: 'https://moderation.example/v1',
      consoleUrl: 'https://console.example',
      apiKey: 'a-key',
    });
  });

  it('is refused with every problem at once', () => {
    const problems = problemsOf({
      DISCORD_TOKEN: '',
      DISCORD_API_URL: 'not an address',
      MODERATION_URL: 'ftp://files.example',
      STATE_URL: 'postgres://db',
      LOG_LEVEL: 'loud',
    });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'DISCORD_TOKEN',
      'DISCORD_API_URL',
      'MODERATION_URL',
      'STATE_URL',
      'LOG_LEVEL',
      'MODERATION_API_KEY',
    ]);
  });

  it('names what is wrong and never the value', () => {
    const problems = problemsOf({ ...complete, MODERATION_URL: 'secret-in-the-wrong-place' });
    expect(problems.join()).not.toContain('secret-in-the-wrong-place');
  });

  it('leaves the console out where none is named', () => {
    const config = parseConfig({
      ...complete,
      MODERATION_URL: 'https://moderation.example',
      MODERATION_API_KEY: 'a-key',
    });
    expect(config.service).toHaveProperty('consoleUrl', undefined);
  });

  it('wants the service to a console', () => {
    const only = { ...complete, MODERATION_CONSOLE_URL: 'https://console.example' };
    expect(problemsOf(only)).toEqual([expect.stringMatching(/^MODERATION_URL is missing/)]);
  });

  it('wants a key for a service of someone else', () => {
    expect(problemsOf({ ...complete, MODERATION_URL: 'https://moderation.example' })).toEqual([
      expect.stringMatching(/^MODERATION_API_KEY is missing/),
    ]);
  });
});
