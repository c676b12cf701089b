/** Lua scripts on the lease of a topic, each of which Redis runs atomically. */
import { Script } from './redis/link.ts';

/**
 * Acquires the lease unless another instance holds it. If this instance holds it, renews it; if the token in ARGV is not
 * that of the lease, because a reply was lost, acquires it again with a new token. Tokens increase, even if Redis has lost its data, because they are at
 * least the current time. KEYS: lease, fence, state. ARGV: own token or '', instance, milliseconds of the lease,
 * milliseconds of the fence. Returns 1 and the token, or 0 and the remaining milliseconds; then the newest state or ''.
 */
export const acquire = new Script(`
  local held = redis.call('GET', KEYS[1])
  local state = redis.call('GET', KEYS[3]) or ''
  local isKnown = held == ARGV[1]
  if held and not isKnown and string.sub(held, -#ARGV[2] - 1) ~= ':' .. ARGV[2] then
    return {0, redis.call('PTTL', KEYS[1]), state}
  end
  if held and isKnown then
    redis.call('PEXPIRE', KEYS[1], ARGV[3])
    return {1, held, state}
  end
  local time = redis.call('TIME')
  local fence = math.max(tonumber(redis.call('GET', KEYS[2]) or '0') + 1, time[1] * 1000000 + time[2])
  local token = string.format('%.0f', fence)
  redis.call('SET', KEYS[2], token, 'PX', ARGV[4])
  token = token .. ':' .. ARGV[2]
  redis.call('SET', KEYS[1], token, 'PX', ARGV[3])
  redis.call('DEL', KEYS[3])
  return {1, token, state}
`);

/**
 * Publishes a state and renews the lease, if it still has this token. KEYS: lease, state, which is also the name of the
 * channel. ARGV: token, milliseconds of the lease, milliseconds of the state, the state. Returns 1 or 0.
 */
export const publish = new Script(`
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {0} end
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  redis.call('SET', KEYS[2], ARGV[4], 'PX', ARGV[3])
  redis.call('PUBLISH', KEYS[2], ARGV[4])
  return {1}
`);

/** Renews the lease. KEYS: lease, state. ARGV: token, milliseconds of the lease, milliseconds of the state. Returns 1 or 0. */
export const renew = new Script(`
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {0} end
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
  return {1}
`);

/** Releases the lease and notifies the followers. KEYS: lease, channel. ARGV: token, message. Returns 1 or 0. */
export const release = new Script(`
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {0} end
  redis.call('DEL', KEYS[1])
  redis.call('PUBLISH', KEYS[2], ARGV[2])
  return {1}
`);

/** Sends a demand to the lease holder. KEYS: channel. ARGV: message. */
export const sendDemand = new Script(`return {redis.call('PUBLISH', KEYS[1], ARGV[1])}`);
