import { oneOf, text } from '../../../ground/contract/field.ts'
import { lookAtLink as findLink } from '../../access/link/use-link.ts'
import { turnDown } from '../refusal.ts'
import { openRoute } from '../route.ts'

export const linkGone = turnDown('notFound', 'This link was used already or has ended. Ask for another one.')

export const lookAtLink = openRoute({
  name: 'lookAtLink',
  summary: 'Whom a one-time link is for. It still works afterwards.',
  request: { link: text('What follows # in the link.').required() },
  response: {
    purpose: oneOf('What it is for.', ['invitation', 'reset']).required(),
    name: text('What they log in as.').required(),
  },
  run: async ({ services, request }) => {
    const found = await findLink(services, request.link)
    return found ? { purpose: found.purpose, name: found.name } : linkGone
  },
})
