import { parse } from 'yaml';
import { listedMetrics, type ListedMetric, processMetricNames } from './metric-names.js';
import { boundsInOneSpelling, groupingOf, metricsOf } from './query-names.js';
import { repositoryFiles, textOf } from './repository-files.js';

const FOLDER = 'charts/precis';
const RUNBOOKS = 'docs/runbooks.md';
const BASE = `https://precis.example/${RUNBOOKS}#`;
const SEVERITIES = ['critical', 'warning', 'info'];
/** Metrics of Prometheus itself and of kube-state-metrics. */
const OF_OTHERS = ['up', 'kube_job_failed'];
/** Labels that Prometheus, the ServiceMonitor and kube-state-metrics add to each series. */
const FROM_OUTSIDE = ['namespace', 'service', 'instance', 'job', 'job_name', 'le'];

interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}
interface RuleTest {
  alert_rule_test: { alertname: string; exp_alerts: { exp_labels: { severity: string } }[] }[];
}

const groups = (parse(textOf(`${FOLDER}/alerts/precis.rules.yaml`)) as { groups: { rules: Rule[] }[] }).groups;
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.filter((rule) => rule.alert !== undefined);
const records = new Set(rules.flatMap(({ record }) => record ?? []));
const tests = repositoryFiles(new RegExp(`^${FOLDER}/alerts/tests/.*\\.yaml$`)).flatMap((path) =>
  (parse(textOf(path)) as { tests: RuleTest[] }).tests.flatMap((one) => one.alert_rule_test),
);

interface Dashboard {
  title: string;
  panels: { title: string; targets: { expr: string }[] }[];
  templating: { list: { query: unknown }[] };
}
const dashboards = repositoryFiles(new RegExp(`^${FOLDER}/dashboards/.*\\.json$`)).map((path) => {
  const { title, panels } = JSON.parse(textOf(path)) as Dashboard;
  return { title, queries: panels.flatMap((panel) => panel.targets.map(({ expr }) => ({ where: panel.title, expr }))) };
});

let known: Map<string, ListedMetric>;
let ofProcess: Set<string>;
beforeAll(async () => {
  known = new Map(listedMetrics().map((metric) => [metric.name, metric]));
  ofProcess = new Set(await processMetricNames());
});

/** The metric family of a name in a query; undefined when there is none. */
function familyOf(name: string): ListedMetric | undefined {
  const base = name.replace(/_(bucket|sum|count)$/, '');
  const histogram = known.get(base);
  return base !== name && histogram?.type === 'histogram' ? histogram : known.get(name);
}

/** The faults of a query, one line each. */
function problemsOf(expr: string): string[] {
  const asked = metricsOf(expr);
  const labels = new Set(asked.flatMap(({ name }) => familyOf(name)?.labels ?? []));
  const grouped = groupingOf(expr).filter((label) => !FROM_OUTSIDE.includes(label) && !labels.has(label));
  return [
    ...(asked.length > 0 ? [] : ['asks for nothing']),
    ...asked.flatMap(({ name, labels: chosen }) => {
      if (records.has(name) || OF_OTHERS.includes(name) || ofProcess.has(name)) return [];
      const family = familyOf(name);
      if (!family) return [`there is no metric ${name}`];
      if (family.type === 'histogram' && family.name === name) return [`${name} is a histogram`];
      const wrong = chosen.filter((label) => !FROM_OUTSIDE.includes(label) && !family.labels.includes(label));
      return wrong.map((label) => `${name} has no label ${label}`);
    }),
    ...grouped.map((label) => `groups by ${label}, which none of its metrics has`),
    ...boundsInOneSpelling(expr).map((bound) => `matches le ${bound} in one spelling only`),
  ];
}

const sections = [...textOf(RUNBOOKS).matchAll(/^### (\S+)$/gm)].map(([, name]) => name);
const named = (rule: Rule) => `${rule.alert} (${rule.labels?.severity})`;

describe('the rules of Prometheus', () => {
  it.each(rules.map((rule) => [rule.record ?? named(rule), rule.expr]))('%s queries only what exists', (_, expr) => {
    expect(problemsOf(expr)).toEqual([]);
  });

  it('state for each alert what it means, how bad it is, and where to read what to do', () => {
    const wanting = alerts.filter(
      ({ alert, labels, annotations }) =>
        !SEVERITIES.includes(labels?.severity ?? '') ||
        !annotations?.summary?.endsWith('.') ||
        annotations.runbook_url !== `${BASE}${alert!.toLowerCase()}`,
    );
    expect(wanting.map(named)).toEqual([]);
  });

  it('have one runbook section for each alert, and no section without one', () => {
    expect([...sections].sort()).toEqual([...new Set(alerts.map(({ alert }) => alert!))].sort());
    for (const section of textOf(RUNBOOKS).split(/^### /m).slice(1))
      for (const part of ['Means: ', 'Look: ', 'Do: ']) expect(section).toContain(`\n${part}`);
  });

  it('have a test in which each alert fires at its severity, and one in which it is silent', () => {
    const firing = new Set(
      tests.flatMap((one) => one.exp_alerts.map(({ exp_labels }) => `${one.alertname} (${exp_labels.severity})`)),
    );
    const silent = new Set(tests.filter((one) => one.exp_alerts.length === 0).map(({ alertname }) => alertname));
    expect(alerts.map(named).filter((name) => !firing.has(name))).toEqual([]);
    expect(alerts.filter(({ alert }) => !silent.has(alert!)).map(named)).toEqual([]);
    expect(tests.filter(({ alertname }) => !alerts.some(({ alert }) => alert === alertname))).toEqual([]);
  });

  it('have an objective in docs/slo.md for each budget', () => {
    const budgets = new Set(alerts.flatMap(({ labels }) => labels?.slo ?? []));
    const rows = [...textOf('docs/slo.md').matchAll(/^\| [^|]+ \| `([a-z-]+)` \|/gm)].map(([, slo]) => slo);
    expect([...budgets].sort()).toEqual(rows.sort());
  });
});

describe('the dashboards', () => {
  it.each(dashboards.map(({ title, queries }) => [title, queries] as const))(
    '%s: query only what exists',
    (_, queries) => {
      expect(queries.length).toBeGreaterThan(10);
      expect(queries.flatMap(({ where, expr }) => problemsOf(expr).map((problem) => `${where}: ${problem}`))).toEqual(
        [],
      );
    },
  );
});

describe('the check of queries', () => {
  it.each([
    ['sum(rate(precis_gone_total[5m]))', 'there is no metric precis_gone_total'],
    ['precis_outbox_depth{account="a"} > 1', 'precis_outbox_depth has no label account'],
    ['sum by (user) (precis_events_lag)', 'groups by user, which none of its metrics has'],
    ['rate(precis_event_delay_seconds[5m])', 'precis_event_delay_seconds is a histogram'],
    ['precis_outbox_depth_bucket', 'there is no metric precis_outbox_depth_bucket'],
    ['precis:gone:ratio_rate5m > 1', 'there is no metric precis:gone:ratio_rate5m'],
    ['precis_event_delay_seconds_bucket{le="60"}', 'matches le 60 in one spelling only'],
    ['precis_event_delay_seconds_bucket{le="60.0"}', 'matches le 60 in one spelling only'],
    ['precis_event_delay_seconds_bucket{group="a", le=~"60|300|60[.]0"}', 'matches le 300 in one spelling only'],
  ])('refuses %s', (expr, problem) => {
    expect(problemsOf(expr)).toEqual([problem]);
  });

  it.each(['le=~"60|60[.]0"', 'le=~"60|60\\\\.0"', 'le="0.5"', 'le="+Inf"'])('permits %s', (bound) => {
    expect(problemsOf(`rate(precis_event_delay_seconds_bucket{${bound}}[5m])`)).toEqual([]);
  });
});
