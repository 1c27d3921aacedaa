-- One service's role and database; :service and :password are set by databases.sql. May be repeated.
SELECT 'precis_' || :'service' AS owner \gset
SELECT format('CREATE ROLE %I LOGIN', :'owner')
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'owner') \gexec
SELECT format('ALTER ROLE %I LOGIN PASSWORD %L', :'owner', :'password') \gexec
SELECT format('CREATE DATABASE %I OWNER %I', :'owner', :'owner')
  WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'owner') \gexec
SELECT format('REVOKE CONNECT ON DATABASE %I FROM PUBLIC', :'owner') \gexec
