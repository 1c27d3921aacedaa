import { parse } from 'yaml';
import type { Compose, ComposeEntry } from './compose-file.js';
import type { ParityRule } from './compose-parity.js';
import { textOf } from './repository-files.js';

const SOURCES = 'deploy/observability/grafana-datasources.yml';
/** Stored in the chart, which passes the same file to the Prometheus operator and to Grafana's sidecar. */
const RULES = './charts/precis/alerts/precis.rules.yaml';
const DASHBOARDS = './charts/precis/dashboards';

interface Scraped {
  rule_files: string[];
  scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
}

const scrapedOf = ({ configs }: Compose) => parse(configs?.prometheus?.content ?? '') as Scraped;

/** The path of a repository file or folder in the container; undefined when it is not mounted. */
const mountOf = (entry: ComposeEntry | undefined, source: string) =>
  entry?.volumes?.find((volume) => volume.startsWith(`${source}:`))?.split(':')[1];

/** Rules for the profile `observability`. */
export const OBSERVER_RULES: Record<string, ParityRule> = {
  'Prometheus asks every service on its own port, and reaches it': (compose, { list }) => {
    const { services } = compose;
    const { names, port } = scrapedOf(compose).scrape_configs[0].dns_sd_configs[0];
    const wanted = [...list.map(({ name }) => name), 'web'];
    const reached = (name: string) =>
      services[name].networks?.some((network) => services.prometheus?.networks?.includes(network)) ?? false;
    return [
      ...wanted
        .filter((name) => !names.includes(name))
        .map((name) => `add to the names that prometheus asks:  - ${name}`),
      ...names.filter((name) => !wanted.includes(name)).map((name) => `prometheus asks ${name} for nothing`),
      ...list.filter(({ ports }) => ports.ops !== port).map(({ name }) => `${name} shows its metrics elsewhere`),
      ...wanted.filter((name) => name in services && !reached(name)).map((name) => `prometheus cannot reach ${name}`),
    ];
  },
  'Prometheus has the rules of the chart, and Grafana its dashboards': (compose) => {
    const { prometheus, grafana } = compose.services;
    const rules = mountOf(prometheus, RULES);
    const { rule_files: read } = scrapedOf(compose);
    const provider = parse(textOf('deploy/observability/grafana-dashboards.yml')) as {
      providers: { options: { path: string } }[];
    };
    return [
      ...(rules !== undefined && read.includes(rules) ? [] : [`rules at ${rules}, read are ${read}`]),
      ...(mountOf(grafana, DASHBOARDS) === provider.providers[0].options.path ? [] : ['dashboards are elsewhere']),
    ];
  },
  'Grafana asks the containers that there are': ({ services }) => {
    const { datasources } = parse(textOf(SOURCES)) as { datasources: { url: string }[] };
    return datasources
      .map(({ url }) => new URL(url).hostname)
      .filter((name) => !services[name]?.networks?.some((network) => services.grafana.networks?.includes(network)));
  },
};
