import { erasePerson } from '../../../calls/privacy/erase-person.ts'
import { flag, id, integer, list, model, text } from '../../../ground/contract/field.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'

const removedRows = model('PortalRemoved', 'What was removed of one kind.', {
  what: text('What.').required(),
  count: integer('How many.').required(),
})

export const eraseCustomer = brandRoute({
  name: 'eraseCustomer',
  summary: 'Erase everything that is kept about the holder of a card, or say what that would be.',
  permission: 'customers.erase',
  isConfirmed: true,
  reach: 'brand',
  request: {
    cardNumber: id('The card.').required(),
    isTrial: flag('Only say what would be removed.').default(false),
  },
  response: {
    removed: list('What was removed, or would be.', removedRows).required(),
    sharedAddresses: integer('Addresses and numbers that other cards have too, and that stay.').required(),
    requestRef: text('The erasure in the history of the card. Absent in a trial.'),
  },
  run: async ({ request, services, brand, visitor, address }) => {
    const { cardNumber, isTrial } = request
    const origin = { actor: { kind: 'user', name: visitor.name, from: address } } as const
    const order = { origin, random: services.random, dryRun: isTrial }
    const done = await erasePerson(services.pool, { brand: brand.id, cardNumber }, order)
    if (done.kind === 'notDone') return turnDown('conflict', done.text)
    const { removed, sharedAddresses, ref } = done
    return { removed, sharedAddresses, ...(ref !== undefined && { requestRef: ref }) }
  },
})
