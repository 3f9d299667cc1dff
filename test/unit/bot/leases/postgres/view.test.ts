import { expect, it } from 'vitest';
import type { SeenProcess } from '../../../../../src/bot/leases/postgres/processes.ts';
import { isSharer, ownShare, type View } from '../../../../../src/bot/leases/postgres/view.ts';

const TAKE_OVER_MS = 5000;
const own = {
  id: 'own',
  name: 'own',
  isAlone: false,
  isSharing: true,
  isStopping: false,
  agreed: new Map<string, number>(),
};
const seen = (id: string, changes: Partial<SeenProcess> = {}): SeenProcess => ({
  id,
  name: id,
  isSharing: true,
  isStopping: false,
  isSteady: true,
  ageMs: 0,
  ...changes,
});
const NAMES = ['1', '2', '3', '4', '5', '6'];
const shares = isSharer(TAKE_OVER_MS);

it('does not leave a dead process’s leases to one that has just come and does not take them yet', () => {
  const view: View = {
    processes: [seen('own'), seen('new', { isSteady: false }), seen('dead', { ageMs: 6000 })],
    leases: NAMES.map((name, index) => ({ name, number: 1, holder: index < 3 ? 'own' : 'dead' })),
  };
  expect(ownShare(view, NAMES, own, (other) => shares(other) && other.isSteady)).toBe(6);
  // The new one gets its share as soon as it is given back.
  expect(ownShare(view, NAMES, own, shares)).toBe(3);
});
