import type { Holder, Lease, Leases } from '../../leases/leases.ts';
import type { GroupPlan } from './plan-groups.ts';

/**
 * Runs `start` for the groups of this process. Processes that may run any shards share them. One whose shards are `chosen`
 * takes all of those, as soon as they are free: a fair share could leave some to nobody, because other processes may have
 * chosen other shards. Resolves and rejects like `Leases.share`.
 */
export async function takeGroups({
  leases,
  plans,
  areChosen,
  start,
}: {
  readonly leases: Pick<Leases, 'hold' | 'share'>;
  readonly plans: readonly GroupPlan[];
  readonly areChosen: boolean;
  readonly start: (plan: GroupPlan, lease: Lease) => Promise<Holder>;
}): Promise<void> {
  const planByName = new Map(plans.map((plan) => [plan.name, plan]));
  const names = [...planByName.keys()];
  const startNamed = (lease: Lease): Promise<Holder> => {
    const plan = planByName.get(lease.name);
    if (plan === undefined) throw new TypeError(`no group is named ${lease.name}`);
    return start(plan, lease);
  };
  if (areChosen) await Promise.all(names.map((name) => leases.hold(name, startNamed)));
  else await leases.share(names, startNamed);
}
