/**
 * Clients ask a name again only when a connection ends: copies that were added behind it would get no call for as long as the old ones
 * live. A connection of this age is told to go (GOAWAY): new calls take a new one, those under way end on the old one.
 */
const AGE_MS = 5 * 60_000;
/** Above every deadline of a call (30 s): what still runs then is nobody's any more. */
const GRACE_MS = 60_000;

/** Options of a gRPC server; another age is for tests. */
export const connectionAge = (ageMs = AGE_MS) => ({
  'grpc.max_connection_age_ms': ageMs,
  'grpc.max_connection_age_grace_ms': GRACE_MS,
});
