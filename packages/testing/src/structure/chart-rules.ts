import { containersOf, type KubernetesObject, podOf } from './chart-file.js';

/** Returns the faults, one line each. */
export type ChartRule = (objects: KubernetesObject[]) => string[];

const eachPod = (check: (object: KubernetesObject) => boolean): ChartRule => {
  return (objects) => objects.filter((object) => podOf(object) && !check(object)).map(({ metadata }) => metadata.name);
};
const eachContainer = (
  check: (container: ReturnType<typeof containersOf>[number], of: KubernetesObject) => boolean,
): ChartRule => {
  return (objects) =>
    objects.flatMap((object) =>
      containersOf(object)
        .filter((container) => !check(container, object))
        .map(({ name }) => `${object.metadata.name}: ${name}`),
    );
};
const staysUp = ({ kind }: KubernetesObject) => kind === 'Deployment' || kind === 'StatefulSet';

/** Rules for every object of every variant. */
export const CHART_RULES: Record<string, ChartRule> = {
  'every pod fits Pod Security restricted': eachPod((object) => {
    const { securityContext } = podOf(object)!;
    return Boolean(
      securityContext?.runAsNonRoot &&
      securityContext.runAsUser === 65532 &&
      securityContext.seccompProfile?.type === 'RuntimeDefault' &&
      containersOf(object).every(
        ({ securityContext: own }) =>
          own?.allowPrivilegeEscalation === false && own.capabilities?.drop?.join() === 'ALL',
      ),
    );
  }),
  'no pod gets a token of the cluster, nor the account that all share': eachPod((object) => {
    const { automountServiceAccountToken, serviceAccountName } = podOf(object)!;
    return automountServiceAccountToken === false && Boolean(serviceAccountName);
  }),
  'no container writes its own files': eachContainer(
    ({ securityContext }) => securityContext?.readOnlyRootFilesystem === true,
  ),
  'every container asks for processor and memory, and has a limit of memory alone': eachContainer(
    ({ resources }) =>
      Boolean(resources?.requests?.cpu && resources.requests.memory && resources.limits?.memory) &&
      !('cpu' in resources!.limits!),
  ),
  'what stays up is probed on its ops port, liveness apart from readiness': eachContainer(
    ({ livenessProbe, readinessProbe, startupProbe }, of) =>
      !staysUp(of) ||
      (livenessProbe?.httpGet?.path === '/healthz' &&
        readinessProbe?.httpGet?.path === '/readyz' &&
        startupProbe?.httpGet?.path === '/healthz' &&
        [livenessProbe, readinessProbe, startupProbe].every((probe) => probe.httpGet?.port === 'ops')),
  ),
  'a pod may drain for as long as a process may': eachPod(
    (object) => !staysUp(object) || (podOf(object)!.terminationGracePeriodSeconds ?? 0) >= 70,
  ),
  'no variable is given twice, and each that another names stands before it': eachContainer(({ env = [] }) => {
    const before = new Set<string>();
    return env.every(({ name, value = '' }) => {
      const named = [...value.matchAll(/\$\(([A-Z_]+)\)/g)].map(([, other]) => other);
      const holds = !before.has(name) && named.every((other) => before.has(other));
      before.add(name);
      return holds;
    });
  }),
  'no secret is written out': eachContainer(({ env = [] }) =>
    env.every(
      ({ name, value }) =>
        value === undefined ||
        !/PASSWORD|SECRET|_KEYS?$|PEPPER/.test(name) ||
        name === 'PASSWORD_BLOCKLIST' ||
        value.replace(/\$\([A-Z_]+\)/g, '').replace(/[a-z,=-]/g, '') === '',
    ),
  ),
  'helm test has a pod': (objects) =>
    objects.some(({ kind, metadata }) => kind === 'Pod' && metadata.annotations?.['helm.sh/hook'] === 'test')
      ? []
      : ['no Pod is a test'],
  'no object has the name of another of its kind': (objects) => {
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    return names.filter((name, at) => names.indexOf(name) < at);
  },
  'what an autoscaler scales has no number of copies of its own': (objects) => {
    const scaled = objects
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject')
      .map(({ metadata }) => metadata.name);
    return objects
      .filter(({ kind, metadata, spec }) => kind === 'Deployment' && scaled.includes(metadata.name) && spec?.replicas)
      .map(({ metadata }) => metadata.name);
  },
};
