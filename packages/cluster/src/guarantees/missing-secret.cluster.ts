import { clusterState, type ClusterState } from '../install/cluster-state.js';
import { type DeploymentSecrets, secretObjects } from '../install/deployment-secrets.js';
import { apply, CommandError, kubectl } from '../install/kubernetes.js';
import { readApi } from '../install/kubernetes-api.js';
import { helm, releaseWords, restrictedNamespace } from '../install/release.js';

jest.setTimeout(120_000);

const NAMESPACE = 'precis-secrets';

describe('a missing or wrong secret fails an install before any pod starts, with a text that names it', () => {
  let state: ClusterState;
  beforeAll(async () => {
    state = { ...clusterState(), namespace: NAMESPACE };
    await apply(restrictedNamespace(NAMESPACE));
  });
  afterAll(() => kubectl('delete', 'namespace', NAMESPACE, '--wait=false'));

  const without = (secrets: DeploymentSecrets, name: string, key?: string): DeploymentSecrets => {
    const { [name]: found, ...others } = secrets;
    if (key === undefined) return others;
    return { ...others, [name]: Object.fromEntries(Object.entries(found).filter(([other]) => other !== key)) };
  };
  const changed = (secrets: DeploymentSecrets, name: string, key: string, value: string): DeploymentSecrets => ({
    ...secrets,
    [name]: { ...secrets[name], [key]: value },
  });

  it.each<[string, (all: DeploymentSecrets) => DeploymentSecrets, RegExp]>([
    ['no Secret of billing', (all) => without(all, 'billing'), /precis-billing/],
    ['no LINK_SECRET', (all) => without(all, 'auth', 'LINK_SECRET'), /precis-auth.*LINK_SECRET/],
    [
      "no password of Kafka's admin",
      (all) => without(all, 'kafka-admin', 'KAFKA_SASL_PASSWORD'),
      /precis-kafka-admin.*KAFKA_SASL_PASSWORD/,
    ],
    [
      'a key that is none',
      (all) => changed(all, 'auth', 'KEY_ENCRYPTION_KEYS', '1=short'),
      /precis-auth.*KEY_ENCRYPTION_KEYS/,
    ],
    [
      'an SMTP_URL that is none',
      (all) => changed(all, 'notifications', 'SMTP_URL', 'mail.example'),
      /precis-notifications.*SMTP_URL/,
    ],
  ])('%s', async (_, change, named) => {
    await kubectl('-n', NAMESPACE, 'delete', 'secrets', '--all');
    const secrets = change(state.secrets);
    await apply(...secretObjects(secrets, NAMESPACE, state.fullname));
    const failure = await helm(...releaseWords('install', state)).then(
      () => undefined,
      (error: unknown) => error as CommandError,
    );
    expect(failure?.output).toMatch(named);
    for (const value of Object.values(secrets).flatMap((one) => Object.values(one)))
      if (value.length > 20) expect(failure!.output).not.toContain(value);
    expect((await readApi(`/api/v1/namespaces/${NAMESPACE}/pods`)).items).toEqual([]);
  });
});
