import { isDeepStrictEqual } from 'node:util'
import type { Account, CustomerRecord } from '../../../domain/account/account.ts'
import { type CustomerChanges, changeCustomer } from '../../../domain/account/customer.ts'
import { changeDemographics } from '../../../domain/account/demographics.ts'
import { changeLinks, withLinks } from '../../../domain/account/third-party.ts'
import type { ThirdPartyLink } from '../../../domain/account/third-party-link.ts'
import { allLists } from '../../../domain/channel/lists.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { type CellFault, faultIn, isFault } from '../column.ts'
import type { ImportContext } from '../kind.ts'
import {
  alternatePrefix,
  columnOf,
  demographicPrefix,
  type ImportedLink,
  type PersonChange,
  personPath,
} from './read-person.ts'

type Imported = PersonChange & { readonly enrolledAt?: Instant }
type Context = Pick<ImportContext, 'brand' | 'overwrites'>

const differs = 'differs from what the card has; to replace it, say --overwrite'

/** The account with what the row adds to it; the same account if that is nothing. A value that differs is a conflict. */
export function mergeAccount(before: Account, row: Imported, context: Context): Account | CellFault {
  const parts = [mergeCustomer, mergeAlternate, mergeDemographics, mergeLinks, mergeEnrollment]
  let account = before
  for (const part of parts) {
    const next = part(account, row, context)
    if ('kind' in next) return next
    account = next
  }
  return isDeepStrictEqual(account, before) ? before : account
}

function mergeCustomer(account: Account, { customer }: Imported, context: Context): Account | CellFault {
  if (!customer) return account
  const after = mergePerson(account.customer, customer, { ...context, prefix: '' })
  return isFault(after) ? after : { ...account, customer: after }
}

function mergeAlternate(account: Account, { alternate }: Imported, context: Context): Account | CellFault {
  if (!alternate) return account
  const after = mergePerson(account.alternate ?? {}, alternate, { ...context, prefix: alternatePrefix })
  return isFault(after) ? after : { ...account, alternate: after }
}

function mergePerson(
  before: CustomerRecord,
  changes: CustomerChanges,
  { brand, overwrites, prefix }: Context & { readonly prefix: string },
): CustomerRecord | CellFault {
  const after = changeCustomer(before, changes, { path: personPath, countries: [brand.country] })
  if (isRefusal(after)) return faultIn(`${prefix}${columnOf(after)}`, after.detail ?? after.text)
  const changed = Object.keys(changes).find(
    (name) => before[name] !== undefined && !isDeepStrictEqual(before[name], after[name]),
  )
  return changed !== undefined && !overwrites ? faultIn(`${prefix}${changed}`, differs) : after
}

function mergeDemographics(account: Account, row: Imported, { brand, overwrites }: Context): Account | CellFault {
  const { demographics: changes } = row
  if (changes.length === 0) return account
  let after = account.demographics
  for (const change of changes) {
    const next = changeDemographics(after, [change], brand.document.demographicFields)
    if (isRefusal(next)) return faultIn(`${demographicPrefix}${change.fieldName}`, next.detail ?? next.text)
    after = next
  }
  const changed = changes.find(({ fieldName: name }) => {
    const old = account.demographics[name]
    return old !== undefined && !isDeepStrictEqual(old, after[name])
  })
  return changed && !overwrites
    ? faultIn(`${demographicPrefix}${changed.fieldName}`, differs)
    : { ...account, demographics: after }
}

/** Whoever opted out here stays out, whatever a file says: it may be older. */
function mergeLinks(
  account: Account,
  { links: imported }: Imported,
  { brand, overwrites }: Context,
): Account | CellFault {
  let { links = [] } = account
  for (const one of imported) {
    const { thirdParty, optIn, customData } = one.change
    const before = links.find((link) => link.thirdParty === thirdParty)
    if (optIn && before?.optIn === false)
      return faultIn(`${thirdParty}OptIn`, 'is true, and the customer has opted out here')
    if (optIn === false && before?.optIn && !overwrites) return faultIn(`${thirdParty}OptIn`, differs)
    if (customData !== undefined && (before?.customData ?? customData) !== customData && !overwrites)
      return faultIn('customData', differs)
    const changed = changeLinks(links, [one.change], allLists(brand))
    if (isRefusal(changed))
      return faultIn(`${thirdParty}Lists`, 'names a list that the brand does not have, or no longer')
    links = changed.links.map((link) => (link.thirdParty === thirdParty ? withConsent(link, before, one) : link))
  }
  return imported.length === 0 ? account : withLinks(account, links)
}

function withConsent(link: ThirdPartyLink, before: ThirdPartyLink | undefined, one: ImportedLink): ThirdPartyLink {
  const { isConfirmed, at, source } = one
  if (!link.optIn) return link
  const lists = link.lists?.map((list) => (list.optIn && isConfirmed ? { ...list, confirmed: true } : list))
  const consent = before?.consent ?? (at === undefined && source === undefined ? undefined : defined({ at, source }))
  return defined({ ...link, confirmed: isConfirmed ? true : link.confirmed, lists, consent })
}

function mergeEnrollment(account: Account, { enrolledAt }: Imported, { overwrites }: Context): Account | CellFault {
  if (enrolledAt === undefined || account.enrolledAt === enrolledAt) return account
  return account.enrolledAt !== undefined && !overwrites
    ? faultIn('enrollmentDate', differs)
    : { ...account, enrolledAt }
}
