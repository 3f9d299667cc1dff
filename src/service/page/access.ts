import type { FastifyRequest } from 'fastify';

/** Access to the moderation page: browsers on this machine, everybody, or nobody. */
export type PageAccess = 'loopback' | 'on' | 'off';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;
/** A proxy on this machine says with these that the browser is elsewhere. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

export function mayOpen({ ip, headers }: FastifyRequest, access: PageAccess): boolean {
  if (access !== 'loopback') return access === 'on';
  return LOOPBACK.test(ip) && FORWARDED.every((name) => headers[name] === undefined);
}
