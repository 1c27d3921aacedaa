import { type Compose, environmentOf } from './compose-file.js';
import type { SettingsReader } from './service-settings.js';

/** Returns the faults, one line each. */
export type WebRule = (compose: Compose, settings: SettingsReader) => string[];

/** Rules for the container of the web app, the only entrance of the product. */
export const WEB_RULES: Record<string, WebRule> = {
  'the web app is built from packages/site by the one recipe': ({ services: { web } }) => {
    const { FOLDER: folder, SERVICE: service } = web.build?.args ?? {};
    const found = [web.image, web.build?.dockerfile, folder, service].join(' ');
    return found === 'precis-web deploy/Dockerfile packages site' ? [] : [found];
  },
  'the web app accepts the settings given, and knows each': ({ services: { web } }, settings) => [
    ...Object.keys(environmentOf(web)).filter((name) => !settings.names.has(name)),
    ...settings.problems(environmentOf(web)),
  ],
  'the web app is the only door, on the port of PUBLIC_URL, with the API behind it': ({ services }) => {
    const { PUBLIC_URL: own, GATEWAY_URL: behind, PORT: port } = environmentOf(services.web);
    const { PUBLIC_URL: told, PORT: gatewayPort } = environmentOf(services.gateway);
    return [
      ...(own === told ? [] : [`PUBLIC_URL ${own}, of the gateway ${told}`]),
      ...(behind === `http://gateway:${gatewayPort}` ? [] : [`GATEWAY_URL ${behind}`]),
      ...(services.web.ports?.join() === `127.0.0.1:${new URL(own).port}:${port}`
        ? []
        : [`ports ${services.web.ports}`]),
      ...(services.gateway.ports ? ['the gateway is published too'] : []),
      ...(services.web.depends_on?.gateway ? [] : ['web does not wait for the gateway']),
    ];
  },
  // Otherwise all customers would share the limits of one address, or any client could choose its own address.
  'the gateway believes the web app and the MCP server, and nobody else, whose call it is': ({
    services,
    networks,
  }) => {
    const { TRUSTED_PROXIES: trusted } = environmentOf(services.gateway);
    const subnet = networks?.front?.ipam?.config?.[0]?.subnet;
    const others = Object.keys(services).filter(
      (name) => !['web', 'gateway', 'mcp'].includes(name) && services[name].networks?.includes('front'),
    );
    return [
      ...(trusted?.split(',').filter(Boolean).join() === subnet
        ? []
        : [`TRUSTED_PROXIES ${trusted}, front is ${subnet}`]),
      ...others.map((name) => `${name} is on the network front`),
    ];
  },
};
