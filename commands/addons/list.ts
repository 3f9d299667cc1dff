import { type CommandDeps, defuse, type Reply, type SlashCall } from '../../src/bot/command-kit.ts';

const MAX_SHOWN = 20;
const MAX_ATTRIBUTES = 10;

/** Lists the service's add-ons and their state. */
export async function listAddons(
  { signal, t }: SlashCall,
  { service }: CommandDeps,
): Promise<Reply> {
  const { available, active } = await service.addons.list({ signal });
  const described = Object.values(available).map(
    ({ sku, name, info, attributes, requiredSetupProperties }) => {
      const isEnabled = active.includes(sku);
      const state = isEnabled ? t('addons:reply.enabled') : t('addons:reply.disabled');
      const properties = requiredSetupProperties.map((property) => defuse(property, 50));
      return [
        `${isEnabled ? '✅' : '⬜'} **${defuse(name, 100)}** (${defuse(sku, 50)}, ${state})`,
        defuse(info, 300),
        ...Object.entries(attributes)
          .slice(0, MAX_ATTRIBUTES)
          .map(([key, value]) =>
            t('addons:reply.attribute', { key: defuse(key, 50), value: defuse(value, 200) }),
          ),
        ...(properties.length === 0 ? [] : [t('addons:reply.requires', { properties })]),
      ].join('\n');
    },
  );
  // The service may enable an add-on without describing it.
  const undescribed = active
    .filter((sku) => !Object.hasOwn(available, sku))
    .map((sku) => `✅ **${defuse(sku, 50)}** (${t('addons:reply.enabled')})`);
  const addons = [...described, ...undescribed];
  if (addons.length === 0) return { content: t('addons:reply.none') };
  const count = addons.length - MAX_SHOWN;
  const rest = count > 0 ? [`… ${t('common:more', { count })}`] : [];
  const description = [...addons.slice(0, MAX_SHOWN), ...rest].join('\n\n');
  return { embeds: [{ title: t('addons:reply.title'), description }] };
}
