/** How long a key outlives its backlog: nothing depends on it while Redis' and its replicas' clocks differ by less. */
const SPARE_MS = 10_000;

/**
 * gcra.rule.ts in Redis: one rule in two languages, in the same order of the same double operations, so that both decide alike to the last
 * bit (LIMIT-5). throttle-script.int.spec.ts holds them against each other.
 *
 * KEYS: the subjects to take from, then those to give back to; they lie in one Redis, not in a cluster's parts. ARGV:
 * milliseconds, or '' for Redis' own clock (gateways' clocks differ); how many to take from; then rate and burst of each.
 * Answers allowed (1 or 0) and every backlog after the request in ms. A value holds `aheadMs atMs`; %.17g keeps all bits,
 * where Lua's own rendering of numbers keeps 14 digits.
 */
export const THROTTLE_SCRIPT = `
local now, takes = tonumber(ARGV[1]), tonumber(ARGV[2])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end
local allowed, ahead, interval = 1, {}, {}
for i, key in ipairs(KEYS) do
  ahead[i] = 0
  interval[i] = 1000 / tonumber(ARGV[2 * i + 1])
  local was, at = string.match(redis.call('GET', key) or '', '^(%S+) (%S+)$')
  was, at = tonumber(was), tonumber(at)
  if was and at then ahead[i] = math.max(0, was - math.max(0, now - at)) end
  if i <= takes and ahead[i] + interval[i] > interval[i] * tonumber(ARGV[2 * i + 2]) + 1e-6 then allowed = 0 end
end
local answer = { allowed }
for i, key in ipairs(KEYS) do
  if i > takes then
    ahead[i] = math.max(0, ahead[i] - interval[i])
  elseif allowed == 1 then
    ahead[i] = ahead[i] + interval[i]
  end
  answer[i + 1] = string.format('%.17g', ahead[i])
  redis.call('SET', key, answer[i + 1] .. string.format(' %.17g', now), 'PX', string.format('%d', math.ceil(ahead[i]) + ${SPARE_MS}))
end
return answer
`;
