import { parseAllDocuments } from 'yaml';
import { textOf } from './repository-files.js';

/** The parts of a rendered object that the rules check. */
export interface KubernetesObject {
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  spec?: {
    replicas?: number;
    template?: { spec: PodSpec };
    podSelector?: { matchLabels: Record<string, string> };
    ingress?: NetworkRule[];
    clusterIP?: string;
  } & Partial<PodSpec>;
}

/** A rule of a NetworkPolicy; without `from` it admits everybody. */
export interface NetworkRule {
  ports: { port: string | number }[];
  from?: { podSelector?: { matchLabels: Record<string, string> } }[];
}

/** The checked parts of the specification of a pod. */
export interface PodSpec {
  automountServiceAccountToken?: boolean;
  serviceAccountName?: string;
  terminationGracePeriodSeconds?: number;
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type: string } };
  initContainers?: Container[];
  containers: Container[];
}

/** The checked parts of a container. */
export interface Container {
  name: string;
  image: string;
  command?: string[];
  env?: Variable[];
  ports?: { name: string; containerPort: number }[];
  securityContext?: {
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { drop?: string[] };
  };
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  startupProbe?: Probe;
}

interface Probe {
  httpGet?: { path: string; port: string };
}

interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string; optional?: boolean } };
}

/** The variants in charts/precis/tests/golden, as golden.main.mjs renders them. */
export const SHAPES = ['dev', 'single-node', 'high-availability', 'operators'] as const;
export type Shape = (typeof SHAPES)[number];

/** The committed text of a rendered variant, as YAML. */
export const goldenText = (shape: Shape) => textOf(`charts/precis/tests/golden/${shape}.yaml`);

const parsed = new Map<Shape, KubernetesObject[]>();

/** Every object of a variant. Returns a new copy on each call, because tests plant faults in them. */
export function readGolden(shape: Shape): KubernetesObject[] {
  const objects =
    parsed.get(shape) ??
    parseAllDocuments(goldenText(shape))
      .map((document) => document.toJS() as KubernetesObject | null)
      .filter((object) => object !== null);
  parsed.set(shape, objects);
  return structuredClone(objects);
}

/** The pod of an object, whether the object creates pods or is one. */
export function podOf(object: KubernetesObject): PodSpec | undefined {
  return object.spec?.template?.spec ?? (object.kind === 'Pod' ? (object.spec as PodSpec) : undefined);
}

/** All containers of an object, its init containers first; empty for an object without a pod. */
export const containersOf = (object: KubernetesObject): Container[] => {
  const pod = podOf(object);
  return pod ? [...(pod.initContainers ?? []), ...pod.containers] : [];
};

/** The Deployment of a service in the release `precis`. */
export const deploymentOf = (objects: KubernetesObject[], service: string): KubernetesObject | undefined =>
  objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === `precis-${service}`);

/** A placeholder for a Secret that every pattern and every setting accepts. */
export const secretStandIn = (key: string): string => {
  if (key.endsWith('_ENCRYPTION_KEYS')) return `1=${Buffer.alloc(32, 7).toString('base64')}`;
  return key === 'SMTP_URL' ? 'smtp://mail.example.com' : 'x'.repeat(40);
};

/**
 * The environment of a container's program: Secrets are replaced by placeholders and $(NAME) by the earlier variable; optional Secrets are absent.
 */
export function environmentSeen(container: Container): Record<string, string> {
  const seen: Record<string, string> = {};
  for (const { name, value, valueFrom } of container.env ?? []) {
    if (valueFrom?.secretKeyRef.optional) continue;
    seen[name] = valueFrom
      ? secretStandIn(valueFrom.secretKeyRef.key)
      : value!.replace(/\$\(([A-Z_]+)\)/g, (whole, other: string) => seen[other] ?? whole);
  }
  return seen;
}
