/*
 * Loaded into a process before its program (`node --import`). Uses V8's precise coverage to list the modules whose functions run.
 * Cuts the list where a transaction that inserted a case is committed, and where a post or a reply leaves for Discord. When it
 * gets a message, it sends the parts since the last one.
 */
import { subscribe } from 'node:diagnostics_channel';
import { Session } from 'node:inspector';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const SOURCES = ['src', 'commands'];
const root = process.env.COVERAGE_ROOT;
const folder = pathToFileURL(join(root, '/')).href;
const session = new Session();
session.connect();

/** Calls within a session in its own thread return at once. */
function call(method, params) {
  let response;
  session.post(method, params, (error, result) => {
    if (error !== null) throw new Error(`${method}: ${error.message}`);
    response = result;
  });
  return response;
}

/** True for the code that runs when a module is loaded. */
const isModule = ({ functionName, ranges }) => functionName === '' && ranges[0].startOffset === 0;

function modulesSinceLast() {
  return call('Profiler.takePreciseCoverage')
    .result.filter(({ url }) => SOURCES.some((name) => url.startsWith(`${folder}${name}/`)))
    .filter(({ functions }) => functions.some((one) => !isModule(one) && one.ranges[0].count > 0))
    .map(({ url }) => url.slice(folder.length));
}

/** The parts between cuts; the last one has what ran after the last cut. */
let parts = [];

function cut(end) {
  parts.push({ end, modules: modulesSinceLast() });
}

function cutWhereCasesAreStored() {
  const { Statement } = createRequire(join(root, 'package.json'))('sqlite3');
  let isCaseWritten = false;
  for (const method of ['run', 'all']) {
    const original = Statement.prototype[method];
    Statement.prototype[method] = function watched(...args) {
      if (/^insert into "cases"/i.test(this.sql)) isCaseWritten = true;
      const done = args.at(-1);
      if (/^commit/i.test(this.sql) && isCaseWritten) {
        args[args.length - 1] = function committed(...results) {
          isCaseWritten = false;
          cut('stored');
          done.apply(this, results);
        };
      }
      return original.apply(this, args);
    };
  }
}

const POST = /^POST .*\/channels\/\d+\/messages$/;
const REPLY = /^PATCH .*\/webhooks\/.*\/messages\/(?:@|%40)original/;

function cutWhereRequestsLeave() {
  subscribe('undici:request:create', ({ request: { method, path } }) => {
    if (POST.test(`${method} ${path}`)) cut('posted');
    if (REPLY.test(`${method} ${path}`)) cut('replied');
  });
}

// Before the program is loaded. Otherwise, functions that ran before this call would be counted only sometimes.
call('Profiler.enable');
call('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
cutWhereCasesAreStored();
cutWhereRequestsLeave();
process.on('message', () => {
  cut('asked');
  process.send(parts);
  parts = [];
});
