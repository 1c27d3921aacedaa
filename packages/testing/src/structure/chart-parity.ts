import { calledBy } from '@precis/runtime/service-list';
import { environmentSeen, deploymentOf, type KubernetesObject, type NetworkRule } from './chart-file.js';
import type { Services } from './compose-parity.js';
import type { SettingsReader } from './service-settings.js';

/** Returns the differences between a variant with separate services and services.json, one line each. */
export type ChartParityRule = (objects: KubernetesObject[], services: Services, site: SettingsReader) => string[];

const COMPONENT = 'app.kubernetes.io/component';
/** HTTP callers, which services.json does not list: the web app's host and the MCP server are clients of the gateway. */
const HTTP_CALLERS: Record<string, string[]> = { gateway: ['mcp', 'web'], mcp: ['gateway'], web: ['test'] };

/** All services, and `web`. */
const parts = ({ list, settings }: Services, site: SettingsReader) => [
  ...list.map(({ name }) => [name, settings.get(name)!] as const),
  ['web', site] as const,
];

/** Rules for the rendered chart and services/services.json together. */
export const CHART_PARITY: Record<string, ChartParityRule> = {
  'every service and the web app is a Deployment with an image of its own, and nothing else is': (
    objects,
    services,
    site,
  ) => {
    const wanted = parts(services, site).map(([name]) => name);
    const present = objects.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
    return [
      ...wanted
        .filter((name) => {
          const image = deploymentOf(objects, name)?.spec?.template?.spec.containers[0].image;
          return !image?.includes(`precis-${name}:`);
        })
        .map((name) => `no Deployment precis-${name}`),
      ...present.filter((name) => !wanted.some((one) => name === `precis-${one}`)),
    ];
  },
  'every variable is one that the program knows': (objects, services, site) =>
    parts(services, site).flatMap(([name, { names }]) =>
      deploymentOf(objects, name)!
        .spec!.template!.spec.containers[0].env!.map((variable) => variable.name)
        // These are parts of DATABASE_URL, CALLER_SECRETS and REDIS_URL, or belong to Node.
        .filter((variable) => !/^(DATABASE_PASSWORD|REDIS_PASSWORD|CALLER_[A-Z]+|NODE_EXTRA_CA_CERTS)$/.test(variable))
        .filter((variable) => !names.has(variable))
        .map((variable) => `${name}: ${variable}`),
    ),
  'every program accepts its variables': (objects, services, site) =>
    parts(services, site).flatMap(([name, { problems }]) =>
      problems(environmentSeen(deploymentOf(objects, name)!.spec!.template!.spec.containers[0])).map(
        (problem) => `${name}: ${problem}`,
      ),
    ),
  'every service is called by DNS at all its copies, and admits its callers alone': (objects, { list }) =>
    list.flatMap(({ name, rpc, callers }) => {
      const seen = environmentSeen(deploymentOf(objects, name)!.spec!.template!.spec.containers[0]);
      const admitted = (seen.CALLER_SECRETS ?? '')
        .split(',')
        .flatMap((pair) => pair.split('=', 1))
        .filter(Boolean);
      const service = objects.find(({ kind, metadata }) => kind === 'Service' && metadata.name === `precis-${name}`);
      return [
        ...calledBy(name, list)
          .filter((called) => seen[called.setting] !== `dns:///precis-${called.name}:50051`)
          .map((called) => `${name} does not find ${called.name}`),
        ...(rpc && service?.spec?.clusterIP !== 'None' ? [`${name} has one address for all copies`] : []),
        ...(admitted.sort().join() === [...callers].sort().join() ? [] : [`${name} admits ${admitted.join()}`]),
      ];
    }),
  'the network admits to each RPC port its callers alone': (objects, { list }) =>
    [...list, { name: 'web', rpc: undefined, callers: [] }].flatMap(({ name, rpc, callers }) => {
      const rules = objects.filter(
        ({ kind, spec }) => kind === 'NetworkPolicy' && spec?.podSelector?.matchLabels[COMPONENT] === name,
      );
      const port = rpc ? 'grpc' : 'http';
      const wanted = rpc ? callers : (HTTP_CALLERS[name] ?? []);
      const open = rules
        .flatMap(({ spec }) => spec?.ingress ?? [])
        .filter(({ ports }) => ports.some((one) => one.port === port));
      const admitted = new Set(open.flatMap(peersOf));
      // These two are public entrances, so the owner decides what is in front of them.
      if (name === 'gateway' || name === 'web') admitted.delete('*');
      return [...admitted].sort().join() === [...wanted].sort().join() ? [] : [`${name}: ${[...admitted].join()}`];
    }),
  'every database is migrated before the services change': (objects, { list }) => {
    const job = objects.find(({ kind }) => kind === 'Job');
    const steps = new Map(job?.spec?.template?.spec.containers.map((container) => [container.name, container]));
    return list
      .filter(({ database }) => database)
      .filter(({ name }) => {
        const step = steps.get(`migrate-${name}`);
        const service = deploymentOf(objects, name)?.spec?.template?.spec.containers[0];
        return (
          step?.command?.join(' ') !== 'node dist/migrate.main.js' ||
          step.image !== service?.image ||
          environmentSeen(step).DATABASE_URL !== environmentSeen(service!).DATABASE_URL
        );
      })
      .map(({ name }) => name);
  },
};

/** The admitted peers; `*` when a rule admits everybody. */
function peersOf({ from }: NetworkRule): string[] {
  return from ? from.map(({ podSelector }) => podSelector?.matchLabels[COMPONENT] ?? '*') : ['*'];
}
