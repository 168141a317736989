import { text } from '../../../ground/contract/field.ts'
import { useLink as setByLink } from '../../access/link/use-link.ts'
import { turnDown } from '../refusal.ts'
import { openRoute } from '../route.ts'
import { arrivalOf } from './arrival.ts'
import { answerLogin, loggedInFields } from './logged-in.ts'
import { linkGone } from './look-at-link.ts'

export const useLink = openRoute({
  name: 'useLink',
  summary: 'Sets a password by a one-time link, and logs in.',
  request: {
    link: text('What follows # in the link.').required(),
    password: text('The new password: at least 12 characters.').required(),
  },
  response: loggedInFields,
  run: async (visit) => {
    const used = await setByLink(visit.services, visit.request, arrivalOf(visit))
    if (used.kind === 'gone') return linkGone
    return used.kind === 'unfit' ? turnDown('invalid', used.text) : answerLogin(visit, used)
  },
})
