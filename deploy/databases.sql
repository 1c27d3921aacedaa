-- Creates a role and a database for each pair SERVICE=PASSWORD of DATABASE_PASSWORDS. Runs at every `make up`, because the image's own init scripts
-- run only on an empty volume and would miss services that are added later. It may be repeated. A missing or empty password stops it.
\set ON_ERROR_STOP on
\getenv passwords DATABASE_PASSWORDS

-- By default Postgres logs the text of every statement that fails. Here the text contains passwords.
SET log_min_error_statement = 'panic';
CREATE TEMPORARY TABLE wanted (owner text NOT NULL, password text NOT NULL);
-- The service is the part before the first `=`; a password may contain further ones.
INSERT INTO wanted
  SELECT 'precis_' || substring(pair FROM '^[^=]+'), substring(pair FROM '=(.+)$')
  FROM regexp_split_to_table(trim(:'passwords'), '\s+') AS pair;

SELECT format('CREATE ROLE %I LOGIN', owner) FROM wanted
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = owner) \gexec
SELECT format('ALTER ROLE %I LOGIN PASSWORD %L', owner, password) FROM wanted \gexec
SELECT format('CREATE DATABASE %I OWNER %I', owner, owner) FROM wanted
  WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = owner) \gexec
SELECT format('REVOKE CONNECT ON DATABASE %I FROM PUBLIC', owner) FROM wanted \gexec
