/**
 * A message of an answer. In proto3 every message field may be absent. Here an absent one breaks the contract between the services. `what` names the service
 * and the message, such as 'summarisation answered without a result', for the log.
 */
export function required<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(what);
  return found;
}
