import { erasePerson } from '../../calls/privacy/erase-person.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import type { ChannelUser } from '../../domain/channel/channel-user.ts'
import { deleteErasure } from '../../storage/store/member/erasure.sql.ts'
import { deletePasskeysBy } from '../../storage/store/member/passkey.sql.ts'
import { deleteSessionsBy } from '../../storage/store/member/session.sql.ts'
import { addressHash } from './enter/one-time-code.ts'
import type { MemberServices } from './member-services.ts'
import { numbersToErase } from './own-cards.ts'

interface Erasing {
  readonly services: Pick<MemberServices, 'pool' | 'pins' | 'newRef' | 'random'>
  readonly brand: Brand
}

const byMember = { actor: { kind: 'user', name: 'member' } } as const

/** Erases whoever has an address from all cards that have it, replaced ones too. Undefined: done; else why not. */
export async function eraseByAddress(contact: ChannelUser, erasing: Erasing): Promise<string | undefined> {
  const { services, brand } = erasing
  const { pool, pins, random } = services
  const erased = new Set<string>()
  for (;;) {
    const numbers = (await numbersToErase(contact, erasing)).filter((one) => !erased.has(one))
    if (numbers.length === 0) break
    for (const cardNumber of numbers) {
      const done = await erasePerson(pool, { brand: brand.id, cardNumber }, { origin: byMember, random })
      if (done.kind === 'notDone') return done.text
      erased.add(cardNumber)
    }
  }
  const address = addressHash(pins, brand, contact)
  await deleteSessionsBy(pool, brand.id, address)
  await deletePasskeysBy(pool, brand.id, address)
  await deleteErasure(pool, brand.id, address)
  return undefined
}
