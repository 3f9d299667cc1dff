/** What the composition root puts together. */
const BOT_LAYERS = [
  'charts',
  'client',
  'commands',
  'config',
  'discord',
  'http',
  'inbox',
  'leases',
  'lib',
  'locales',
  'moderation',
  'pipeline',
  'protocol',
  'service',
  'storage',
];

/**
 * Which folder may import what: the one table that the lint rule in `layers-plugin.js` enforces.
 *
 * A layer is a folder under src, a file directly under src, or a folder at the top level. `layers` lists the others it
 * may import; an entry with a path allows only what starts with it. `packages` lists package names; `node:` is all of
 * Node's own modules; `*` is everything.
 */
export const layers = {
  lib: { layers: [], packages: ['node:', 'pino'] },
  locales: { layers: ['lib'], packages: ['node:', 'i18next', 'zod'] },
  database: { layers: ['lib'], packages: ['node:', 'kysely', 'pg', 'sqlite3'] },
  leases: { layers: ['database', 'lib'], packages: ['node:', 'kysely', 'pg'] },
  protocol: { layers: [], packages: ['node:', 'zod'] },
  moderation: { layers: ['lib', 'locales', 'protocol'], packages: ['node:crypto', 'zod'] },
  config: { layers: ['lib'], packages: ['node:', 'zod'] },
  client: { layers: ['lib', 'protocol'], packages: ['node:', 'undici', 'zod'] },
  service: {
    layers: ['database', 'lib', 'protocol'],
    packages: ['node:', 'eld', 'fastify', 'kysely', 'pino', 'tldts', 'undici', 'zod'],
  },
  storage: {
    layers: ['database', 'lib', 'locales', 'moderation'],
    packages: ['node:', '@keyv/postgres', '@keyv/sqlite', 'keyv', 'kysely', 'lru-cache', 'zod'],
  },
  pipeline: { layers: ['lib', 'locales', 'moderation'], packages: ['node:', 'lru-cache'] },
  inbox: { layers: ['lib', 'locales', 'moderation', 'protocol'], packages: ['node:'] },
  discord: {
    layers: ['lib', 'locales', 'moderation', 'pipeline'],
    packages: ['node:', '@discordjs/ws', 'discord.js', 'lru-cache', 'zod'],
  },
  http: { layers: ['lib', 'protocol'], packages: ['node:', 'fastify', 'prom-client', 'zod'] },
  charts: {
    layers: ['lib', 'locales'],
    packages: ['node:', '@expo-google-fonts/noto-sans', '@resvg/resvg-js', 'echarts', 'luxon'],
  },
  sandbox: {
    layers: ['lib'],
    packages: [
      'node:',
      '@fastify/multipart',
      'discord-api-types',
      'fastify',
      'undici',
      'ws',
      'zod',
    ],
  },
  // The page of the sandbox, which runs in a browser.
  browser: {
    layers: ['sandbox/page/protocol'],
    packages: ['lit'],
  },
  commands: {
    layers: [
      'charts',
      'client',
      'discord/actions/authority',
      'discord/actions/target-state',
      'discord/actions/notice',
      'discord/channels',
      'discord/command-mentions',
      'discord/format',
      'discord/renderer',
      'discord/alerts/',
      'discord/diagnostics/',
      'discord/incidents/',
      'discord/interactions/',
      'discord/messages/recent-channels',
      'discord/onboarding/',
      'discord/reports/',
      'discord/reviews/',
      'discord/sanitize',
      'lib',
      'locales',
      'moderation',
    ],
    packages: [
      'node:',
      '@discordjs/builders',
      'chrono-node',
      'csv-stringify',
      'discord.js',
      'luxon',
    ],
  },
  // The composition root: src/app.ts and src/app/. No other layer of src imports commands.
  app: {
    layers: BOT_LAYERS,
    packages: ['node:', 'discord.js', 'luxon', 'undici'],
  },
  main: { layers: ['app', 'config', 'lib'], packages: ['pino-pretty'] },
  scripts: {
    layers: [...BOT_LAYERS, 'app', 'database', 'sandbox'],
    packages: ['*'],
  },
  test: { layers: ['*'], packages: ['*'] },
};

/**
 * Why a file may not import a specifier, or null when it may. `file` is relative to the repository, with slashes;
 * `specifier` is a relative path or a package name, as the import states it.
 */
export function layerViolation(file, specifier) {
  const from = layerOf(file);
  const row = layers[from];
  if (row === undefined) return `${from} has no row in scripts/tools/layers.js`;
  if (!specifier.startsWith('.')) {
    if (row.packages.some((name) => matchesPackage(name, specifier))) return null;
    return `${from} may not import the package ${specifier} (scripts/tools/layers.js)`;
  }
  const path = resolvePath(file, specifier);
  const to = layerOf(path);
  if (to === from || row.layers.some((entry) => matchesLayer(entry, to, path))) return null;
  return `${from} may not import ${path} (scripts/tools/layers.js)`;
}

function layerOf(path) {
  const [top = '', second = '', ...rest] = path.split('/');
  if (top !== 'src') return top;
  return rest.length > 0 ? second : second.replace(/\.ts$/, '');
}

function matchesLayer(entry, layer, path) {
  if (entry === '*' || entry === layer) return true;
  return entry.includes('/') && path.startsWith(`src/${entry}`);
}

function matchesPackage(name, specifier) {
  if (name === '*' || name === specifier) return true;
  return name === 'node:' ? specifier.startsWith(name) : specifier.startsWith(`${name}/`);
}

function resolvePath(file, specifier) {
  return new URL(specifier, `file:///${file}`).pathname.slice(1);
}
