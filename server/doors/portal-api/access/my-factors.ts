import { dateTime, id, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { listFactors } from '../../access/factor/factor.sql.ts'
import { factorKinds } from '../../access/factor/factors.ts'
import { ownRoute } from '../route.ts'

const factor = model('myFactor', 'A second factor.', {
  factorId: id('The factor.').required(),
  kind: oneOf('Its kind.', factorKinds).required(),
  label: text('What the user calls it.').required(),
  madeAt: dateTime('When it was set up.').required(),
  usedAt: dateTime('When it was last used.'),
})

export const myFactors = ownRoute({
  name: 'myFactors',
  summary: 'The second factors of whoever is logged in; of recovery codes those that are left.',
  request: {},
  response: { factors: list('The factors.', factor).required() },
  run: async ({ services, visitor }) => {
    const factors = await listFactors(services.pool, visitor.loginId)
    return { factors: factors.map(({ usedAt, ...one }) => defined({ ...one, usedAt: usedAt ?? undefined })) }
  },
})
