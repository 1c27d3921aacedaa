import { verifyStatementCommand } from '@precis/statement/verify-statement-command';
import { serveOverStdio } from './serve-stdio.js';

const [command, ...args] = process.argv.slice(2);
if (command === 'verify-statement') {
  // STAT-7: users have this package anyway, so it also verifies statements.
  const { exitCode, lines } = await verifyStatementCommand(args);
  console.log(lines.join('\n'));
  process.exitCode = exitCode;
} else serveOverStdio(process.argv.slice(2), process.env);
