-- A role and a database for each service, at every `make up`: the image's own init scripts run on an empty volume only, and would
-- miss the services that come later. A password that is not given stops it: psql leaves the variable unset, and :'password' is an error.
\set ON_ERROR_STOP on

\set service auth
\unset password
\getenv password AUTH_PASSWORD
\ir database.sql

\set service billing
\unset password
\getenv password BILLING_PASSWORD
\ir database.sql

\set service usage
\unset password
\getenv password USAGE_PASSWORD
\ir database.sql

\set service summarisation
\unset password
\getenv password SUMMARISATION_PASSWORD
\ir database.sql

\set service notifications
\unset password
\getenv password NOTIFICATIONS_PASSWORD
\ir database.sql
