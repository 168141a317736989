import type { Place } from '../reading/place.ts'
import { text } from '../reading/scalars.ts'
import { object, optional, or, record, type Shaped } from '../reading/shape.ts'
import { checkValueTypes } from './known-value-types.ts'
import type { ProgramEntry } from './program-shape.ts'

const account = text({ max: 64, example: '"2400"' })

/** Why balances change, as an accountant tells it apart. Each change of a balance has exactly one reason. */
const ofReasons = {
  import: optional(account),
  issue: optional(account),
  goodwill: optional(account),
  campaign: optional(account),
  redeem: optional(account),
  campaignRedeem: optional(account),
  cashout: optional(account),
  return: optional(account),
  void: optional(account),
  expire: optional(account),
  adjust: optional(account),
  transfer: optional(account),
  correction: optional(account),
  other: optional(account),
}
export type JournalReason = keyof typeof ofReasons

/** The accounts of the merchant's books that the report `journal` names. */
export const accountsShape = object(
  {
    liability: or(record(text({ max: 64, example: 'Currency USD' }), account), {}),
    reasons: or(object(ofReasons, '{ issue: "4000", redeem: "4010" }'), {}),
  },
  '{ liability: { "Currency USD": "2400" }, reasons: { issue: "4000", redeem: "4010" } }',
)

type Accounts = Shaped<typeof accountsShape>

interface WithAccounts {
  readonly accounts?: Accounts
  readonly programs: readonly Pick<ProgramEntry, 'valueTypes'>[]
}

/** Only of what a program has can something be owed. */
export function checkAccounts({ accounts, programs }: WithAccounts, at: Place): void {
  checkValueTypes(Object.keys(accounts?.liability ?? {}), 'accounts.liability', programs, at)
}
