import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../../src/bot/config/config.ts';
import { ConfigError } from '../../../../src/shared/environment/environment.ts';

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

describe('the configuration', () => {
  it('requires only a token', () => {
    expect(parseConfig(complete)).toEqual({
      secrets: {
        discordToken: 'a-token',
        serviceApiKey: null,
        webhookKeys: [],
        stateUrl: 'sqlite:data/portcullis.sqlite',
        stateKey: null,
      },
      discordApiUrl: 'https://discord.com/api',
      service: { kind: 'embedded' },
      moderatorChannel: 'mod-alerts',
      fallbackChannelId: null,
      operatorGuildId: null,
      sharding: { count: null, ids: null },
      editSearch: { maxAgeMs: 7 * 24 * 60 * 60 * 1000, maxMessages: 1000 },
      audio: { transcriber: null, privateNetworks: [] },
      listener: { host: '127.0.0.1', port: 8787, metrics: null, publicUrl: null },
      caseDays: 365,
      searchIntervalMs: 120_000,
      logLevel: 'info',
    });
  });

  it('treats an empty variable as unset', () => {
    const empty = { MODERATION_URL: '', MODERATION_API_KEY: '', LOG_LEVEL: '', STATE_URL: '' };
    expect(parseConfig({ ...complete, ...empty })).toEqual(parseConfig(complete));
  });

  it('reads a PostgreSQL database and its key', () => {
    const STATE_URL = 'postgresql://bot:password@db.example:5433/portcullis?sslmode=verify-full';
    const key = randomBytes(32);
    const config = parseConfig({ ...complete, STATE_URL, STATE_KEY: key.toString('base64') });
    expect(config.secrets).toMatchObject({ stateUrl: STATE_URL, stateKey: key });
  });

  it('says how to create the key that PostgreSQL needs', () => {
    const STATE_URL = 'postgres://bot:password@db.example/portcullis';
    const [missing = '', ...others] = problemsOf({ ...complete, STATE_URL });
    expect(others).toEqual([]);
    expect(missing).toMatch(/^STATE_KEY is missing: .* create one with: openssl rand -base64 32$/);
    for (const STATE_KEY of [randomBytes(31).toString('base64'), 'a'.repeat(44), 'short']) {
      const [wrong = ''] = problemsOf({ ...complete, STATE_URL, STATE_KEY });
      expect(wrong).toMatch(/^STATE_KEY must be 32 random bytes .*openssl rand -base64 32$/);
      expect(wrong).not.toContain(STATE_KEY);
    }
  });

  it('needs no key with SQLite, which has a key file', () => {
    const STATE_KEY = randomBytes(32).toString('base64');
    expect(parseConfig({ ...complete, STATE_KEY }).secrets.stateKey).toBeNull();
  });

  it('does not show a wrong database URL, which may contain a password', () => {
    for (const STATE_URL of [
      'postgres://bot:pass word@/',
      'postgres://db',
      'mysql://bot:pass word@db/x',
    ]) {
      const STATE_KEY = randomBytes(32).toString('base64');
      const problems = problemsOf({ ...complete, STATE_URL, STATE_KEY });
      expect(problems).toEqual([expect.stringMatching(/^STATE_URL must be “sqlite:”/)]);
      expect(problems.join()).not.toContain('pass word');
    }
  });

  it('reads the seconds between two searches of the statistics, within bounds', () => {
    const read = (seconds: string) =>
      parseConfig({ ...complete, SERVICE_SEARCH_INTERVAL_SECONDS: seconds }).searchIntervalMs;
    expect([read('0'), read('30'), read('3600')]).toEqual([0, 30_000, 3_600_000]);
    for (const seconds of ['-1', '3601', '1.5', 'never']) {
      expect(problemsOf({ ...complete, SERVICE_SEARCH_INTERVAL_SECONDS: seconds })).toEqual([
        `SERVICE_SEARCH_INTERVAL_SECONDS must be a number of seconds from 0 to 3600, but is “${seconds}”`,
      ]);
    }
  });

  it('keeps cases for the operator’s number of days, within bounds', () => {
    expect(parseConfig({ ...complete, CASE_DAYS: '90' }).caseDays).toBe(90);
    for (const days of ['29', '1826', 'forever']) {
      expect(problemsOf({ ...complete, CASE_DAYS: days })).toEqual([
        `CASE_DAYS must be a number of days from 30 to 1825, but is “${days}”`,
      ]);
    }
  });

  it('accepts a remote moderation service and its console', () => {
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
    });
    expect(config.secrets.serviceApiKey).toBe('a-key');
  });

  it('reports all problems at once', () => {
    const problems = problemsOf({
      DISCORD_TOKEN: '',
      DISCORD_API_URL: 'not an address',
      MODERATION_URL: 'ftp://files.example',
      STATE_URL: 'mysql://db',
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

  it('never shows a value that may be secret', () => {
    const secret = 'secret-in-the-wrong-place';
    for (const name of ['MODERATION_URL', 'HTTP_PORT', 'LOG_LEVEL', 'FALLBACK_CHANNEL']) {
      const problems = problemsOf({ ...complete, MODERATION_API_KEY: 'a-key', [name]: secret });
      expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must be`))]);
      expect(problems.join()).not.toContain(secret);
    }
    const key = { MODERATION_URL: 'https://moderation.example', MODERATION_API_KEY: 'two words' };
    expect(problemsOf({ ...complete, ...key })).toEqual([
      'MODERATION_API_KEY must contain only printable ASCII characters and no spaces',
    ]);
  });

  it('works without a console', () => {
    const config = parseConfig({
      ...complete,
      MODERATION_URL: 'https://moderation.example',
      MODERATION_API_KEY: 'a-key',
    });
    expect(config.service).toHaveProperty('consoleUrl', undefined);
  });

  it('requires a service for a console', () => {
    const only = { ...complete, MODERATION_CONSOLE_URL: 'https://console.example' };
    expect(problemsOf(only)).toEqual([expect.stringMatching(/^MODERATION_URL is missing/)]);
  });

  it('requires an API key for a remote service', () => {
    expect(problemsOf({ ...complete, MODERATION_URL: 'https://moderation.example' })).toEqual([
      expect.stringMatching(/^MODERATION_API_KEY is missing/),
    ]);
  });

  it('limits how far back edits are searched for', () => {
    const { editSearch } = parseConfig({
      ...complete,
      EDIT_SEARCH_DAYS: '2',
      EDIT_SEARCH_MESSAGES: '300',
    });
    expect(editSearch).toEqual({ maxAgeMs: 2 * 24 * 60 * 60 * 1000, maxMessages: 300 });
    expect(
      problemsOf({ ...complete, EDIT_SEARCH_DAYS: '31', EDIT_SEARCH_MESSAGES: 'all' }),
    ).toEqual([
      'EDIT_SEARCH_DAYS must be a whole number from 0 to 30, but is “31”',
      'EDIT_SEARCH_MESSAGES must be a whole number from 0 to 10000, but is “all”',
    ]);
  });

  it('distinguishes missing from wrong values', () => {
    const problems = problemsOf({
      HTTP_PORT: '70000',
      LOG_LEVEL: 'loud',
      FALLBACK_CHANNEL: '#alerts',
    });
    expect(problems).toEqual([
      expect.stringMatching(/^DISCORD_TOKEN is missing: copy the bot’s token from https:/),
      'FALLBACK_CHANNEL must be a channel ID, a number of 15 to 20 digits, but is “#alerts”',
      'HTTP_PORT must be a port number from 0 to 65535, but is “70000”',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, but is “loud”',
    ]);
  });
});
