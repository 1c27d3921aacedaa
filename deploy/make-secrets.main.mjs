import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Prints the Secrets that charts/precis needs, as one List in JSON for `kubectl create -f`. Every value is random except SMTP_URL, which is read
 * from the environment so that the shell's history does not contain it. FULLNAME is the prefix of the names of the release's objects. `--sql` reads
 * such a list from standard input, and prints the pairs SERVICE=PASSWORD for deploy/databases.sql. Plain Node 20, no packages.
 *
 *   read -rs SMTP_URL; export SMTP_URL     # type smtp://user:password@mail.example.com:587
 *   node deploy/make-secrets.main.mjs precis > secrets.json
 *   DATABASE_PASSWORDS=$(node deploy/make-secrets.main.mjs --sql < secrets.json) psql --file deploy/databases.sql ...
 */
const chart = join(import.meta.dirname, '../charts/precis/files');
const random = () => randomBytes(32).toString('hex');
/** Encryption keys have a version and are base64 of 32 bytes. */
const SPECIAL = { KEY_ENCRYPTION_KEYS: ring, WEBHOOK_ENCRYPTION_KEYS: ring };

function ring() {
  return `1=${randomBytes(32).toString('base64')}`;
}

function secretsOf(fullname, smtpUrl) {
  const services = readJson('services.json');
  const environment = readJson('environment.json');
  const callers = new Set(Object.values(services).flatMap((service) => service.callers));
  const secrets = Object.entries(services).map(([name, { database }]) => [
    name,
    [
      ...(database ? ['DATABASE_PASSWORD', 'KAFKA_SASL_PASSWORD'] : []),
      ...(callers.has(name) ? ['CALLER_SECRET'] : []),
      // Not used when the values say redis.password: false.
      ...(name === 'gateway' ? ['REDIS_PASSWORD'] : []),
      ...Object.keys(environment[name].secrets),
    ],
  ]);
  const all = [...secrets, ['operator', ['CALLER_SECRET']], ['kafka-admin', ['KAFKA_SASL_PASSWORD']]];
  return all
    .filter(([, keys]) => keys.length > 0)
    .map(([name, keys]) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: `${fullname}-${name}` },
      stringData: {
        ...(name === 'kafka-admin' && { KAFKA_SASL_USERNAME: 'admin' }),
        ...Object.fromEntries(keys.map((key) => [key, key === 'SMTP_URL' ? smtpUrl : (SPECIAL[key] ?? random)()])),
      },
    }));
}

function readJson(file) {
  return JSON.parse(readFileSync(join(chart, file), 'utf8'));
}

const [first] = process.argv.slice(2);
const smtpUrl = process.env.SMTP_URL ?? '';
if (first === '--sql') {
  const { items } = JSON.parse(readFileSync(0, 'utf8'));
  const pairs = items
    .filter(({ stringData }) => stringData.DATABASE_PASSWORD)
    .map(({ metadata, stringData }) => `${metadata.name.split('-').at(-1)}=${stringData.DATABASE_PASSWORD}`);
  console.log(pairs.join(' '));
} else if (first && /^smtps?:\/\/[^\s]+$/.test(smtpUrl)) {
  console.log(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: secretsOf(first, smtpUrl) }, null, 2));
} else {
  console.error(
    'usage: SMTP_URL=smtp://... make-secrets.main.mjs FULLNAME, or make-secrets.main.mjs --sql < secrets.json',
  );
  process.exit(2);
}
