import { spawn } from 'node:child_process';

/** Exit codes of `make audit`. "Nothing found" and "nothing checked" must differ. */
export const AUDIT_EXIT = { clean: 0, found: 1, notChecked: 3 } as const;

const LIMIT_MS = 120_000;
/** Severities that stop a release; others are only shown. */
const GRAVE = ['high', 'critical'];

/** The output of the check and its exit code. */
export interface AuditOutcome {
  exitCode: number;
  lines: string[];
}

interface Report {
  vulnerabilities?: Record<string, { name: string; severity: string; range: string }>;
  metadata?: { dependencies?: { total?: number } };
  message?: string;
}

/** Asks the registry for advisories on production packages (`npm audit`). Many registries and mirrors do not offer them. */
export async function auditAdvisories(root: string, environment: NodeJS.ProcessEnv): Promise<AuditOutcome> {
  const child = spawn('npm', ['audit', '--omit=dev', '--json'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: LIMIT_MS,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
  await new Promise((resolve) => child.on('close', resolve).on('error', resolve));
  return auditOutcome(output);
}

/** Interprets npm's answer. An incomplete report is treated as not checked. */
export function auditOutcome(output: string): AuditOutcome {
  const report = reportOf(output);
  const checked = report?.metadata?.dependencies?.total;
  if (!report?.vulnerabilities || !checked) {
    const why = report?.message ?? 'npm gave no report';
    const line = '!'.repeat(78);
    const said = ['ADVISORIES WERE NOT CHECKED: nobody knows whether a package has a known hole.', why];
    return {
      exitCode: AUDIT_EXIT.notChecked,
      lines: [line, ...said, 'Run it where the registry serves advisories.', line],
    };
  }
  const found = Object.values(report.vulnerabilities);
  const grave = found.filter(({ severity }) => GRAVE.includes(severity));
  return {
    exitCode: grave.length > 0 ? AUDIT_EXIT.found : AUDIT_EXIT.clean,
    lines: [
      ...found.map(({ severity, name, range }) => `${severity}  ${name} ${range}`),
      `${checked} packages checked: ${found.length} with advisories, ${grave.length} of them ${GRAVE.join(' or ')}`,
    ],
  };
}

function reportOf(output: string): Report | undefined {
  try {
    return JSON.parse(output) as Report;
  } catch {
    return undefined;
  }
}
