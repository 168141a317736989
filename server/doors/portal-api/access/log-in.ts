import { text } from '../../../ground/contract/field.ts'
import { logIn as logInBy } from '../../access/login/log-in.ts'
import { openRoute } from '../route.ts'
import { arrivalOf } from './arrival.ts'
import { answerLogin, loggedInFields } from './logged-in.ts'

export const logIn = openRoute({
  name: 'logIn',
  summary: 'Begins a session, by name and password.',
  request: {
    name: text('What they log in as.').required(),
    password: text('Their password.').required(),
  },
  response: loggedInFields,
  run: async (visit) => answerLogin(visit, await logInBy(visit.services, visit.request, arrivalOf(visit))),
})
