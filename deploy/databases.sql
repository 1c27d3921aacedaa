-- A role and a database for each pair SERVICE=PASSWORD of DATABASE_PASSWORDS, at every `make up`: the image's own init scripts run on an
-- empty volume only, and would miss the services that come later. May be repeated; a password that is missing or empty stops it.
\set ON_ERROR_STOP on
\getenv passwords DATABASE_PASSWORDS

-- Postgres logs the whole of a statement that fails: here all passwords.
SET log_min_error_statement = 'panic';
CREATE TEMPORARY TABLE wanted (owner text NOT NULL, password text NOT NULL);
-- Up to the first = is the service; a password may hold further ones.
INSERT INTO wanted
  SELECT 'precis_' || substring(pair FROM '^[^=]+'), substring(pair FROM '=(.+)$')
  FROM regexp_split_to_table(trim(:'passwords'), '\s+') AS pair;

SELECT format('CREATE ROLE %I LOGIN', owner) FROM wanted
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = owner) \gexec
SELECT format('ALTER ROLE %I LOGIN PASSWORD %L', owner, password) FROM wanted \gexec
SELECT format('CREATE DATABASE %I OWNER %I', owner, owner) FROM wanted
  WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = owner) \gexec
SELECT format('REVOKE CONNECT ON DATABASE %I FROM PUBLIC', owner) FROM wanted \gexec
