import type { FastifyRequest } from 'fastify';

/** Access to the moderation page: for browsers on this machine, for everybody, or for nobody. */
export type PageAccess = 'loopback' | 'on' | 'off';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;
/** Headers with which a proxy on this machine shows that the browser is elsewhere. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Proxies also give themselves away by the host that they pass on, and by HTTP/1.0, which no browser speaks. */
export function mayOpen(request: FastifyRequest, access: PageAccess): boolean {
  if (access !== 'loopback') return access === 'on';
  const { ip, hostname, headers, raw } = request;
  return (
    LOOPBACK.test(ip) &&
    LOOPBACK_NAME.test(hostname) &&
    raw.httpVersion !== '1.0' &&
    FORWARDED.every((name) => headers[name] === undefined)
  );
}
