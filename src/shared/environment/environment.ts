import type { z } from 'zod';
import { AppError } from '../errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Environment variables are missing or wrong. Each of the `problems` starts with a variable's name. */
export class ConfigError extends AppError {
  readonly code = 'config_invalid';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration is missing or wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\n` +
        'Set these environment variables, or write them into a file named .env (see .env.example).',
    );
    this.problems = problems;
  }
}

/** Throws a `ConfigError` that lists all problems at once: the schema's and the caller's `otherProblems`. */
export function parseEnvironment<Output>(
  schema: z.ZodType<Output>,
  environment: Environment,
  otherProblems: readonly string[] = [],
): Output {
  const parsed = schema.safeParse(environment);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  problems.push(...otherProblems);
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return parsed.data;
}

/** Sets the variables in the file `.env`, if it exists. A variable that is already set keeps its value. */
export function loadDotEnv(): void {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
