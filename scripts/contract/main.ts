import { exitWithUsage, readArguments, textOption } from '../../src/shared/process/command-line.ts';
import { runChecks, type ContractName } from './run-checks.ts';

const script = {
  name: 'contract',
  summary:
    "Checks whether a service answers as Perspective's and OpenAI's documentation promise. Ends with 1 if it does not.",
  options: {
    key: textOption('KEY', 'The API key. Default: the variable MODERATION_API_KEY.', ''),
    perspective: { help: "Check Perspective's interface only." },
    openai: { help: "Check OpenAI's interface only." },
  },
  positionals: 'URL',
  examples: ['http://127.0.0.1:8080 --key KEY', 'https://scores.example.com --key KEY --openai'],
};

const { options, positionals } = readArguments(script);
const [url, ...rest] = positionals;
if (url === undefined || rest.length > 0 || !/^https?:/.test(url)) {
  exitWithUsage(script, 'Name the address of the service, such as http://127.0.0.1:8080.');
}
const both: readonly ContractName[] = ['perspective', 'openai'];
const chosen = both.filter((name) => options[name]);
const key = options.key === '' ? (process.env['MODERATION_API_KEY'] ?? '') : options.key;

const outcomes = await runChecks(
  { url: url.replace(/\/$/, ''), key },
  chosen.length === 0 ? both : chosen,
  ({ contract, check, problem }) => {
    const line = `${problem === null ? '✓' : '✗'} ${contract}: ${check}`;
    console.log(problem === null ? line : `${line}\n  ${problem.replaceAll('\n', '\n  ')}`);
  },
);
const broken = outcomes.filter(({ problem }) => problem !== null).length;
console.log(
  broken === 0 ? 'All promises kept.' : `${broken} of ${outcomes.length} promises broken.`,
);
process.exitCode = broken === 0 ? 0 : 1;
