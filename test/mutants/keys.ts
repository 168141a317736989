import type { Mutant } from './mutant.ts'

/** Who may call, from where, and how often somebody may guess. */
export const keyMutants: readonly Mutant[] = [
  {
    breaks: 'a secret is compared as a whole',
    file: 'server/api/authenticate.ts',
    find: 'timingSafeEqual(given.secretSha256, first.digest)',
    replace: 'timingSafeEqual(given.secretSha256.subarray(0, 2), first.digest.subarray(0, 2))',
    guards: ['wire/guessing'],
  },
  {
    breaks: 'failures of one key are limited from however many addresses they come',
    file: 'server/api/authenticate.ts',
    find: "if (name !== '') this.byKey.count(name)",
    replace: '',
    guards: ['wire/guessing'],
  },
  {
    breaks: 'a secret that everybody knows works from this machine only',
    file: 'server/api/authenticate.ts',
    find: '!(this.takesPublicSecrets && isLocal)',
    replace: '!this.takesPublicSecrets',
    guards: ['wire/wire-safety'],
  },
  {
    breaks: 'X-Forwarded-For is believed only of trusted proxies',
    file: 'server/api/caller-source.ts',
    find: '|| !isListed(proxies, peer)',
    replace: '',
    guards: ['wire/wire-safety'],
  },
  {
    breaks: 'made-up names do not erase a count',
    file: 'server/api/failure-limit.ts',
    find: 'if (this.counts.size < namesMax || this.counts.has(name)) return name',
    replace:
      'if (this.counts.size >= namesMax) this.counts.delete([...this.counts.keys()][0] ?? name)\n    return name',
    guards: ['wire/guessing'],
  },
  {
    breaks: 'passwords of brands are checked in turns',
    file: 'server/api/fair-queue.ts',
    find: 'if (waiting && waiting.jobs.length > 0) this.turns.push(waiting)',
    replace: 'if (waiting && waiting.jobs.length > 0) this.turns.unshift(waiting)',
    guards: ['wire/guessing'],
  },
  {
    breaks: 'passwords that waited together are limited too',
    file: 'server/api/employee-check.ts',
    find: 'if (nowLimited) return nowLimited',
    replace: '',
    guards: ['wire/guessing'],
  },
  {
    breaks: 'a caller that closes its half is answered',
    file: 'server/api/http-server.ts',
    find: 'httpAllowHalfOpen: true',
    replace: 'httpAllowHalfOpen: false',
    guards: ['wire/wire-safety'],
  },
  {
    breaks: 'no more connections are taken than there may be',
    file: 'server/api/http-server.ts',
    find: 'server.maxConnections = parts.limits.connectionsMax',
    replace: '',
    guards: ['wire/wire-safety'],
  },
  {
    breaks: 'brands that do not exist are forgotten beyond a number',
    file: 'server/brand-store/cache/cached-brands.ts',
    find: 'this.unknown.delete(oldestUnknown)',
    replace: 'this.unknown.size',
    guards: ['wire/wire-brands'],
  },
  {
    breaks: 'a right pin that meets a lock is not forgotten',
    file: 'server/card/guard.ts',
    find: '{ ...refuse(113), keeps: checked }',
    replace: 'refuse(113)',
    guards: ['card/pins'],
  },
  {
    breaks: 'a file that comes through the interface enables nothing',
    file: 'server/brand-store/apply/usurped.ts',
    find: 'return [...enables, ...keys]',
    replace: 'return keys',
    guards: ['brand/keys'],
  },
  {
    breaks: 'no secret of a key with more rights can be had',
    file: 'server/brand-store/keys/key-changes.ts',
    find: '  if (limit) return limit\n',
    replace: '',
    guards: ['brand/keys'],
  },
]
