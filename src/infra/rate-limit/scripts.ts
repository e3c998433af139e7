import { createHash } from 'node:crypto';

/** A script by its text and the name under which the server remembers it. */
export type Script = { readonly lua: string; readonly sha1: string };

/**
 * Counts one request in all windows or in none, like memory.ts. Times are whole seconds. KEYS[1]: the subject's hash.
 * ARGV: the time, or an empty string for the server's own; then name, limit and length of each window. Returns time, 1 or
 * 0 for allowed, then count and end of each window.
 */
export const TAKE = script(`
local now = tonumber(ARGV[1]) or tonumber(redis.call('TIME')[1])
local allowed, last, answer, store = 1, now, {now, 1}, {}
for i = 2, #ARGV, 3 do
  local name, limit, seconds = ARGV[i], tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2])
  local counter = redis.call('HMGET', KEYS[1], name .. ':count', name .. ':reset')
  local count, reset = tonumber(counter[1]) or 0, tonumber(counter[2]) or 0
  if reset <= now then
    count, reset = 0, now + seconds
  elseif reset > now + seconds then
    reset = now + seconds
    redis.call('HSET', KEYS[1], name .. ':reset', reset)
  end
  if count >= limit then allowed = 0 end
  if reset > last then last = reset end
  answer[#answer + 1], answer[#answer + 2] = count, reset
  store[#store + 1], store[#store + 2] = name .. ':count', count + 1
  store[#store + 1], store[#store + 2] = name .. ':reset', reset
end
answer[2] = allowed
if allowed == 1 then
  for i = 3, #answer, 2 do answer[i] = answer[i] + 1 end
  redis.call('HSET', KEYS[1], unpack(store))
  redis.call('EXPIRE', KEYS[1], last - now)
end
return answer
`);

/** Uncounts one request in windows whose end is unchanged. ARGV: name and end of each window. */
export const GIVE_BACK = script(`
for i = 1, #ARGV, 2 do
  local counter = redis.call('HMGET', KEYS[1], ARGV[i] .. ':count', ARGV[i] .. ':reset')
  if counter[2] == ARGV[i + 1] and tonumber(counter[1]) > 0 then
    redis.call('HINCRBY', KEYS[1], ARGV[i] .. ':count', -1)
  end
end
return {}
`);

function script(lua: string): Script {
  return { lua, sha1: createHash('sha1').update(lua).digest('hex') };
}
