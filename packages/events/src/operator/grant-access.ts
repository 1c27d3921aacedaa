import { pause } from '@precis/runtime/pause';
import type {
  AclEntry,
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  Admin,
  ResourcePatternTypes,
} from 'kafkajs';
import { type AccessRight, accessRights, usersOf } from './access-rights.js';
import { type KafkaAccess, kafkaClient } from '../kafka/kafka-client.js';
import { type OwnedTopic, TOPICS } from '../catalogue/topics.js';

/** Kafka's numbers. kafkajs' names for them cannot be imported by an ES module. */
const KINDS = { topic: 2 as AclResourceTypes.TOPIC, group: 3 as AclResourceTypes.GROUP };
const VERBS = { read: 3 as AclOperationTypes.READ, write: 4 as AclOperationTypes.WRITE };
const ANY_VERB = 1 as AclOperationTypes.ANY;
const ALLOW = 3 as AclPermissionTypes.ALLOW;
const ANY_PERMISSION = 1 as AclPermissionTypes.ANY;
const LITERAL = 3 as ResourcePatternTypes.LITERAL;

const READY_MS = 30_000;

/** The rights to grant, and the Kafka; the login must be allowed to grant them. */
export interface GrantAccessOptions extends KafkaAccess {
  /** Absent: TOPICS. */
  topics?: readonly OwnedTopic[];
  /** Also withdraws rights that are no longer declared. Only when no process of a release that declares them runs, or could be restored. */
  withdraw?: boolean;
}

/** The changes, a line each. */
export interface AccessChanges {
  granted: string[];
  withdrawn: string[];
}

/**
 * Gives every service its rights to topics and group. With `withdraw`, it takes these logins' other rights on these names away, such as a topic that
 * a service no longer reads. Rights of other logins and on other names stay. Rejects when Kafka has no authorizer.
 */
export async function grantAccess(options: GrantAccessOptions): Promise<AccessChanges> {
  const { topics = TOPICS, prefix = '', withdraw = false } = options;
  const wanted = accessRights(topics, prefix).map(entryOf);
  const users = usersOf(topics);
  const names = { topic: topics.map(({ name }) => prefix + name), group: users.map((user) => prefix + user) };
  const admin = kafkaClient(options).admin();
  await admin.connect();
  try {
    const differences = async () => {
      const present = await presentEntries(admin, users, names);
      const [known, declared] = [present, wanted].map((entries) => new Set(entries.map(lineOf)));
      return {
        missing: wanted.filter((entry) => !known.has(lineOf(entry))),
        surplus: withdraw ? present.filter((entry) => !declared.has(lineOf(entry))) : [],
      };
    };
    const { missing, surplus } = await differences();
    if (missing.length > 0) await admin.createAcls({ acl: missing });
    if (surplus.length > 0) await admin.deleteAcls({ filters: surplus });
    // Kafka answers before all brokers apply the change.
    const deadline = Date.now() + READY_MS;
    for (let left = [...missing, ...surplus]; left.length > 0; left = Object.values(await differences()).flat()) {
      if (Date.now() > deadline) throw new Error(`Kafka did not apply these rights: ${left.map(lineOf).join(', ')}`);
      await pause(100);
    }
    return { granted: missing.map(lineOf), withdrawn: surplus.map(lineOf) };
  } finally {
    await admin.disconnect();
  }
}

function entryOf({ user, may, kind, name }: AccessRight): AclEntry {
  return {
    principal: `User:${user}`,
    host: '*',
    operation: VERBS[may],
    permissionType: ALLOW,
    resourceType: KINDS[kind],
    resourceName: name,
    resourcePatternType: LITERAL,
  };
}

/** The rights of these users on these names, for any operation. */
async function presentEntries(
  admin: Admin,
  users: string[],
  names: Record<keyof typeof KINDS, string[]>,
): Promise<AclEntry[]> {
  const entries: AclEntry[] = [];
  for (const kind of ['topic', 'group'] as const) {
    const resourceType = KINDS[kind];
    const { resources } = await admin.describeAcls({
      resourceType,
      resourcePatternType: LITERAL,
      operation: ANY_VERB,
      permissionType: ANY_PERMISSION,
    });
    for (const { resourceName, acls } of resources.filter((one) => names[kind].includes(one.resourceName))) {
      const found = acls.filter(({ principal }) => users.includes(principal.replace(/^User:/, '')));
      entries.push(...found.map((acl) => ({ ...acl, resourceType, resourceName, resourcePatternType: LITERAL })));
    }
  }
  return entries;
}

const nameOf = (names: Record<string, number>, value: number): string =>
  Object.keys(names).find((name) => names[name] === value) ?? String(value);

const lineOf = ({ principal, permissionType, operation, resourceType, resourceName, host }: AclEntry): string =>
  `${principal}${permissionType === ALLOW ? '' : ' never'} ${nameOf(VERBS, operation)} ${nameOf(KINDS, resourceType)} ${resourceName}${host === '*' ? '' : ` from ${host}`}`;
