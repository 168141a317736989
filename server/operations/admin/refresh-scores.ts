import { askForScores } from '../../store/queries/score-request.sql.ts'
import { task } from '../operation.ts'

export const refreshScores = task({
  name: 'refreshScores',
  group: 'admin',
  summary: 'Have the scores and recommendations of the brand worked out, which begins within a minute.',
  details:
    'They are worked out every night, and of a brand that sells for the first day every minute, without being asked to.',
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'RefreshScoresRequest',
  responseModel: 'RefreshScoresResponse',
  request: {},
  response: {},
  perform: async ({ brand, db }) => {
    await askForScores(db, brand.id)
    return { kind: 'answer', response: {} }
  },
})
