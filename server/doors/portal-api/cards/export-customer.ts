import { exportPerson } from '../../../calls/privacy/export-person.ts'
import { id, json, model } from '../../../ground/contract/field.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'

const document = model('PortalExport', 'Everything that is kept about a person, table by table.', {})

export const exportCustomer = brandRoute({
  name: 'exportCustomer',
  summary: 'Everything that is kept about the holder of a card, as one document.',
  permission: 'customers.erase',
  isConfirmed: true,
  reach: 'brand',
  request: { cardNumber: id('The card.').required() },
  response: { document: json('The document.', document) },
  run: async ({ request, services, brand, visitor, address }) => {
    const origin = { actor: { kind: 'user', name: visitor.name, from: address } } as const
    const done = await exportPerson(services.pool, { brand: brand.id, cardNumber: request.cardNumber }, origin)
    return done.kind === 'notDone' ? turnDown('notFound', done.text) : { document: done.document }
  },
})
