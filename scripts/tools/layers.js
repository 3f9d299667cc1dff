/**
 * The imports that each room may have, beside the rules in `buildings.js`. The lint rule in `layers-plugin.js` enforces both tables, and
 * docs/architecture.md is generated from them.
 *
 * A path is a folder, or a file without its extension. The room of a file is the longest path that contains it. `rooms`
 * and `buildings` list the others that may be imported; a room may always import itself. `packages` lists package
 * names; `node:` stands for all of Node's own modules, `*` for everything.
 */

const bot = (...names) => names.map((name) => `src/bot/${name}`);

export const rooms = {
  'src/main': {
    contains: 'environment, signals, exit code',
    rooms: ['src/program', 'src/bot/composition', 'src/bot/config', 'src/shared'],
    packages: ['pino-pretty'],
  },
  'src/program': {
    contains: 'the one place that knows bot, service and commands',
    rooms: ['src/bot/composition', 'src/service/embedded', 'commands'],
    packages: [],
  },

  'src/bot/composition': {
    contains: 'puts the parts of a process together',
    rooms: ['src/bot', 'src/service-api', 'src/shared'],
    packages: ['node:', 'discord.js'],
  },
  'src/bot/command-kit': { contains: 'the door for commands', rooms: ['src/bot'], packages: [] },
  'src/bot/command-deps': {
    contains: 'what the bot hands to commands',
    rooms: ['src/bot', 'src/service-api', 'src/shared'],
    packages: [],
  },
  'src/bot/interactions': {
    contains: 'receives commands, buttons and forms, and replies; registers commands',
    rooms: [
      ...bot('access', 'acting/actions', 'domain', 'gateway', 'locales', 'rendering', 'rest'),
      'src/shared',
    ],
    packages: ['node:', 'discord.js', 'zod'],
  },
  'src/bot/gateway': {
    contains: 'receives Discord’s events and turns them into plain data; searches histories',
    rooms: [...bot('access', 'domain', 'rest'), 'src/shared'],
    packages: ['node:', '@discordjs/ws', 'discord.js', 'lru-cache', 'zod'],
  },
  'src/bot/judging': {
    contains: 'first stage: from a message to a decision; waits while the service is unavailable',
    rooms: [...bot('backfill', 'domain', 'locales'), 'src/shared'],
    packages: ['node:', 'lru-cache'],
  },
  'src/bot/acting/cases': {
    contains: 'second stage: stores cases and runs their steps',
    rooms: [...bot('acting/notices', 'domain', 'judging', 'locales', 'outbox'), 'src/shared'],
    packages: ['node:'],
  },
  'src/bot/acting/actions': {
    contains: 'everything the bot does on Discord to people and messages',
    rooms: [
      ...bot('access', 'domain', 'gateway', 'locales', 'posts/mail', 'posts/reviews', 'rendering'),
      ...bot('rest'),
      'src/service-api',
      'src/shared',
    ],
    packages: ['node:', 'discord.js', 'zod'],
  },
  'src/bot/acting/notices': {
    contains: 'tells authors what happened to them',
    rooms: [...bot('domain', 'judging', 'locales'), 'src/shared'],
    packages: [],
  },
  'src/bot/outbox': {
    contains: 'the one way to Discord of everything that the bot posts by itself',
    rooms: [...bot('domain', 'rest', 'storage'), 'src/shared'],
    packages: ['discord.js'],
  },
  'src/bot/posts': {
    contains: 'everything the bot posts in servers: alerts, digests, incidents, reviews, reports',
    rooms: [
      ...bot('access', 'acting', 'domain', 'gateway', 'interactions', 'locales', 'outbox'),
      ...bot('rendering', 'rest', 'storage'),
      'src/shared',
    ],
    packages: ['node:', 'discord.js', 'luxon'],
  },
  'src/bot/message-log': {
    contains: 'keeps the texts of messages in servers that log deletions and edits',
    rooms: [...bot('domain', 'outbox', 'storage'), 'src/shared'],
    packages: [],
  },
  'src/bot/incidents': {
    contains: 'finds cases that belong together, and acts on all of them',
    rooms: [...bot('acting/cases', 'domain', 'outbox'), 'src/shared'],
    packages: ['lru-cache'],
  },
  'src/bot/reviews': {
    contains: 'appeals and reports until they are decided and answered',
    rooms: [...bot('acting/cases', 'domain', 'locales', 'outbox'), 'src/shared'],
    packages: [],
  },
  'src/bot/mail': {
    contains: 'what members write to the moderators, and the answers',
    rooms: [
      ...bot('domain', 'gateway', 'interactions', 'locales', 'posts/mail', 'rendering', 'rest'),
      ...bot('storage'),
      'src/shared',
    ],
    packages: ['discord.js', 'lru-cache'],
  },
  'src/bot/backfill': {
    contains: 'checkpoints, and fetching what the bot missed',
    rooms: [...bot('domain', 'judging'), 'src/shared'],
    packages: [],
  },
  'src/bot/webhooks': {
    contains: 'events of the service: registration and acceptance',
    rooms: [
      ...bot('config', 'domain', 'leases', 'listener', 'locales', 'service-adapter'),
      ...bot('storage'),
      'src/service-api',
      'src/shared',
    ],
    packages: ['node:', 'fastify', 'undici'],
  },
  'src/bot/service-adapter': {
    contains: 'the ports to the moderation service',
    rooms: [...bot('domain', 'listener', 'locales', 'storage'), 'src/service-api', 'src/shared'],
    packages: ['node:'],
  },
  'src/bot/retention': {
    contains: 'deletes what has expired, and everything of servers that were left',
    rooms: [...bot('domain', 'service-adapter', 'storage'), 'src/service-api', 'src/shared'],
    packages: [],
  },
  'src/bot/diagnostics': {
    contains: 'checks a server’s setup',
    rooms: [...bot('access', 'domain', 'locales', 'posts/alerts', 'rendering'), 'src/shared'],
    packages: ['discord.js'],
  },
  'src/bot/automod': {
    contains: 'rules of Discord’s AutoMod',
    rooms: [...bot('access', 'acting/actions', 'domain'), 'src/shared'],
    packages: ['discord.js'],
  },
  'src/bot/access': {
    contains: 'permissions, roles and channels: who may do what where',
    rooms: [...bot('domain', 'locales', 'rest'), 'src/shared'],
    packages: ['discord.js'],
  },
  'src/bot/rendering': {
    contains: 'text for Discord: formats, mentions, escaping',
    rooms: [...bot('domain', 'locales'), 'src/shared'],
    packages: ['discord.js'],
  },
  'src/bot/rest': {
    contains: 'requests to Discord and their errors',
    rooms: ['src/shared'],
    packages: ['discord.js', 'zod'],
  },
  'src/bot/storage': {
    contains: 'policies, cases, checkpoints, events; export and erasure of a member or a server',
    rooms: [...bot('domain', 'locales'), 'src/shared'],
    packages: ['node:', '@keyv/postgres', '@keyv/sqlite', 'keyv', 'kysely', 'lru-cache', 'zod'],
  },
  'src/bot/leases': {
    contains: 'which process may do what, one at a time; a sole process may do everything',
    rooms: ['src/shared'],
    packages: ['node:', 'kysely', 'pg'],
  },
  'src/bot/listener': {
    contains: 'the HTTP server: health, metrics, and the route for events',
    rooms: [...bot('webhooks/acceptance'), 'src/shared'],
    packages: ['node:', 'fastify', 'prom-client'],
  },
  'src/bot/charts': {
    contains: 'charts as PNGs, drawn in a worker',
    rooms: [...bot('locales'), 'src/shared'],
    packages: ['node:', '@expo-google-fonts/noto-sans', '@resvg/resvg-js', 'echarts', 'luxon'],
  },
  'src/bot/pictures': {
    contains: 'downloads pictures and reads them in a process of its own',
    rooms: [...bot('domain'), 'src/shared'],
    packages: ['node:', '@silvia-odwyer/photon-node', 'lru-cache'],
  },
  'src/bot/config': {
    contains: 'environment variables, parsed once',
    rooms: ['src/shared'],
    packages: ['node:', 'zod'],
  },
  'src/bot/domain': {
    contains:
      'pure: snapshot, sample, verdict, policy, decision, effects, case; the ports to the outside',
    rooms: [...bot('locales'), 'src/service-api/schemas', 'src/shared'],
    packages: ['node:crypto', 'zod'],
  },
  'src/bot/locales': {
    contains: 'all texts for people, per language',
    rooms: ['src/shared'],
    packages: ['node:', 'i18next', 'zod'],
  },

  'src/service': {
    contains: 'accounts, samples, statistics, add-ons, audio, others’ interfaces; the engine',
    rooms: ['src/service-api', 'src/shared'],
    packages: ['node:', 'fastify', 'kysely', 'pino', 'prom-client', 'tldts', 'undici', 'zod'],
  },
  'src/service-api': {
    contains: 'what a process that embeds the service sees of it',
    rooms: ['src/service-api/exchange', 'src/shared'],
    packages: [],
  },
  'src/service-api/exchange': { contains: 'requests and answers', rooms: [], packages: [] },
  'src/service-api/schemas': {
    contains: 'wire schemas, one file per capability',
    rooms: [],
    packages: ['node:', 'zod'],
  },
  'src/service-api/client': {
    contains: 'typed client, over HTTP or within the process',
    rooms: ['src/service-api/exchange', 'src/service-api/schemas', 'src/shared'],
    packages: ['node:', 'undici', 'zod'],
  },

  'src/sandbox': {
    contains: 'gateway, REST, and a world of servers and members',
    rooms: ['src/shared'],
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
  'src/sandbox/page': {
    contains:
      'a page that shows the world: what both halves say to each other, and the half in the process',
    rooms: ['src/sandbox', 'src/shared'],
    packages: ['node:', 'discord-api-types', 'fastify', 'zod'],
  },
  'src/sandbox/page/browser': {
    contains: 'the half of the page that runs in the browser',
    rooms: ['src/sandbox/page/protocol'],
    packages: ['lit'],
  },

  'src/shared': {
    contains: 'clock, logger, errors, queues, tasks, keyword matcher, environment, command lines',
    rooms: [],
    packages: ['node:', 'pino', 'zod'],
  },
  'src/shared/database': {
    contains: 'SQLite and PostgreSQL under Kysely',
    rooms: ['src/shared'],
    packages: ['node:', 'kysely', 'pg', 'sqlite3'],
  },

  commands: {
    contains: 'one folder or file per command',
    rooms: ['src/bot/command-kit', 'src/service-api', 'src/shared'],
    packages: [
      'node:',
      '@discordjs/builders',
      'chrono-node',
      'csv-stringify',
      'discord.js',
      'luxon',
    ],
  },
  scripts: { contains: 'one folder or file per script', rooms: ['*'], packages: ['*'] },
  test: { contains: 'tests, each where its subject is', rooms: ['*'], packages: ['*'] },
};
