/** How long a key outlives its backlog, in ms. Results are correct while the clocks of Redis and its replicas differ by less. */
const SPARE_MS = 10_000;

/**
 * gcra.rule.ts in Redis: one rule in two languages. Both do the same double operations in the same order, so that they decide alike to the last bit
 * (LIMIT-5). throttle-script.int.spec.ts compares them.
 *
 * One call carries all requests of one turn of a gateway, as steps that are decided in order at one moment. KEYS: for each step, the subjects to
 * take from, then those to give back to. All of them are in one Redis, not in parts of a cluster. ARGV: the time in milliseconds, or '' for Redis'
 * own clock, because gateways' clocks differ; then for each step how many subjects it takes from, how many it has, and rate and burst of each. The
 * reply has for each step whether it is allowed (1 or 0) and every backlog after it in ms. A value holds `aheadMs atMs`; %.17g keeps all bits,
 * where Lua's default number format keeps 14 digits. A subject of several steps is read and written once.
 */
export const THROTTLE_SCRIPT = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end
local ahead, seen, answer, interval = {}, {}, {}, {}
local first, at = 0, 2
while ARGV[at] do
  local takes, all = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  local allowed = 1
  for i = 1, all do
    local key = KEYS[first + i]
    if not ahead[key] then
      ahead[key] = 0
      seen[#seen + 1] = key
      local was, since = string.match(redis.call('GET', key) or '', '^(%S+) (%S+)$')
      was, since = tonumber(was), tonumber(since)
      if was and since then ahead[key] = math.max(0, was - math.max(0, now - since)) end
    end
    interval[i] = 1000 / tonumber(ARGV[at + 2 * i])
    if i <= takes and ahead[key] + interval[i] > interval[i] * tonumber(ARGV[at + 2 * i + 1]) + 1e-6 then allowed = 0 end
  end
  answer[#answer + 1] = allowed
  for i = 1, all do
    local key = KEYS[first + i]
    if i > takes then
      ahead[key] = math.max(0, ahead[key] - interval[i])
    elseif allowed == 1 then
      ahead[key] = ahead[key] + interval[i]
    end
    answer[#answer + 1] = string.format('%.17g', ahead[key])
  end
  first, at = first + all, at + 2 + 2 * all
end
for _, key in ipairs(seen) do
  local left = string.format('%d', math.ceil(ahead[key]) + ${SPARE_MS})
  redis.call('SET', key, string.format('%.17g %.17g', ahead[key], now), 'PX', left)
end
return answer
`;
