/** What happens to the lease of a topic in one step each. */
import { Script } from '../redis/link.ts';

/**
 * Takes the lease unless another instance has it; anew where this instance has it by a token that it does not know, as the answer with it
 * was lost. Tokens grow, even where Redis has lost its data, since they are at least the time.
 * KEYS: lease, fence, state. ARGV: own token or '', instance, milliseconds of the lease, milliseconds of the fence.
 * Answers 1 and the token, or 0 and the milliseconds left; then the newest state or ''.
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
 * Publishes a state and renews the lease, only while it has this token. KEYS: lease, state, which names the channel, too.
 * ARGV: token, milliseconds of the lease, milliseconds of the state, the state. Answers 1 or 0.
 */
export const publish = new Script(`
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {0} end
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  redis.call('SET', KEYS[2], ARGV[4], 'PX', ARGV[3])
  redis.call('PUBLISH', KEYS[2], ARGV[4])
  return {1}
`);

/** Renews the lease. KEYS: lease, state. ARGV: token, milliseconds of the lease, milliseconds of the state. Answers 1 or 0. */
export const renew = new Script(`
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {0} end
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
  return {1}
`);

/** Gives the lease back and tells the followers. KEYS: lease, channel. ARGV: token, message. Answers 1 or 0. */
export const release = new Script(`
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {0} end
  redis.call('DEL', KEYS[1])
  redis.call('PUBLISH', KEYS[2], ARGV[2])
  return {1}
`);

/** Tells the holder a wish. KEYS: channel. ARGV: message. */
export const tell = new Script(`return {redis.call('PUBLISH', KEYS[1], ARGV[1])}`);
