/** The rules between buildings. They apply to every room inside. */
export const buildings = {
  'src/main': { contains: 'the process: environment, signals, exit code', buildings: ['*'] },
  'src/program': { contains: 'bot, service and commands together', buildings: ['*'] },
  'src/bot': {
    contains: 'the Discord bot',
    buildings: ['src/service-api', 'src/shared'],
  },
  'src/service': {
    contains: 'the moderation service: it scores, the bot decides',
    buildings: ['src/service-api', 'src/shared'],
  },
  'src/service-api': {
    contains: 'the service’s interface: schemas, client, and what a bot that embeds it sees',
    buildings: ['src/shared'],
  },
  'src/sandbox': {
    contains: 'a local Discord with a page that shows it',
    buildings: ['src/shared'],
  },
  'src/shared': { contains: 'code without an owner', buildings: [] },
  commands: {
    contains: 'slash commands, menus, and what buttons do',
    buildings: ['src/bot/command-kit', 'src/service-api', 'src/shared'],
  },
  scripts: { contains: 'demo, sandbox, service, benchmarks, training, tools', buildings: ['*'] },
  test: { contains: 'tests', buildings: ['*'] },
};
