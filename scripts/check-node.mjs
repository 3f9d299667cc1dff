/*
 * Says in one sentence that Node.js is too old. Runs before everything else, so it uses only syntax and modules that old versions
 * know.
 */

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    'Portcullis needs Node.js 20.19 or newer, and this is ' +
      process.version +
      ': install a newer one from https://nodejs.org or with your version manager, then run npm install again.\n',
  );
  process.exit(1);
}
