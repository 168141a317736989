import { defined } from '../../../ground/kernel/defined.ts'
import { parseDateTime } from '../../../ground/kernel/time.ts'
import type { RightsChange } from '../../../storage/brand-store/keys/key-changes.ts'
import type { KeyFlags } from '../../configuration/config.ts'
import { CommandFailed } from '../command-failed.ts'

/** What the flags say that a key may do; `any` and `never` take a limit away. */
export function toRightsChange({ scope, locations, addresses, expires, ...flags }: KeyFlags): RightsChange {
  if (expires !== undefined && expires !== 'never' && parseDateTime(expires) === undefined)
    throw new CommandFailed(['--expires takes a date and time in UTC such as "2027-01-01 00:00:00", or never.'])
  return defined({
    scope: listOf(scope),
    locations: listOf(locations),
    addresses: listOf(addresses),
    expires: expires === 'never' ? '' : expires,
    strict: flags.strict || (flags.lenient ? false : undefined),
  })
}

function listOf(text: string | undefined): readonly string[] | undefined {
  if (text === undefined || text === 'any') return text && []
  return text.split(',').map((one) => one.trim())
}
