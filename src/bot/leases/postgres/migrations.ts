import { sql } from 'kysely';
import type { Migrations } from '../../../shared/database/migrate.ts';

/** Separate from the bot's tables, because leases are needed before those are opened. */
export const LEASE_SCHEMA = 'portcullis_leases';

/** The error code of `assert_lease` in PostgreSQL. */
export const LEASE_LOST_STATE = 'LE001';

/** In the order in which they are applied. One that has been released is never changed. */
export const leaseMigrations: Migrations = {
  '001-leases': {
    async up(database) {
      // A backend is identified by its number and its start time, because numbers are reused. Heartbeats have come without a
      // gap since `steady_at`.
      await sql`
        CREATE TABLE processes (
          id text PRIMARY KEY,
          name text NOT NULL,
          backend_pid integer NOT NULL,
          backend_start timestamptz NOT NULL,
          steady_at timestamptz NOT NULL,
          heartbeat_at timestamptz NOT NULL,
          is_alone boolean NOT NULL,
          is_sharing boolean NOT NULL,
          is_stopping boolean NOT NULL
        )`.execute(database);
      // A lease without a holder is free. A holder without a row in `processes` is gone.
      await sql`
        CREATE TABLE leases (
          id integer GENERATED ALWAYS AS IDENTITY,
          name text PRIMARY KEY,
          number bigint NOT NULL DEFAULT 0,
          holder text
        )`.execute(database);
      await sql`
        CREATE TABLE agreements (
          key text NOT NULL,
          process text NOT NULL REFERENCES processes ON DELETE CASCADE,
          value double precision NOT NULL,
          PRIMARY KEY (key, process)
        )`.execute(database);
      await sql`
        CREATE TABLE identifies (
          bucket integer PRIMARY KEY,
          next_at timestamptz NOT NULL
        )`.execute(database);
      // The row stays locked until the transaction ends, so nobody takes the lease before the transaction's writes are done.
      await sql`
        CREATE FUNCTION assert_lease(lease_name text, lease_number bigint, process_id text)
        RETURNS void LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM FROM ${sql.table(`${LEASE_SCHEMA}.leases`)}
            WHERE name = lease_name AND number = lease_number AND holder = process_id
            FOR SHARE;
          IF NOT FOUND THEN
            RAISE EXCEPTION 'lease % lost', lease_name USING ERRCODE = ${sql.lit(LEASE_LOST_STATE)};
          END IF;
        END $$`.execute(database);
    },
  },
};
