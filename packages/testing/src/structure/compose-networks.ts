import { type Compose, environmentOf } from './compose-file.js';
import { BACKENDS } from './compose-parity.js';
import type { ComposeRule } from './compose-rules.js';

const shareANetwork = ({ services }: Compose, one: string, other: string) =>
  services[one].networks?.some((network) => services[other].networks?.includes(network)) ?? false;

/** Containers whose address is in the settings of this one. */
function named({ services }: Compose, name: string): string[] {
  const values = Object.values(environmentOf(services[name]));
  return Object.keys(services).filter(
    (other) => other !== name && values.some((value) => new RegExp(`(^|[/@])${other}(:\\d+|$)`).test(value)),
  );
}

/** Rules for which containers can reach each other. */
export const NETWORK_RULES: Record<string, ComposeRule> = {
  'every container names its networks, and every network has a use': ({ services, networks = {} }) => {
    const used = new Set(Object.values(services).flatMap((entry) => entry.networks ?? []));
    return [
      // Without the key, compose adds it to `default`, where the gateway is.
      ...Object.keys(services)
        .filter((name) => !services[name].networks?.length)
        .map((name) => `${name} names none`),
      ...[...used].filter((network) => !(network in networks)).map((network) => `${network} is not declared`),
      ...Object.keys(networks)
        .filter((network) => !used.has(network))
        .map((network) => `${network} has no container`),
    ];
  },
  'a container reaches what its settings name, and no other backend': (compose) =>
    Object.keys(compose.services).flatMap((name) => {
      const wanted = named(compose, name);
      const reached = BACKENDS.filter((backend) => !BACKENDS.includes(name) && shareANetwork(compose, name, backend));
      return [
        ...wanted
          .filter((other) => !shareANetwork(compose, name, other))
          .map((other) => `${name} cannot reach ${other}`),
        ...reached
          .filter((backend) => !wanted.includes(backend))
          .map((backend) => `${name} reaches ${backend} for nothing`),
      ];
    }),
  // Docker publishes by the first of a container's networks in alphabetical order, and TRUSTED_PROXIES names an address of `default`.
  "a published port's address is the fixed one": ({ services }) => {
    const first = [...(services.web.networks ?? [])].sort()[0];
    return first === 'default' ? [] : [`web: ${first}`];
  },
};
