import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packDomains } from '../../../src/service/engine/scams/domain-list.ts';
import { isKnownHost } from '../../../src/service/engine/scams/look-alike.ts';

export const SCAM_DOMAINS = 'src/service/engine/scams/domains.bin';

/** Packs the list of phishing domains for the scam detector. Leaves out known hosts that are on the list by mistake. */
export function writeScamDomains(folder: string, out = SCAM_DOMAINS): void {
  const domains = readFileSync(join(folder, 'phishing_domains/domains.txt'), 'utf8')
    .split('\n')
    .filter((domain) => domain !== '' && (domain.includes('/') || !isKnownHost(domain)));
  writeFileSync(out, packDomains(domains));
}
