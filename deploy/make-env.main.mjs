import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Gives every setting that docker-compose.yml requires (`${NAME:?...}`) a random value in .env, readable only by its owner. Existing values stay,
 * because they protect the data in the volumes. `make up` runs it each time, so that a service added later gets its settings. Plain Node 20 without
 * packages: nothing is installed on a machine that only runs containers.
 */
const root = join(import.meta.dirname, '..');
const path = process.argv[2] ?? join(root, '.env');
const demanded = new Set(
  [...readFileSync(join(root, 'docker-compose.yml'), 'utf8').matchAll(/\$\{([A-Z][A-Z0-9_]*):\?/g)].map(
    ([, name]) => name,
  ),
);

const fresh = !existsSync(path);
if (
  fresh &&
  path === join(root, '.env') &&
  spawnSync('docker', ['volume', 'inspect', 'precis_postgres'], { stdio: 'ignore' }).status === 0
) {
  // Passwords, keys and links in that volume would silently become useless with new secrets.
  console.error(
    '.env is missing, but the data that it protects is there (volume precis_postgres). Put it back, or remove the data: docker volume rm precis_postgres',
  );
  process.exit(1);
}

const present = fresh ? '' : readFileSync(path, 'utf8');
const given = new Set([...present.matchAll(/^([A-Z][A-Z0-9_]*)=./gm)].map(([, name]) => name));
const missing = [...demanded].filter((name) => !given.has(name)).sort();
if (missing.length > 0) {
  const lines = missing.map(
    (name) => `${name}=${randomBytes(32).toString(name.endsWith('_BASE64') ? 'base64' : 'hex')}\n`,
  );
  const before = present === '' || present.endsWith('\n') ? present : `${present}\n`;
  // Written atomically: half a file would lose secrets that data already depends on.
  writeFileSync(`${path}.new`, before + lines.join(''), { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  console.log(
    `Added ${missing.length} secrets to .env. Back up .env together with the volumes, because their data needs it.`,
  );
}
