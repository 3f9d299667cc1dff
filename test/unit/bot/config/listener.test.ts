import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../../src/bot/config/config.ts';

const token = { DISCORD_TOKEN: 'a-token' };
const listenerOf = (environment: Record<string, string>) =>
  parseConfig({ ...token, ...environment }).listener;

describe('the configuration of the listener', () => {
  it('accepts a host and any port', () => {
    const listener = listenerOf({ HTTP_HOST: '0.0.0.0', HTTP_PORT: '0' });
    expect(listener).toMatchObject({ host: '0.0.0.0', port: 0 });
  });

  it('accepts a separate port for metrics, on loopback by default', () => {
    expect(listenerOf({ METRICS_PORT: '9100' }).metrics).toEqual({ host: '127.0.0.1', port: 9100 });
    expect(listenerOf({ METRICS_PORT: '0', METRICS_HOST: '::' }).metrics).toEqual({
      host: '::',
      port: 0,
    });
  });

  it('requires a port for the metrics host', () => {
    expect(() => listenerOf({ METRICS_HOST: '0.0.0.0' })).toThrow('METRICS_PORT is missing');
  });

  it('removes trailing slashes from the public URL', () => {
    const { publicUrl } = listenerOf({ WEBHOOK_PUBLIC_URL: 'https://bot.example/in//' });
    expect(publicUrl).toBe('https://bot.example/in');
  });

  it('accepts several secrets, for rotation', () => {
    const MODERATION_WEBHOOK_SECRET = ' new+key=, old/key ,';
    const { secrets } = parseConfig({ ...token, MODERATION_WEBHOOK_SECRET });
    expect(secrets.webhookKeys).toEqual(['new+key=', 'old/key']);
  });

  it.each([
    { HTTP_PORT: '65536' },
    { HTTP_PORT: '-1' },
    { HTTP_PORT: '80.5' },
    { METRICS_PORT: 'http' },
    { WEBHOOK_PUBLIC_URL: 'bot.example' },
  ])('rejects %j and names the variable', (environment) => {
    expect(() => listenerOf(environment)).toThrow(Object.keys(environment)[0]);
  });
});
