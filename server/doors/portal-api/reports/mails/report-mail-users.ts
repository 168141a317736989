import { id, list, model, oneOf, text } from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { listUsers } from '../../../access/login/user.sql.ts'
import { standingIn } from '../../../access/visitor.ts'
import { findHindrance, hindrances } from '../../../report-mail/right.ts'
import { brandRoute } from '../../route.ts'

const candidate = model('reportMailUser', 'Somebody who could get reports by e-mail.', {
  userId: id('The user.').required(),
  name: text('What they log in as.').required(),
  displayName: text('What they are called.').required(),
  hindrance: oneOf('Why they cannot get any.', hindrances),
})

/** Whoever sees no reports is not named: it is nobody's business who else works for the brand. */
export const reportMailUsers = brandRoute({
  name: 'reportMailUsers',
  summary: 'The users of the portal whom a report can be sent to.',
  permission: 'reports.send',
  isConfirmed: false,
  reach: 'brand',
  request: {},
  response: { users: list('Those who see the reports of the whole brand, by name.', candidate).required() },
  run: async ({ services, brand }) => {
    const users = await listUsers(services.pool, brand.id)
    const fit = users.filter((user) => {
      const standing = standingIn(user, brand)
      return !user.isDisabled && standing?.permissions.has('reports.see') && !standing.locations
    })
    return {
      users: fit.map((user) => {
        const { id: userId, name, displayName = name } = user
        return defined({ userId, name, displayName, hindrance: findHindrance(user, brand) })
      }),
    }
  },
})
