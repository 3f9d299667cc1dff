import type { DatabaseConnection, Dialect, Driver } from 'kysely';
import { errorMessage } from '../errors.ts';
import { DatabaseError } from './errors.ts';

/** A connection that reports failures as `DatabaseError`s, and the driver's own connection. */
interface TranslatedConnection extends DatabaseConnection {
  readonly original: DatabaseConnection;
}

export type OnFailure = (error: DatabaseError) => void;

type ConvertParameter = (parameter: unknown) => unknown;

/**
 * A dialect in which every failure is a `DatabaseError`. `name` tells in the message which database failed. Query parameters pass
 * through `convert`. `onFailure` is called with every failure.
 */
export function translateErrors(
  dialect: Dialect,
  name: string,
  convert: ConvertParameter = (parameter) => parameter,
  onFailure: OnFailure = () => undefined,
): Dialect {
  return {
    createDriver: () => wrapDriver(dialect.createDriver(), { name, convert, onFailure }),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (database) => dialect.createIntrospector(database),
  };
}

/** Runs `work` and turns its failure into a `DatabaseError`. */
export async function translateError<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new DatabaseError(`${name}: ${errorMessage(error)}`, { cause: error });
  }
}

function wrapDriver(
  driver: Driver,
  {
    name,
    convert,
    onFailure,
  }: {
    readonly name: string;
    readonly convert: ConvertParameter;
    readonly onFailure: OnFailure;
  },
): Driver {
  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await translateError(name, work);
    } catch (error) {
      if (error instanceof DatabaseError) onFailure(error);
      throw error;
    }
  }
  const originalOf = (connection: DatabaseConnection): DatabaseConnection =>
    isTranslated(connection) ? connection.original : connection;

  return {
    init: () => attempt(() => driver.init()),
    acquireConnection: () =>
      attempt(async () => {
        const original = await driver.acquireConnection();
        const connection: TranslatedConnection = {
          original,
          executeQuery: (query) =>
            attempt(() =>
              original.executeQuery({ ...query, parameters: query.parameters.map(convert) }),
            ),
          streamQuery: (query, chunkSize) => original.streamQuery(query, chunkSize),
        };
        return connection;
      }),
    beginTransaction: (connection, settings) =>
      attempt(() => driver.beginTransaction(originalOf(connection), settings)),
    commitTransaction: (connection) =>
      attempt(() => driver.commitTransaction(originalOf(connection))),
    rollbackTransaction: (connection) =>
      attempt(() => driver.rollbackTransaction(originalOf(connection))),
    releaseConnection: (connection) =>
      attempt(() => driver.releaseConnection(originalOf(connection))),
    destroy: () => attempt(() => driver.destroy()),
  };
}

function isTranslated(connection: DatabaseConnection): connection is TranslatedConnection {
  return 'original' in connection;
}
