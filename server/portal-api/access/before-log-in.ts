import { text } from '../../contract/field.ts'
import { openRoute } from '../route.ts'

export const beforeLogIn = openRoute({
  name: 'beforeLogIn',
  summary: 'What the page for logging in shows.',
  request: {},
  response: {
    environment: text('The name of this deployment: demo, stage, production.').required(),
  },
  run: async ({ room }) => ({ environment: room.environment }),
})
