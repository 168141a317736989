import type { OperationAnswer, OperationRequest } from '../../../ask/ask.ts'

export type ListedKey = OperationAnswer<'listKeys'>['keys'][number]

/** What a form for a key has in it. */
export interface RightsForm {
  readonly scope: readonly string[]
  readonly locations: readonly string[]
  readonly addresses: readonly string[]
  /** A day, or nothing. */
  readonly lastDay: string
  readonly strict: boolean
}

/** What is proposed for a new key: what tills and shops need, and no more; nothing where that cannot be given. */
export const proposedRights = (givable: readonly string[]): RightsForm => ({
  scope: givable.includes('merchant') ? ['merchant'] : [],
  locations: [],
  addresses: [],
  lastDay: '',
  strict: false,
})

export const rightsOf = ({
  scope = [],
  locations = [],
  addresses = [],
  expires = '',
  strict,
}: ListedKey): RightsForm => ({
  ...{ scope, locations, addresses, strict },
  lastDay: expires.slice(0, 10),
})

type Rights = Omit<OperationRequest<'changeKey'>, 'key'>

export const toRights = ({ lastDay, ...rights }: RightsForm): Rights => ({
  ...rights,
  expires: lastDay === '' ? '' : `${lastDay} 23:59:59`,
})

export type KeyState = 'active' | 'unused' | 'expired' | 'revoked' | 'rotating'

export function stateOf(key: ListedKey, isPast: (moment: string) => boolean): KeyState {
  if (key.isRevoked) return 'revoked'
  if (key.expires !== undefined && isPast(key.expires)) return 'expired'
  if (key.hasTwoSecrets) return 'rotating'
  return key.lastUsedDate === undefined ? 'unused' : 'active'
}
