import { runGrantTerm } from '@precis/billing/grant-term.command';
import { readConfig } from './config.js';
import { readOperatorFile } from './operator-file.js';

/** `npm run grant-term -- EMAIL-OR-ACCOUNT PLAN MONTHS` against the Precis that runs on PRECIS_DATA_DIR. */
try {
  const connection = readOperatorFile(readConfig(process.env).PRECIS_DATA_DIR);
  process.exitCode = await runGrantTerm(process.argv.slice(2), connection, (line) => console.log(line));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
